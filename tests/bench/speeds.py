#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of speeds, doc/speeds.md, from the rows in doc/speeds/.

    speeds.py ROOT                              writes the page
    speeds.py ROOT MACHINE ROWS DATE REVISION   takes rows into MACHINE.tsv, instead of older ones about the same, and writes it
    speeds.py ROOT --check                      TAP: the page says what the rows say

A file begins with a line “# …” that says where its rows are from; a row is date, revision, what was measured, and the figure,
divided by tabs. ROWS, which ./dev bench --record makes, has the last two alone.
"""
import os
import re
import sys

HEAD = """# How fast it is

Medians of `./dev bench`, each compared with a reference measured in the same run; every result is checked. This page is made
from the files in `doc/speeds/`. `./dev bench --record MACHINE [NAME…]` measures, keeps the rows in `doc/speeds/MACHINE.tsv`
with their date and the revision of the program, and makes the page again. Record on a machine that does nothing else.
"""


def read_rows(path):
    """The first line, and the rows."""
    with open(path, encoding='utf-8') as file:
        head, *lines = file.read().splitlines()
    rows = [line.split('\t') for line in lines]
    assert head.startswith('# ') and all(len(row) == 4 for row in rows), path
    return head, rows


def cell(text):
    return text.replace('|', '\\|')


def make_page(root):
    page = [HEAD]
    folder = os.path.join(root, 'doc', 'speeds')
    for name in sorted(os.listdir(folder)):
        head, rows = read_rows(os.path.join(folder, name))
        page.append('## %s\n' % head[2:])
        page += ['| | | measured |', '|---|---|---|']
        page += ['| %s | %s | %s, %s |' % (cell(what), cell(figure), date, revision) for date, revision, what, figure in rows]
        page.append('')
    return '\n'.join(page)


def subject(row):
    """What a row is about: without a figure that it gives of the reference."""
    return re.sub(r' \([\d.]+ [^()]*\)$', '', row[2])


def record(root, machine, rows_path, date, revision):
    path = os.path.join(root, 'doc', 'speeds', machine + '.tsv')
    head, rows = read_rows(path) if os.path.exists(path) else ('# ' + machine, [])
    with open(rows_path, encoding='utf-8') as file:
        new = [[date, revision, *line.split('\t')] for line in file.read().splitlines()]
    fresh = {subject(row): row for row in new}
    rows = [fresh.pop(subject(row), row) for row in rows] + [row for row in new if fresh.pop(subject(row), None)]
    with open(path, 'w', encoding='utf-8') as file:
        file.write(head + '\n' + ''.join('\t'.join(row) + '\n' for row in rows))


def main(root, *arguments):
    page_path = os.path.join(root, 'doc', 'speeds.md')
    if arguments == ('--check',):
        with open(page_path, encoding='utf-8') as file:
            same = file.read() == make_page(root)
        print('1..1\n%s 1 - doc/speeds.md is made from doc/speeds/' % ('ok' if same else 'not ok'))
        return 0 if same else 1
    if arguments:
        record(root, *arguments)
    with open(page_path, 'w', encoding='utf-8') as file:
        file.write(make_page(root))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
