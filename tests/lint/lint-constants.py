#!/usr/bin/python3
"""Every constant by which something is predicted or chosen is in doc/develop/constants.md, with its data. TAP.

    lint-constants.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import re
import sys

# In these rooms every constant predicts or chooses; of others the page names the files.
ROOMS = ('solvers/cost', 'solvers/advisor', 'solvers/plan')
DEFINED = re.compile(r'^#[ \t]*define[ \t]+([A-Z][A-Z_0-9]*)[ \t]+\(*(?:\(\w+\) )?(?:INT64_C \()?-?(?:0x)?[0-9]', re.MULTILINE)
MEMBER = re.compile(r'^  (?:  )*\.(\w+) = \{?[ {]*-?[0-9]', re.MULTILINE)
# Members of tables that are no figures of a machine.
NO_FIGURES = {'device', 'threads'}
ROW = re.compile(r'^\| `([^`]+)` \| (.*) \| (.+) \|$', re.MULTILINE)


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def constants(path):
    text = read(path)
    found = set(DEFINED.findall(text))
    # Tables of constants; those of settings and plans are none.
    if path.startswith('solvers/cost/'):
        found |= {name for name in MEMBER.findall(text) if f'.{name} = ' in text} - NO_FIGURES
    return found


def check():
    named, rows = {}, 0
    for path, names, data in ROW.findall(read('doc/develop/constants.md')):
        rows += 1
        if len(data.split()) < 2:
            yield f'doc/develop/constants.md: no data for {names}'
        for name in re.findall(r'`(\w+)`', names):
            if name in named.setdefault(path, set()):
                yield f'doc/develop/constants.md: {name} of {path} is there twice'
            named[path].add(name)
    files = set(named)
    for room in ROOMS:
        files.update(path for path in glob.glob(room + '/*.[ch]') if constants(path))
    for path in sorted(files):
        there = constants(path) if os.path.exists(path) else set()
        for name in sorted(there - named.get(path, set())):
            yield f'{path}: {name} is not in doc/develop/constants.md: what was it fitted to?'
        for name in sorted(named.get(path, set()) - there):
            yield f'doc/develop/constants.md: {path} has no constant {name}'
    if rows == 0:
        yield 'doc/develop/constants.md has no rows'
    print(f'# {sum(map(len, named.values()))} constants in {len(files)} files')


def main():
    os.chdir(sys.argv[1])
    problems = sorted(check())
    print('1..1')
    for problem in problems:
        print('# ' + problem)
    print(('not ok' if problems else 'ok') + ' 1 - tuned constants name their data')
    return 1 if problems else 0


sys.exit(main())
