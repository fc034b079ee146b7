#!/usr/bin/python3
"""Writes the manual pages from the tables of seidel-cli and a text.

Arguments: the program, the text (seidel-cli.manual, which explains its marks), the folder of the pages."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import re
import subprocess
import sys
import textwrap

DATE = 'November 22, 2026'
MARKED = re.compile(r'(\(?)(`[^`]+`|\*[^ *]+\*|_[^ _]+_|--[a-z][a-z-]*|[a-z][a-z-]*\(1\))([.,;:)]*)')


def call(*words):
    return json.loads(subprocess.run([PROGRAM, *words], check=True, capture_output=True).stdout)


def plain(text):
    """Lines of text, each sentence from the beginning of one."""
    lines = []
    for sentence in re.split(r'(?<=[.?!]) +(?=[A-Z“0-9])', text.strip()):
        lines += textwrap.wrap(sentence, 79, break_long_words=False, break_on_hyphens=False)
    return [re.sub(r"^([.'])", r'\\&\1', line.replace('\\', '\\e')) for line in lines]


def marked(opening, word, closing):
    """The macro of a marked word; punctuation beside it are words of their own."""
    if word.endswith('(1)'):
        macro, word = 'Xr', word[:-3] + ' 1'
    elif word.startswith('--'):
        macro, word = 'Fl', word[1:]
    else:
        macro, word = {'`': 'Cm', '*': 'Ar', '_': 'Pa'}[word[0]], word[1:-1]
    return ' '.join(['.' + macro, *opening, word, *closing])


def prose(text):
    lines, end = [], 0
    for match in MARKED.finditer(text):
        lines += plain(text[end:match.start()]) + [marked(*match.groups())]
        end = match.end()
    return lines + plain(text[end:])


def listed(items):
    return ['.Bl -tag -width Ds', *(line for term, lines in items for line in [f'.It {term}', *lines]), '.El']


def options(rows):
    return listed((f'Fl -{row["name"]}' + (' Ar ' + row['argument'].replace('|', ' | ') if row['argument'] else ''),
                   plain(row['sentence']) + plain(row['values'])) for row in rows)


def options_section(command):
    lines = ['.Sh OPTIONS']
    for group in command['groups']:
        lines += [f'.Ss {group["title"]}', *options(group['options'])]
    return lines


def table(command):
    """The rows that the command lists, with the ids of their lists and the options of their own."""
    own = {word['id']: word['options'] for word in command['words']}
    items = []
    for row in call(command['name'], '--json'):
        lines = [row['name'] + '.', *plain(row['sentence'])]
        for name, value in row.items():
            if isinstance(value, list) and value and isinstance(value[0], str):
                lines += plain(f'{name.capitalize()}: {", ".join(value)}.')
        if own.get(row['id']):
            lines += options(own[row['id']])
        items.append((f'Cm {row["id"]}', lines))
    return listed(items)


def figures(_):
    """The members of outcomes in JSON, in the order of their table."""
    rows, items = call('tables', 'figures'), []
    for row in (row for row in rows if row['table'] == 'outcome'):
        name = f'{row["object"]}.{row["member"]}' if row['object'] else row['member']
        end = f'; {row["given"]}.' if row['given'] else '.'
        lines = plain(row['sentence'].rstrip('.') + end)
        if items and items[-1][1] == lines:
            items[-1] = (f'{items[-1][0]} , {name}', lines)
        else:
            items.append((f'Cm {name}', lines))
        inner = [(f'Cm {one["member"]}', plain(one['sentence'])) for one in rows if one['table'] == row['member']]
        items[-1][1].extend(listed(inner) if inner else [])
    return listed(items)


def ranks(_):
    return listed((f'Cm {row["member"]}', plain(row['sentence'])) for row in call('tables', 'figures')
                  if row['table'] == 'ranks')


def exit_status(command):
    solves = command is None or command['solves']
    items = [('0', ['Done; the run converged.' if solves else 'Done.']),
             ('1', ['An error of the input, of the run or of writing the result.']),
             ('2', ['The command line is wrong, or its choices contradict each other.'])]
    if solves:
        items.append(('3', ['The run ended without convergence.']))
    if command is None or command['arguments']:
        items.append(('130', ['Interrupted.']))
    return ['.Sh EXIT STATUS', *listed(items)]


def head(name, command, description):
    lines = ['.\\" SPDX-License-' 'Identifier: GPL-3.0-or-later', f'.Dd {DATE}', f'.Dt {name.upper()} 1', '.Os',
             '.Sh NAME', f'.Nm {name}']
    if command is None:
        return lines + [f'.Nd {description}']
    sentence = command['sentence'].rstrip('.')
    lines += [f'.Nd {sentence[0].lower()}{sentence[1:]}', '.Sh SYNOPSIS', f'.Nm seidel-cli {command["name"]}']
    for number, part in enumerate(re.findall(r'\[[^]]*\]|\S+', command['arguments'])):
        optional = part.startswith('[') or number >= command['min_arguments']
        lines.append(('.Op Ar ' if optional else '.Ar ') + part.strip('[]').replace('…', '...'))
    return lines + ['.Op Ar OPTION ...', '.Sh DESCRIPTION']


def references(own):
    names = sorted({'seidel-cli', *('seidel-cli-' + name for name in COMMANDS)} - {own})
    return ['.Sh SEE ALSO', *(f'.Xr {name} 1 ,' for name in names[:-1]), f'.Xr {names[-1]} 1']


def directive(words, command, inserted):
    if words == 'insert':
        return inserted
    if words == 'commands':
        return listed((f'Cm {name}', plain(one['sentence']) + ['See', f'.Xr seidel-cli-{name} 1 .'])
                      for name, one in COMMANDS.items())
    if words == 'words':
        return listed((f'Cm {word["id"]}', plain(word['sentence'])) for word in command['words'])
    return {'table': table, 'options': options_section, 'figures': figures, 'ranks': ranks, 'exit': exit_status}[words](command)


def blocks(text):
    """The text of a page as mdoc."""
    lines, in_list = [], False
    for block in re.split(r'(?m)\n\n+', text.strip('\n')):
        if lines and re.match(r'[^@#.* ]|\*[^ ]', block):
            lines.append('.Pp')
        paragraph = []
        for line in block.split('\n') + ['']:
            if line and not re.match(r'[@#. ]|\* ', line):
                paragraph.append(line)
                continue
            lines += prose(' '.join(paragraph))
            paragraph = []
            if in_list and not line.startswith('* '):
                lines.append('.El')
            if line.startswith('* '):
                lines += ['.It ' + line[2:]] if in_list else ['.Bl -tag -width Ds', '.It ' + line[2:]]
            elif line:
                lines.append({'#': '.Sh' + line[1:], ' ': '.Dl' + line[1:]}.get(line[0], line))
            in_list = line.startswith('* ')
    return lines


def main():
    with open(sys.argv[2], encoding='utf-8') as file:
        text = re.sub(r'(?m)^;.*\n', '', file.read())
    first, *pages = re.split(r'(?m)^@page ', text)
    inserted = blocks(first)
    for page in pages:
        title, body = page.split('\n', 1)
        name, _, description = title.partition(' ')
        command = None if description else COMMANDS[name]
        name = name if description else 'seidel-cli-' + name
        lines = head(name, command, description)
        for line in blocks(body):
            lines += directive(line[1:], command, inserted) if line.startswith('@') else [line]
        with open(os.path.join(sys.argv[3], name + '.1'), 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines + references(name)) + '\n')


PROGRAM = sys.argv[1]
COMMANDS = {command['name']: command for command in call('tables')}
main()
