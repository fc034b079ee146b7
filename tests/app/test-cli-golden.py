#!/usr/bin/python3
"""The wording of seidel-cli: every command line of seidel-cli.golden prints what stands below it and
exits with the status before it, in every locale. Arguments: see cli_cases.py; --update as the last
one rewrites the texts, never the statuses.

A line "2$ seidel-cli WORDS" runs the program; below it "  TEXT" is standard output and "! TEXT"
standard error. What differs from machine to machine is replaced: see VARYING."""
# SPDX-License-Identifier: GPL-3.0-or-later
import os
import re
import shlex
import shutil
import subprocess
import sys

UPDATE = sys.argv[-1] == '--update' and bool(sys.argv.pop())
from cli_cases import CLI, FOLDER, HEAD  # noqa: E402  pylint: disable=wrong-import-position
from cli_server import start  # noqa: E402  pylint: disable=wrong-import-position
from cli_tap import Skip, check, run_tests, same  # noqa: E402  pylint: disable=wrong-import-position

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'seidel-cli.golden')
SAMPLES = os.path.join(os.path.dirname(GOLDEN), '..', '..', 'data')
SERVER, BASE = start()
VARYING = [(re.escape(FOLDER) + '(/data-[A-Za-z0-9._-]*)?', 'FOLDER'), (re.escape(BASE), 'SERVER'), (re.escape(os.path.realpath(SAMPLES)), 'SAMPLES'),
           (r'\d[\d.,]* (ns|µs|ms|s)\b', '# s'), (r'\d[\d.]*e[-+]\d+', '#e#'),
           (r'\d[\d.]* [kMGT]B(?= (are|is) free)', '# GB'), (r'\d+ threads?\b', '# threads'),
           # What a version of a library for compression makes of it.
           (r'(written  \S+\.(?:npz|gz|bz2|xz|zst): [^,\n]*, )[\d.]+ (?:bytes|[kMG]B)', r'\1# bytes'),
           (r'(?<=cannot be reached: ).*', 'CAUSE'), (r'seidel-cli \d+\.\d+\.\d+', 'seidel-cli #.#.#')]
FILES = {
    'broken.mtx': HEAD + '2 2 2\n1 1 1\n3 1 1\n',
    'short.txt': '1\n2\n', 'numbers.txt': '1\n2\n3\n', 'others.txt': '1 2.25 # and more\n-3\n',
    'small.json': '{"schema": "seidel-experiment/1", "id": "small", "title": "Small", "sentence": "What it shows.", '
                  '"source": "Somebody, 1999", "agreement": "All of it agrees.", "hold": {"matrix": "poisson-5", "rhs": "ones"}, '
                  '"vary": [{"name": "Points", "vary": "size", "values": [4, 5]}, '
                  '{"name": "Method", "values": [{"label": "first", "set": {"method": "cg"}}]}], "repeats": 3, '
                  '"reference": {"method": "lu"}, "measures": ["iterations", "error-2"]}',
    'misspelt.json': '{"schema": "seidel-experiment/1", "id": "a", "titel": "A"}',
    # Row 2 of four has no diagonal entry. By colour, rows 1 and 4 come first, then 2 and 3.
    'lacking.mtx': HEAD + '4 4 7\n1 1 1\n1 2 1\n2 1 1\n2 4 1\n3 1 1\n3 3 1\n4 4 1\n',
    # The line 1 - 4 - 2 - 3, numbered in disorder.
    'disorder.mtx': HEAD + '4 4 10\n1 1 9\n1 4 -1\n2 2 4\n2 3 -1\n2 4 -1\n3 2 -1\n3 3 4\n4 1 -1\n'
                           '4 2 -1\n4 4 5\n',
    'hermitian.mtx': HEAD.replace('real general', 'complex hermitian')
                     + '3 3 5\n1 1 4 0\n2 1 1 -2\n2 2 5 0\n3 2 0.5 1\n3 3 6 0\n',
}


def steady(text):
    for pattern, replacement in VARYING:
        text = re.sub(pattern, replacement, text)
    return text


