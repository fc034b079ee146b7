#!/usr/bin/python3
"""The commands of seidel-cli that look at a matrix, order or make one. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import re
import tempfile

from cli_cases import (
    CLI, DISORDER, HEAD, INFO_KEYS, LEVEL_KEYS, LOWER, MATRICES, RECTANGULAR, SOLVE_KEYS, TRIDIAGONAL,
    published, read_csv, solve_json, run_all)
from cli_tap import check, help_options, same


def test_info():
    """info: JSON of small matrices, worked by hand"""
    info = json.loads(CLI.good('info', TRIDIAGONAL, '--json'))
    same(set(info), INFO_KEYS, 'keys')
    for key, value in {'name': 'tridiagonal', 'rows': 3, 'columns': 3, 'stored': 7, 'nonzeros': 7,
                       'explicit_zeros': 0, 'pattern_symmetric': True, 'value_symmetric': True,
                       'row_dominant': True, 'column_dominant': True, 'bandwidth': 1,
                       'diagonals': 3, 'longest_row': 3, 'duplicates': 0, 'empty_rows': 0,
                       'skew_symmetric': False, 'lower_triangular': False,
                       'upper_triangular': False, 'smallest_magnitude': 1,
                       'largest_magnitude': 4, 'smallest_row': 4, 'largest_row': 4, 'smallest_column': 4,
                       'largest_column': 4, 'finite': True, 'lower_bandwidth': 1,
                       'upper_bandwidth': 1, 'node_unknowns': 1,
                       'diagonal': {'full': True, 'missing': 0, 'zero': 0}}.items():
        same(info[key], value, key)
    same(set(info['levels']), {'forward', 'backward'})
    for direction in info['levels'].values():
        same(direction, {'count': 3, 'widest': 1, 'narrowest': 1, 'max_dependencies': 1,
                         'mean_dependencies': 2 / 3})
    info = json.loads(CLI.good('info', '--json', LOWER))
    same((info['stored'], info['nonzeros'], info['explicit_zeros'], info['duplicates']),
         (7, 6, 2, 1))
    same(info['diagonal'], {'full': False, 'missing': 1, 'zero': 1})
    same((info['pattern_symmetric'], info['value_symmetric']), (False, False))
    same((info['lower_triangular'], info['upper_triangular']), (True, False))
    same((info['lower_bandwidth'], info['upper_bandwidth']), (2, 0))
    same([info[key] for key in ('smallest_row', 'largest_row', 'smallest_column', 'largest_column')], [1, 6, 1, 6])
    same((info['levels']['forward']['count'], info['levels']['backward']['count']), (3, 1))
    path = CLI.write('odd.mtx', HEAD + '3 3 3\n1 3 -8\n3 1 8\n1 1 nan\n')
    info = json.loads(CLI.good('info', '--json', path))
    same((info['finite'], info['smallest_magnitude'], info['empty_rows']), (False, 8, 1))
    info = json.loads(CLI.good('info', '--json', RECTANGULAR))
    same((info['rows'], info['columns']), (2, 3))
    same(info['levels'], {'forward': None, 'backward': None})


def test_readings():
    """info: how a text that does not say what it is was read, and what it could be"""
    CLI.write('list.txt', '% a comment\n2 2 3\n0 0 4.5\n0 1 -1.5\n1 1 4.5\n')
    info = json.loads(CLI.good('info', 'list.txt', '--json'))
    same((info['rows'], info['nonzeros'], info['reading']), (2, 3, 'sized-entries,from-0'), 'list.txt')
    check('declares 2 rows' in info['evidence'], info['evidence'])
    text = CLI.good('info', 'list.txt')
    check('read as' in text and '--read-as sized-entries,from-0' in ' '.join(text.split()), text)
    CLI.write('doubtful.txt', '1 1 2.5\n2 2 3.5\n3 3 1.5\n')
    refused = CLI.bad(1, 'info', 'doubtful.txt')
    check(all(word in refused for word in ('(entries)', '(table)', '--read-as')), refused)
    for reading, nonzeros in ('entries', 3), ('table', 9):
        same(json.loads(CLI.good('info', 'doubtful.txt', '--json', '--read-as', reading))['nonzeros'], nonzeros, reading)
    CLI.bad(2, 'info', 'doubtful.txt', '--read-as', 'pear')
    same(json.loads(CLI.good('info', TRIDIAGONAL, '--json'))['reading'], None, 'a banner')


def test_info_names():
    """info: names of hostile bytes, and what cannot be read"""
    CLI.bad(1, 'info', 'missing.mtx')
    CLI.bad(1, 'info', CLI.write('broken.mtx', HEAD + '2 2 2\n1 1 1\n3 1 1\n'))
    name = 'red\x1b[31m.mtx'
    CLI.write(name, HEAD + '1 1 1\n1 1 1\n')
    check('\x1b' not in CLI.good('info', name), 'a control sequence')
    same(json.loads(CLI.good('info', name, '--json'))['name'], 'red\x1b[31m')
    check('\x1b' not in CLI.bad(1, 'info', 'not' + name), 'a control sequence')
    check('\x9b' not in CLI.bad(1, 'info', 'not\x9b31m.mtx'), 'a control sequence in eight bits')
    lessons = CLI.path('lessons-of-others')
    os.mkdir(lessons)
    CLI.write('lessons-of-others/x.json', '{"\\u001b[31m": 1}')
    done = CLI.run('lesson', 'list', env={'SEIDEL_LESSONS_DIR': lessons})
    check('x.json' in done.stderr and '\x1b' not in done.stderr, done.stderr)
    CLI.write('-dash.mtx', HEAD + '1 1 1\n1 1 1\n')
    same(json.loads(CLI.good('info', '--json', '--', '-dash.mtx'))['rows'], 1, 'a name with a dash')


def test_samples():
    """samples: every one is read by its name, with and without the endings"""
    for sample in json.loads(CLI.good('samples', '--json')):
        same(set(sample), {'id', 'name', 'sentence', 'path', 'recipe'})
        info = json.loads(CLI.good('info', sample['id'], '--json'))
        check(info['rows'] > 1, sample)
        same(json.loads(CLI.good('info', sample['id'].split('.')[0], '--json'))['name'], info['name'])
    CLI.bad(1, 'info', 'sample:')


def test_levels():
    """levels: JSON of small matrices, both directions, and the table"""
    levels = json.loads(CLI.good('levels', LOWER, '--json'))
    same(set(levels), LEVEL_KEYS | {'name', 'direction', 'ordering', 'natural', 'rows', 'nonzeros',
                                     'statistics', 'threads'})
    same(levels['direction'], 'forward')
    # Rows 1 and 2 wait for nothing, row 3 for row 1, row 4 for rows 2 and 3.
    same((levels['count'], levels['rows'], levels['nonzeros']), (3, [2, 1, 1], [2, 1, 3]))
    same((levels['widest'], levels['narrowest']), (2, 1))
    same((levels['mean_dependencies'], levels['max_dependencies']), (3 / 4, 2))
    same(levels['statistics'],
         {'max_kernel_iterations': 3, 'max_speedup': 4 / 3, 'mean_rows': 4 / 3, 'median_rows': 1,
          'max_lines_at_once': 2, 'min_lines_at_once': 1, 'average_dependencies': 0.75, 'max_dependencies': 2,
          # Of the rows, in levels with fewer of them than threads.
          'narrow_share': {1: 0, 2: 0.5}.get(levels['threads'], 1)})
    levels = json.loads(CLI.good('levels', LOWER, '--direction=backward', '--json'))
    same((levels['direction'], levels['rows']), ('backward', [4]))
    CLI.bad(2, 'levels', LOWER, '--direction', 'up')
    CLI.bad(1, 'levels', RECTANGULAR)


def test_row():
    """--row: one row of info, levels and solve, as the file counts it"""
    row = json.loads(CLI.good('info', LOWER, '--row', '4', '--json'))['row']
    same((row['row'], row['position'], row['entries'], row['diagonal'], row['rest']), (4, 4, 3, 1, 1))
    same(row['off_diagonal'], [{'column': 2, 'value': -1}, {'column': 3, 'value': 0}])
    same(row['forward'], {'level': 3, 'waits_for': [2, 3], 'longest_for': 3, 'waiting': []})
    same(row['backward'], {'level': 1, 'waits_for': [], 'waiting': []})
    # Row 3 has no diagonal entry, and row 4 waits for it.
    row = json.loads(CLI.good('levels', LOWER, '--row=3', '--json'))['row']
    same((row['diagonal'], row['forward']['waiting']), (None, [4]))
    # The levels of a row in both directions, whichever the others are shown of.
    for order in ['natural', 'rcm']:
        for direction in ['forward', 'backward']:
            row = json.loads(CLI.good('levels', DISORDER, '--row=2', '--direction', direction, '--ordering', order, '--json'))['row']
            known = json.loads(CLI.good('info', DISORDER, '--row=2', '--ordering', order, '--json'))['row']
            same([row[way]['level'] for way in ('forward', 'backward')], [known[way]['level'] for way in ('forward', 'backward')])
    # Wherever an ordering puts it, it is the row of the file.
    for order in ['natural', 'rcm', 'random:3']:
        row = solve_json(DISORDER, '--method', 'gauss-seidel', '--ordering', order, '--row', '2')['row']
        same((row['row'], sorted((item['column'], item['value']) for item in row['off_diagonal'])), (2, [(3, -1), (4, -1)]))
        equation = row['equation']
        same(equation['sum'], sum(item['product'] for item in row['off_diagonal']))
        same(equation['result'], (equation['b'] - equation['sum']) / row['diagonal'])
        check(abs(equation['residual']) < 1e-6 and abs(equation['error']) < 1e-6, equation)
    # Of a complex matrix both rows of its real form.
    hermitian = CLI.write('row.mtx', HEAD.replace('real general', 'complex hermitian') + '2 2 3\n1 1 4 0\n2 1 1 -2\n2 2 5 0\n')
    found = solve_json(hermitian, '--method', 'gmres', '--row', '1')
    same((found['row']['row'], found['imaginary_row']['row']), (1, 1))
    for words in [['info'], ['levels'], ['solve', '--method', 'cg']]:
        CLI.bad(1, words[0], TRIDIAGONAL, *words[1:], '--row', '4')
        CLI.bad(2, words[0], TRIDIAGONAL, *words[1:], '--row', '0')


def test_orderings_compared():
    """orderings: JSON and tables of a matrix, every ordering with its levels, times and sweeps"""
    compared = json.loads(CLI.good('orderings', TRIDIAGONAL, '--measure', '--json'))
    same(set(compared), {'name', 'machine', 'device', 'measured_by', 'threads', 'orderings'})
    same((compared['threads'][0], compared['measured_by']), (1, 'cpu'))
    listed = [row['id'] for row in json.loads(CLI.good('orderings', '--json'))]
    same([row['ordering'].split(':')[0] for row in compared['orderings']], listed)
    for row in compared['orderings']:
        same(set(row), {'ordering', 'name', 'order_seconds', 'bandwidth', 'levels', 'mean_rows', 'median_rows', 'widest_rows',
                        'predicted', 'predicted_device', 'measured', 'sweeps', 'reduction', 'sweeps_a_digit',
                        'seconds_a_digit', 'seconds_a_digit_device', 'run', 'note'})
        same((len(row['predicted']), len(row['measured'])), (len(compared['threads']),) * 2)
        check(all(0 < seconds < 1 for seconds in row['predicted'] + row['measured'] + [row['predicted_device']]), row)
        # Three rows in a line: one after the other, or the middle after both ends, or before them.
        same(row['mean_rows'], 3 / row['levels'])
        check(row['levels'] in (2, 3) and row['sweeps'] > 5 and row['reduction'] < 1e-6 and row['note'] is None, row)
    natural = compared['orderings'][0]
    same((natural['levels'], natural['bandwidth'], natural['widest_rows']), (3, 1, 1))
    same([row['run'] for row in compared['orderings']], [None] * len(listed))
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, 'orderings.csv')
        ran = json.loads(CLI.good('orderings', TRIDIAGONAL, '--method', 'cg', '--csv', table, '--json'))['orderings']
        for row in ran:
            same((row['run']['reason'], row['run']['iterations'], row['run']['chosen']), ('converged-relative', 2, None))
            check(0 < row['run']['seconds'] <= row['run']['total_seconds'], row)
        lines = read_csv(table)
        same([line['ordering'] for line in lines], [row['ordering'] for row in ran])
        same([float(line['run_total']) for line in lines], [row['run']['total_seconds'] for row in ran])
    # What is chosen depends on the order, and the iterations with it: the table says by what they were.
    for row in json.loads(CLI.good('orderings', 'poisson-5 --size 4', '--method', 'auto', '--json'))['orderings']:
        solved = solve_json('poisson-5 --size 4', '--ordering', row['ordering'])
        same(row['run']['chosen'].split(' + '), [solved[key] for key in ('method', 'preconditioner') if solved[key] != 'none'])
    text = CLI.good('orderings', LOWER, '--predict-for', 'none')
    check('H200' not in text and 'Reverse Cuthill-McKee' in text, text)
    CLI.bad(1, 'orderings', RECTANGULAR)


def test_orderings():
    """orderings: JSON has the keys of the contract"""
    orderings = json.loads(CLI.good('orderings', '--json'))
    for ordering in orderings:
        same(set(ordering), {'id', 'name', 'sentence', 'takes_seed'})
    same([ordering['id'] for ordering in orderings],
         ['natural', 'rcm', 'amd', 'level', 'multicolor', 'nested-dissection', 'random'])


def test_ordering():
    """--ordering: info and levels show what it changed"""
    info = json.loads(CLI.good('info', DISORDER, '--json'))
    same((info['bandwidth'], info['ordering'], info['order_seconds'], info['natural']),
         (3, 'natural', 0, None))
    info = json.loads(CLI.good('info', DISORDER, '--json', '--ordering', 'rcm'))
    same((info['bandwidth'], info['diagonals'], info['ordering']), (1, 3, 'rcm'))
    same(set(info['natural']), {'bandwidth', 'diagonals', 'levels'})
    same(info['natural']['bandwidth'], 3)
    same([info['natural']['levels'][d]['count'] for d in ['forward', 'backward']], [2, 2])
    same([info['levels'][d]['count'] for d in ['forward', 'backward']], [4, 4])
    levels = json.loads(CLI.good('levels', DISORDER, '--json', '--ordering', 'random:1'))
    same((levels['ordering'], levels['rows'], levels['natural']['count']), ('random:1', [2, 1, 1], 2))
    same(set(levels['natural']), LEVEL_KEYS)
    same(json.loads(CLI.good('levels', DISORDER, '--json'))['natural'], None)
    for name in ['info', 'levels']:
        CLI.bad(2, name, DISORDER, '--ordering', 'up')
        CLI.bad(1, name, RECTANGULAR, '--ordering', 'rcm')


def test_outputs():
    """solve: the solution may replace the initial guess"""
    CLI.write('numbers.txt', '1\n2\n3\n')
    found = solve_json(TRIDIAGONAL, '--guess', 'numbers.txt', '--output', 'numbers.txt')
    same(solve_json(TRIDIAGONAL, '--guess', 'numbers.txt')['iterations'], 0, found)


def test_generate():
    """generate: kinds and parameters come from the table, files read back"""
    listing = CLI.good('generate', '--list')
    same(CLI.good('generate'), listing)
    kinds = re.findall(r'^([a-z0-9-]+): ', listing, re.MULTILINE)
    check('poisson-5' in kinds and len(kinds) >= 3, kinds)
    for kind in kinds:
        parameters = help_options(CLI.good('generate', kind, '--help'))
        words = ['--size', 4] if 'size' in parameters else []
        CLI.good('generate', kind, *words, '--output', 'g.mtx')
        info = json.loads(CLI.good('info', 'g.mtx', '--json'))
        check(info['nonzeros'] > 0, kind)
    CLI.good('generate', '--output', 'g.mtx', 'poisson-5', '--size=3')
    info = json.loads(CLI.good('info', 'g.mtx', '--json'))
    # Nine points, 12 neighbours on the grid counted twice.
    same((info['rows'], info['nonzeros'], info['value_symmetric']), (9, 9 + 24, True))


def test_known_matrices():
    """known matrices: their sizes, and runs that must converge; from files where these are at hand"""
    truss, cavity, wind = [CLI.path(name + '.mtx') for name in ('truss', 'cavity', 'wind')]
    CLI.good('generate', 'truss', '--size', 20, '--output', truss)
    CLI.good('generate', 'stokes-cavity', '--size', 12, '--output', cavity)
    CLI.good('generate', 'convection-diffusion', '--size', 30, '--output', wind)
    load = CLI.write('load.mtx', '%%MatrixMarket matrix array real general\n120 1\n'
                     + '0\n' * 119 + '-1\n')
    complex_one = CLI.write('complex.mtx', HEAD.replace('real', 'complex') + '1 1 1\n1 1 2 -3\n')
    sizes = [(truss, 120, 926), (cavity, 407, 2280), (wind, 900, 4380), (complex_one, 1, 1)]
    solves = [(truss, '--method', 'cg', '--tolerance', '1e-10'), (wind,),
              (complex_one, '--method', 'gmres')]
    right_hand_sides = [(truss, load, 'cg')]
    refused = [('solve', cavity, '--method', 'gauss-seidel')]
    if os.path.isdir(MATRICES):
        sizes += [(published('bcsstk14'), 1806, 63454), (published('jpwh_991'), 991, 6027),
                  (published('sherman1'), 1000, 3750), (published('nos4'), 100, 594),
                  (published('young1c'), 841, 4089)]
        solves += [(published('nos4'), '--method', 'cg', '--tolerance', '1e-10'),
                   (published('jpwh_991'),), (published('young1c'), '--method', 'auto')]
        right_hand_sides += [(published('sherman1'), published('sherman1_rhs1'),
                              'gauss-seidel-symmetric')]
        refused += [('solve', published('west0479'), '--method', 'gauss-seidel')]
    for path, rows, nonzeros in sizes:
        info = json.loads(CLI.good('info', path, '--json'))
        same((info['rows'], info['columns'], info['nonzeros']), (rows, rows, nonzeros), path)
    for words in solves:
        found = solve_json(*words)
        check(found['converged'] and found['error_inf'] < 1e-5, found)
    for path, rhs, method in right_hand_sides:
        found = solve_json(path, '--rhs', rhs, '--method', method, '--tolerance', '1e-6',
                           '--threads', 1)
        same(set(found) - {'ritz'}, SOLVE_KEYS, 'with a right-hand side from a file the solution is not known')
    for words in refused:
        CLI.bad(1, *words)


run_all(globals())
