#!/usr/bin/python3
"""README.md and the guides: every command line runs, every method and format is named. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import re
import shlex
import subprocess

from cli_cases import CLI, FOLDER, run_all
from cli_tap import check, same

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')


def read(*parts):
    with open(os.path.join(SOURCE, *parts), encoding='utf-8') as file:
        return file.read()


def run_lines(page, least):
    """All in one folder, in their order, as a reader would."""
    lines = re.findall(r'^    seidel-cli (.*)$', read(*page), re.MULTILINE)
    check(len(lines) >= least, '%d lines' % len(lines))
    for line in lines:
        # What a line needs and may not be there, it says so.
        expected = [0, int(found.group(1))] if (found := re.search(r'# exit status (\d)', line)) else [0]
        done = subprocess.run([CLI.program, *shlex.split(line, comments=True)], cwd=FOLDER, capture_output=True, text=True, check=False,
                              env=dict(os.environ, XDG_DATA_HOME=CLI.path('data'), XDG_CACHE_HOME=CLI.path('cache')))
        check(done.returncode in expected, '%s: %d, %s' % (line, done.returncode, done.stderr))
        check(done.stdout or done.stderr or '--output' in line, line)


def test_readme():
    """the command lines of README.md"""
    run_lines(['README.md'], 4)


def test_guide():
    """the command lines of the user's guide"""
    run_lines(['doc', 'guide.md'], 30)
    for name in ('p27.mtx', 'cavity.npz', 'pattern.png', 'levels.pdf', 'sweep.html', 'history.csv', 'x.mtx', 'mine.csv', 'L.npz'):
        check(os.path.getsize(CLI.path(name)) > 0, name)


def listed(command):
    return json.loads(CLI.good(command, '--json'))


def test_solvers():
    """doc/solvers.md names every method, preconditioner and ordering, and no other"""
    named = set(re.findall(r'`([a-z0-9-]+)`', read('doc', 'solvers.md')))
    there = {row['id'] for command in ('methods', 'preconditioners', 'orderings') for row in listed(command)}
    same(sorted(there - named), [], 'not named')
    others = {'auto', 'serial', 'levels', 'point-to-point', 'passes', 'preconditioners', 'methods', 'orderings', 'engines'}
    same(sorted(name for name in named - there - others if not name.startswith('-')), [], 'named, but not there')


def test_formats():
    """doc/file-formats.md has a row for each format, with its endings, and what is written"""
    rows = [row.split('|') for row in read('doc', 'file-formats.md').split('\n') if row.startswith('| ') and '`.' in row]
    formats = listed('formats')
    same(len(rows), len(formats))
    for row, known in zip(rows, formats):
        endings = re.findall(r'`(\.[a-z0-9.]+)`', row[2])
        check(endings == known['suffixes'] or ('and so on' in row[2] and set(endings) <= set(known['suffixes'])), known['id'])
        same('matrices' in row[4], known['writes_matrices'] or known['keeps_rhs'], known['id'])
        same('vectors' in row[4], known['writes_vectors'], known['id'])


run_all(globals())