def prefixed(prefix, text):
    return [(prefix + line).rstrip() for line in text.splitlines()]


def run(words, env):
    # Without the CUDA module, whose strategies and troubles depend on the machine.
    done = CLI.run(*[word.replace('SERVER', BASE) for word in words],
                   env={'SEIDEL_SAMPLES_DIR': os.path.realpath(SAMPLES), 'SEIDEL_MODULE_DIR': FOLDER,
                        'SEIDEL_WORKER_DIR': FOLDER,
                        'XDG_DATA_HOME': f'{FOLDER}/data-{env["LC_ALL"]}', 'XDG_CACHE_HOME': FOLDER,
                        'XDG_CONFIG_HOME': FOLDER, **env})
    return done.returncode, prefixed('  ', steady(done.stdout)) + prefixed('! ', steady(done.stderr))


def read_golden():
    """Command lines, each with its status, its words and the lines below it."""
    cases = []
    with open(GOLDEN, encoding='utf-8') as file:
        for line in file.read().splitlines():
            if match := re.match(r'(\d+)\$ seidel-cli ?(.*)', line):
                cases.append((line, int(match[1]), shlex.split(match[2]), []))
            elif cases:
                cases[-1][3].append(line)
    return cases


def compare(case, env):
    line, status, words, expected = case
    found_status, found = run(words, env)
    same(found_status, status, f'exit status of {line}: {found}')
    same(found, expected, line)


def comma_locale():
    """The environment of a locale with a decimal comma, made here where none is installed."""
    names = subprocess.run(['locale', '-a'], capture_output=True, text=True, check=False).stdout
    for name in names.split():
        if name.startswith(('de_DE', 'it_IT')):
            return {'LC_ALL': name}
    folder = CLI.path('locales')
    os.makedirs(folder, exist_ok=True)
    if shutil.which('localedef') is not None:
        subprocess.run(['localedef', '-i', 'it_IT', '-f', 'UTF-8', folder + '/it_IT.UTF-8'],
                       capture_output=True, check=False)
    if not os.path.exists(folder + '/it_IT.UTF-8'):
        raise Skip('there is no locale with a decimal comma, and none can be made')
    return {'LC_ALL': 'it_IT.UTF-8', 'LOCPATH': folder}


def compare_numbers(env):
    """The command lines that print or read numbers."""
    for case in read_golden():
        if (case[1] in [0, 3] and '--help' not in case[2]) or '--tolerance' in case[2]:
            compare(case, env)


def test_comma_locale():
    """the same in a locale with a decimal comma"""
    compare_numbers(comma_locale())


def test_c_locale():
    """the same in the C locale"""
    compare_numbers({'LC_ALL': 'C'})


def test_help():
    """the help of every command is among it"""
    commands = re.findall(r'^  ([a-z]+) ', CLI.good('--help'), re.MULTILINE)
    check(len(commands) > 10, commands)
    lines = [case[0] for case in read_golden()]
    for command in commands:
        check(f'0$ seidel-cli {command} --help' in lines, command)


def make_test(case):
    def test():
        compare(case, {'LC_ALL': 'C.UTF-8'})
    test.__doc__ = case[0]
    return test


def update():
    """Writes the texts that the program prints now; a changed status is left for people to see."""
    lines = []
    for line, status, words, _ in read_golden():
        found_status, found = run(words, {'LC_ALL': 'C.UTF-8'})
        if found_status != status:
            print(f'{line}: exits with {found_status}', file=sys.stderr)
        lines += [line, *found]
    with open(GOLDEN, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')


for NAME, TEXT in FILES.items():
    CLI.write(NAME, TEXT)
os.symlink('numbers.txt', CLI.path('numbers.csv'))
try:
    if UPDATE:
        update()
    else:
        run_tests([make_test(case) for case in read_golden()]
                  + [test_help, test_c_locale, test_comma_locale])
finally:
    SERVER.shutdown()
    shutil.rmtree(FOLDER)
