#!/usr/bin/python3
"""The reference of the library or of the Python module as Markdown: from the installed headers with their comments, or from the stubs
and docstrings.

    reference.py c | python [--names]      --names: the functions and classes in it, one a line, with how many words say what they do

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ast
import glob
import os
import re
import sys

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
# Lines of a header that declare nothing.
NO_DECLARATION = re.compile(r'#pragma|#include|G_BEGIN_DECLS|G_END_DECLS|G_DEFINE_AUTO')
COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)


def read(*parts):
    with open(os.path.join(SOURCE, *parts), encoding='utf-8') as file:
        return file.read()


def headers():
    """What the two headers of the libraries include, in their order."""
    found = []
    for name in ('seidel.h', 'seidel-io.h'):
        found += [path for path in re.findall(r'^#include "(.+/.+)"', read('solvers', name), re.MULTILINE) if path not in found]
    return found


def words_of(comment):
    """A comment of C as a paragraph or more."""
    lines = [re.sub(r'^\s*\* ?', '', line) for line in comment[2:-2].splitlines()]
    return '\n'.join(line.strip() for line in lines if 'SPDX-License' not in line).strip()


def code_of(code):
    """A declaration without what the compiler alone needs; what follows in the next lines stays below its parameter."""
    def moved(match):
        return match.group(0).replace('SEIDEL_API ', '').replace('\n' + ' ' * len('SEIDEL_API '), '\n')
    return re.sub(r'SEIDEL_API [^;]*;', moved, code)


def declared(code):
    """The names that a declaration makes known."""
    code = COMMENT.sub('', code)
    if re.match(r'\s*typedef', code):
        return re.findall(r'\(\*(\w+)\)\s*\(', code)[:1] or re.findall(r'(\w+)\s*;', code)[-1:]
    return re.findall(r'^#define (\w+)', code, re.MULTILINE) + re.findall(r'\b(seidel_\w+)\s*\(', code) + re.findall(r'^extern[^;]*?(\w+)\s*;', code)


def chunks(text):
    """Pieces of a header between empty lines, those within braces left together: (comment before it, code)."""
    depth, piece, inside = 0, [], False
    for line in text.splitlines() + ['']:
        bare = re.sub(r'/\*.*?\*/', '', line)
        inside = '*/' not in bare if inside else '/*' in bare
        depth += 0 if inside else bare.count('{') - bare.count('}')
        if line.strip() or depth or inside:
            if not NO_DECLARATION.match(line):
                piece.append(line)
            continue
        if piece:
            whole = '\n'.join(piece)
            comment = re.match(r'/\*.*?\*/\n?', whole, re.DOTALL)
            yield (comment.group(0).strip() if comment else ''), whole[comment.end():] if comment else whole
        piece = []


def c_items():
    """(header, its first comment, [(names, words, code)])."""
    for path in headers():
        # That of the version is made by meson.
        made = path if os.path.exists(os.path.join(SOURCE, 'solvers', path)) else path + '.in'
        pieces = list(chunks(read('solvers', made)))
        about = words_of(pieces[0][0]) if pieces and not pieces[0][1].strip() else ''
        items = []
        for comment, code in pieces:
            if code.strip():
                names = declared(code)
                items.append((names, words_of(comment) if comment else '', code_of(code)))
        yield path, about, items


def c_page():
    yield '# Reference of the libraries'
    yield '`#include <seidel.h>` is `libseidel`, `#include <seidel-io.h>` is `libseidel-io`. How to begin: [c.md](c.md).'
    everything = list(c_items())
    for path, about, _ in everything:
        yield '- [%s](#%s): %s' % (path, anchor(path), about.split('\n')[0])
    for path, about, items in everything:
        yield '## ' + path
        yield escaped(about)
        for names, words, code in items:
            if names:
                yield '### ' + ', '.join('`%s`' % name for name in dict.fromkeys(names))
            if words:
                yield escaped(words)
            yield '```c\n%s\n```' % code.strip('\n')


def anchor(heading):
    """As GitHub makes it of a heading."""
    return re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-')


def escaped(words):
    return re.sub(r'([_*<`|])', r'\\\1', words)


def docstrings():
    """Of every function, class and method of the module, by “name” or “Class.name”."""
    found = {}
    for name in sorted(glob.glob(os.path.join(SOURCE, 'python', 'seidel', '_*.py'))):
        for node in ast.parse(read(name)).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found[node.name] = ast.get_docstring(node) or ''
                for method in node.body if isinstance(node, ast.ClassDef) else []:
                    if isinstance(method, ast.FunctionDef):
                        found['%s.%s' % (node.name, method.name)] = ast.get_docstring(method) or ''
    return found


def python_items():
    """(name, signature, docstring) in the order of the stubs."""
    texts = docstrings()
    stubs = read('python', 'seidel', '__init__.pyi')
    for node in ast.parse(stubs).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, 'class ' + node.name + ('(%s)' % ', '.join(map(ast.unparse, node.bases)) if node.bases else ''), texts.get(node.name, '')
            for member in node.body:
                name = getattr(member, 'name', None) or (member.target.id if isinstance(member, ast.AnnAssign) else None)
                if name:
                    yield '%s.%s' % (node.name, name), signature(member), texts.get('%s.%s' % (node.name, name), '')
        elif isinstance(node, ast.FunctionDef):
            yield node.name, signature(node), texts.get(node.name, '')


def signature(node):
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node)
    returns = ' -> ' + ast.unparse(node.returns) if node.returns else ''
    if any(ast.unparse(decorator) == 'property' for decorator in node.decorator_list):
        return node.name + returns.replace(' ->', ':')
    return '%s(%s)%s' % (node.name, ast.unparse(node.args), returns)


def markdown_of(docstring):
    """References in code, examples in blocks."""
    text = re.sub(r':\w+:`([^`]*)`', r'`\1`', docstring).replace('``', '`')
    pieces = []
    for paragraph in text.split('\n\n'):
        pieces.append('```pycon\n%s\n```' % paragraph if paragraph.lstrip().startswith('>>>') else paragraph)
    return '\n\n'.join(pieces)


def python_page():
    yield '# Reference of the Python module'
    yield markdown_of(ast.get_docstring(ast.parse(read('python', 'seidel', '__init__.py'))))
    yield 'How to begin: [python.md](python.md).'
    for name, text, docstring in python_items():
        yield '%s `%s`' % ('###' if '.' in name else '##', name)
        yield '```python\n%s\n```' % text
        if docstring:
            yield markdown_of(docstring)


def names(which):
    if which == 'c':
        for path, about, items in c_items():
            for found, words, code in items:
                said = len(words.split()) + len(' '.join(COMMENT.findall(code)).split())
                for name in found:
                    yield '%s %d' % (name, said or len(about.split()))
    else:
        for name, _, docstring in python_items():
            yield '%s %d' % (name, len(docstring.split()))


def main():
    which = sys.argv[1] if len(sys.argv) > 1 else ''
    if which not in ('c', 'python') or sys.argv[2:] not in ([], ['--names']):
        sys.exit(__doc__)
    if sys.argv[2:]:
        print('\n'.join(names(which)))
        return
    text = '\n\n'.join(c_page() if which == 'c' else python_page()) + '\n'
    # The list of headers is one list.
    print(re.sub(r'(\n- \[[^\n]*)\n(?=\n- \[)', r'\1', text), end='')


if __name__ == '__main__':
    main()
