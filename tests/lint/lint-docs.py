#!/usr/bin/python3
"""What README.md, CONTRIBUTING.md and doc/ name is there: files, functions, types, linked pages. TAP.

    lint-docs.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import re
import sys

TOPS = ('.ci', 'app', 'cuda', 'data', 'doc', 'examples', 'packaging', 'petsc', 'po', 'python', 'resources', 'solvers', 'tests', 'ui')
SOURCES = ('.c', '.h', '.cu', '.cuh')
CODE = re.compile(r'`([^`\n]+)`')
LINK = re.compile(r'\]\(([^)#:]+)\)')
FILE = re.compile(r'[\w./-]*[\w-]\.(?:c|h|cu|cuh|py|sh|md|manual|golden|ini|supp|symbols)')
SYMBOL = re.compile(r'\b(seidel_\w+|test_\w+|SEIDEL_[A-Z_]+|Seidel[A-Z]\w+)\b')
# What users make, or examples name.
MADE = re.compile(r'.*(NAME|…|\*|FOLDER|FILE).*|solve\.c|-\w+\.cu|seidel-\w+\.service')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def names_of_tree():
    """Every path of the tree, and the words of its sources."""
    paths, words = [], set()
    for top in TOPS:
        for folder, _, names in os.walk(top):
            for name in names:
                paths.append('/%s/%s' % (folder, name))
                if name.endswith(SOURCES + ('.build', '.py')):
                    words.update(re.findall(r'\w+', read(os.path.join(folder, name))))
    return paths, words


def check():
    paths, words = names_of_tree()
    for page in ['README.md', 'CONTRIBUTING.md'] + sorted(glob.glob('doc/**/*.md', recursive=True)):
        text = read(page)
        for link in LINK.findall(text):
            if not os.path.exists(os.path.join(os.path.dirname(page), link)):
                yield '%s: there is no %s' % (page, link)
        for code in CODE.findall(text):
            if FILE.fullmatch(code) and not MADE.fullmatch(code) and not os.path.exists(code) \
                    and not any(path.endswith('/' + code) for path in paths):
                yield '%s: there is no file %s' % (page, code)
            for symbol in SYMBOL.findall(code):
                if symbol not in words and 'NAME' not in code:
                    yield '%s: no source has %s' % (page, symbol)


def main():
    os.chdir(sys.argv[1])
    problems = sorted(set(check()))
    print('1..1')
    for problem in problems:
        print('# ' + problem)
    print('%s 1 - pages name what is there' % ('not ok' if problems else 'ok'))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
