#!/usr/bin/python3
"""seidel-cli session, and solve --session: what a session keeps of runs. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import sqlite3

from cli_cases import CLI, TRIDIAGONAL, read_csv, run_all, solve_json
from cli_tap import check, pdf_pages, read_png, same

ENTRY_KEYS = {'number', 'name', 'note', 'visible', 'begun', 'matrix', 'file', 'fingerprint', 'rows', 'columns',
              'nonzeros', 'machine', 'version', 'solution_kept', 'error', 'run'}


def show(path, *words):
    return json.loads(CLI.good('session', path, *words, '--json'))


def make(name):
    """A session of three runs of one matrix, and what solve --json said of them."""
    path = CLI.path(name)
    said = [solve_json(TRIDIAGONAL, '--session', path, '--threads', '1', '--method', method, *more)
            for method, *more in (['cg'], ['sor', '--omega', '1.25', '--ordering', 'rcm'], ['auto'])]
    return path, said


def test_show():
    """what a session has of each run is what solve printed of it"""
    path, said = make('three.seidel')
    entries = show(path)
    same([entry['number'] for entry in entries], [1, 2, 3])
    for entry, run in zip(entries, said):
        same(set(entry), ENTRY_KEYS)
        same(entry['run'], run)
        same((entry['matrix'], entry['rows'], entry['columns'], entry['nonzeros']), ('tridiagonal', 3, 3, 7))
        same(entry['file'], TRIDIAGONAL)
        check(entry['solution_kept'] and entry['error'] is None and entry['name'] is None, entry)
    check(len({entry['fingerprint'] for entry in entries}) == 1, 'one matrix, whatever its order')
    same(entries[1]['run']['parameters'], {'omega': 1.25})


def test_one():
    """--run: one run, as a list, as text and its history alone"""
    path, said = make('one.seidel')
    same([entry['run'] for entry in show(path, '--run', '2')], [said[1]])
    text = CLI.good('session', path, '--run', '2', '--csv', 'one.csv')
    for part in ('tridiagonal', 'fingerprint', 'omega', '1.25', 'rcm'):
        check(part in text, '%r is not in %s' % (part, text))
    rows = read_csv(CLI.path('one.csv'))
    same(int(rows[-1]['iteration']), said[1]['iterations'])
    same(len({row['run'] for row in rows}), 1)
    check('no run 9' in CLI.bad(1, 'session', path, '--run', '9'), 'the number')


def test_list():
    """a line for each run"""
    path, said = make('list.seidel')
    lines = CLI.good('session', path).strip().split('\n')
    same(len(lines), 4)
    for line, run in zip(lines[1:], said):
        check('Converged' in line and ' %d ' % run['iterations'] in line, line)


def test_report():
    """a page of one run, and of all runs; nothing else is drawn where the matrix is not at hand"""
    path, _ = make('report.seidel')
    CLI.good('solve', 'sample:poisson', '--method', 'cg', '--report', 'one.png')
    CLI.good('session', path, '--report', 'all.png')
    CLI.good('session', path, '--report', 'all.pdf')
    for name in ('one.png', 'all.png'):
        width, height, colours = read_png(CLI.path(name))
        same((width, height), (595, 842), name)
        check(len(colours) > 50, '%s has %d colours' % (name, len(colours)))
    same(pdf_pages(CLI.path('all.pdf')), 1, 'pages')
    CLI.bad(2, 'session', path, '--report', 'all.doc')


def test_fingerprint():
    """another value in the matrix is another fingerprint"""
    path = CLI.path('changed.seidel')
    with open(TRIDIAGONAL, encoding='utf-8') as file:
        text = file.read()
    for contents in (text, text.replace('3 3 4', '3 3 5'), text):
        solve_json(CLI.write('changing.mtx', contents), '--session', path)
    found = [entry['fingerprint'] for entry in show(path)]
    check(found[0] == found[2] != found[1], found)


def test_refused():
    """what is no session stays as it is, and the solution is written nevertheless"""
    other = CLI.path('other.seidel')
    with sqlite3.connect(other) as database:
        database.execute('CREATE TABLE run (id TEXT)')
    with open(other, 'rb') as file:
        before = file.read()
    done = CLI.run('solve', TRIDIAGONAL, '--session', other, '--output', 'kept.mtx')
    check(done.returncode == 1 and 'another program' in done.stderr, done.stderr)
    check(os.path.getsize(CLI.path('kept.mtx')) > 0, 'the solution')
    with open(other, 'rb') as file:
        same(file.read(), before)
    check('damaged' in CLI.bad(1, 'session', TRIDIAGONAL), 'why')
    check('the file of the matrix' in CLI.bad(2, 'solve', TRIDIAGONAL, '--session', TRIDIAGONAL), 'why')


run_all(globals())
