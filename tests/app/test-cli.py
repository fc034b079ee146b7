#!/usr/bin/python3
"""The commands of seidel-cli that look at matrices and solve. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import math
import os
import re
import tempfile
import zipfile
from random import Random

from cli_cases import (
    CLI, DEVICE_KEYS, DIVERGING, FOLDER, HEAD, INFO_KEYS, LEVEL_KEYS, LOWER, MATRICES, PRECISIONS,
    RECTANGULAR, RESIDUAL_KEYS, SECONDS_KEYS, SOLVE_KEYS, STORAGES, TRIDIAGONAL, published, read_csv,
    read_vector, solve_json, run_all)
from cli_tap import Skip, check, help_options, near, read_png, same


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
    CLI.write('list.txt', '% a comment\n2 2 3\n0 0 4\n0 1 -1\n1 1 4\n')
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
            same((row['run']['reason'], row['run']['iterations']), ('converged-relative', 2))
            check(0 < row['run']['seconds'] <= row['run']['total_seconds'], row)
        lines = read_csv(table)
        same([line['ordering'] for line in lines], [row['ordering'] for row in ran])
        same([float(line['run_total']) for line in lines], [row['run']['total_seconds'] for row in ran])
    text = CLI.good('orderings', LOWER, '--predict-for', 'none')
    check('H200' not in text and 'Reverse Cuthill-McKee' in text, text)
    CLI.bad(1, 'orderings', RECTANGULAR)


def test_why():
    """solve --why: the cause with its figures, and next steps that were tried"""
    found = json.loads(CLI.good('solve', 'poisson-5 --size 40', '--method', 'gmres', '--restart', '3',
                               '--max-iterations', '60', '--why', '--json', status=3))
    first = found['diagnosis'][0]
    same((first['cause'], set(first)), ('restart', {'cause', 'name', 'measured', 'steps'}))
    for step in first['steps']:
        same(set(step), {'options', 'rhs', 'converged', 'reason', 'message', 'iterations', 'seconds'})
    cured = [step for row in found['diagnosis'] for step in row['steps'] if step['converged']]
    check(cured, found['diagnosis'])
    # What is said of a step is what its options do.
    again = json.loads(CLI.good('solve', 'poisson-5 --size 40', '--max-iterations', '60', *cured[0]['options'].split(), '--json'))
    same(again['iterations'], cured[0]['iterations'])
    text = CLI.run('solve', LOWER, '--method', 'cg', '--why').stdout
    check('symmetry' in text and 'half of a symmetric matrix' in text, text)
    check('diagnosis' not in json.loads(CLI.good('solve', TRIDIAGONAL, '--why', '--json')), 'a run that converged')


def test_race():
    """race: two runs of one system, and how their solutions differ"""
    found = json.loads(CLI.good('race', TRIDIAGONAL, '--method', 'gauss-seidel', '--against', 'method=cg,precision=single',
                                '--json'))
    same([(run['method'], run['precision']) for run in found['runs']], [('gauss-seidel', 'double'), ('cg', 'single')])
    same((found['difference']['over'], found['difference']['not_finite']), (0, 0))
    found = json.loads(CLI.good('race', TRIDIAGONAL, '--method', 'jacobi', '--against', 'threads=1', '--threads', '2',
                                '--json'))
    same([run['threads'] for run in found['runs']], [2, 1])
    same(found['difference']['identical'], 3)
    same(CLI.run('race', DIVERGING, '--method', 'gauss-seidel', '--against', 'method=lu', '--rhs', 'ones').returncode, 3)
    CLI.bad(1, 'race', LOWER, '--method', 'gmres', '--against', 'method=cg')
    for wrong in ('engine', 'size=3', 'rhs=ones', 'method=nosuch', 'nosuch=1'):
        CLI.bad(2, 'race', TRIDIAGONAL, '--against', wrong)
    CLI.bad(2, 'race', TRIDIAGONAL)


def test_compare():
    """compare: JSON of two solutions, of other formats, of complex numbers"""
    one, other = CLI.write('one.txt', '1\n2\n-4\n'), CLI.write('other.txt', '1 2.5 -4')
    found = json.loads(CLI.good('compare', one, other, '--json', '--matrix', TRIDIAGONAL))
    same({name: value for name, value in found.items() if not isinstance(value, dict)},
         {'n': 3, 'complex': False, 'threshold': 1e-3, 'absolute': 0.5, 'absolute_row': 2, 'relative': 0.2, 'relative_row': 2,
          'norm_2': 0.5, 'over': 1, 'identical': 2, 'not_finite': 0})
    # b = A 1 = (3 2 3); A x = (2 11 -18) and (1.5 13 -18.5).
    near(found['residual_x']['norm_2'], math.sqrt(1 + 81 + 441), 1e-12)
    near(found['residual_y']['norm_2'], math.sqrt(1.5 ** 2 + 121 + 21.5 ** 2), 1e-12)
    near(found['residual_x']['relative'], math.sqrt(523 / 22), 1e-12)
    same(found['residual_x']['norm_inf'], 21)
    CLI.good('solve', TRIDIAGONAL, '--method', 'lu', '--output', 'solved.npy')
    CLI.good('solve', TRIDIAGONAL, '--method', 'lu', '--output', 'solved.mtx')
    found = json.loads(CLI.good('compare', 'solved.npy', 'solved.mtx', '--json'))
    same((found['identical'], found['over'], found['absolute_row']), (3, 0, None))
    head = HEAD.replace('coordinate real', 'array complex')
    first, second = (CLI.write(f'complex-{i}.mtx', head + f'2 1\n1 1\n2 {i}\n') for i in (0, 5))
    found = json.loads(CLI.good('compare', first, second, '--json'))
    same((found['complex'], found['n'], found['absolute'], found['absolute_row']), (True, 2, 5, 2))
    CLI.bad(1, 'compare', first, second, '--matrix', TRIDIAGONAL)
    CLI.bad(1, 'compare', one, TRIDIAGONAL)


LEAST_SQUARES = {'lsqr', 'lsmr', 'cgls', 'qr'}


def is_of_petsc(row):
    """Whether a method or a preconditioner is PETSc's own, which only its engine has."""
    return row['id'].startswith('petsc-')


def is_of_library(row):
    """Whether it is that of a library which only the engine of several processes or of a device has."""
    return is_of_petsc(row) or row['id'] == 'cudss'


def test_methods():
    """methods and engines: JSON has the keys of the contract"""
    methods = json.loads(CLI.good('methods', '--json'))
    for method in methods:
        same(set(method), {'id', 'name', 'sentence', 'family', 'needs', 'parameters', 'preconditioners', 'engines',
                           'strategies', 'precisions', 'storages'})
        same('cpu' in method['engines'], not is_of_library(method), method['id'])
        check(not is_of_petsc(method) or method['engines'] == ['petsc'], method['id'])
        same('square' in method['needs'], method['id'] not in LEAST_SQUARES, method['id'])
        check(method['precisions'] and set(method['precisions']) <= set(PRECISIONS), method)
    ids = [method['id'] for method in methods]
    for name in ['jacobi', 'gauss-seidel', 'gauss-seidel-backward', 'gauss-seidel-symmetric', 'cg']:
        check(name in ids, name)
    cg = methods[ids.index('cg')]
    same((cg['strategies'], cg['family'], cg['parameters'], cg['precisions']),
         ([], 'Krylov', [], PRECISIONS))
    check({'jacobi', 'ssor'} <= set(cg['preconditioners']) and 'none' not in cg['preconditioners'], cg)
    check('ilu0' not in cg['preconditioners'], 'it is not symmetric')
    same(methods[ids.index('sor')]['parameters'], ['omega'])
    same((cg['storages'], methods[ids.index('umfpack')]['storages']), (STORAGES, []))
    same(methods[ids.index('umfpack')]['engines'], ['cpu'])
    check('serial' in methods[ids.index('gauss-seidel')]['strategies'], 'strategies')
    engines = json.loads(CLI.good('engines', '--json'))
    for engine in engines:
        same(set(engine) - {'sentence'}, {'id', 'name', 'available', 'why_not', 'devices',
                                          'strategies', 'storages', 'arithmetic'})
        check(not engine['available'] or engine['storages'][0] == 'csr', engine)
        same(engine['why_not'] is None, engine['available'], engine['id'])
    same([(e['id'], e['available']) for e in engines if e['id'] == 'cpu'], [('cpu', True)])


def test_preconditioners():
    """preconditioners: JSON has the keys of the contract"""
    kinds = json.loads(CLI.good('preconditioners', '--json'))
    methods = {method['id']: method for method in json.loads(CLI.good('methods', '--json'))}
    for kind in kinds:
        same(set(kind), {'id', 'name', 'sentence', 'needs', 'parameters', 'keeps_symmetry', 'methods', 'engines'})
        same('cpu' in kind['engines'], not is_of_petsc(kind), kind['id'])
        if kind['id'] != 'none':
            same([m for m in methods if kind['id'] in methods[m]['preconditioners']], kind['methods'])
    same(kinds[0]['id'], 'none')
    same(kinds[0]['methods'], list(methods), 'every method can do without')
    same([kind['parameters'] for kind in kinds if kind['id'] == 'ssor'], [['preconditioner-omega']])


def test_orderings():
    """orderings: JSON has the keys of the contract"""
    orderings = json.loads(CLI.good('orderings', '--json'))
    for ordering in orderings:
        same(set(ordering), {'id', 'name', 'sentence', 'takes_seed'})
    same([ordering['id'] for ordering in orderings],
         ['natural', 'rcm', 'amd', 'level', 'multicolor', 'nested-dissection', 'random'])


# The line 1 - 4 - 2 - 3, numbered in disorder; rows 1 and 4 differ in their sums.
DISORDER = CLI.write('disorder.mtx', HEAD + '4 4 10\n1 1 9\n1 4 -1\n2 2 4\n2 3 -1\n2 4 -1\n3 2 -1\n'
                     '3 3 4\n4 1 -1\n4 2 -1\n4 4 5\n')


def test_ordering():
    """--ordering: info and levels tell what it changed"""
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


def test_solve_ordering():
    """solve: the solution is written in the numbering of the file, whatever the order"""
    CLI.write('b4.txt', '8\n2\n3\n3\n')
    for ordering in ['natural', 'rcm', 'level', 'multicolor', 'random:3']:
        found = solve_json(DISORDER, '--method', 'gauss-seidel', '--rhs', 'b4.txt', '--ordering', ordering, '--output', 'x4.mtx',
                           '--tolerance', '1e-14')
        same((found['ordering'], found['converged']), (ordering, True))
        same(found['seconds']['ordering'] > 0, ordering != 'natural', 'what the order cost')
        near(found['seconds']['total'], sum(found['seconds'].values()) - found['seconds']['total'],
             1e-9, 'total')
        for value in read_vector(CLI.path('x4.mtx')):
            near(value, 1.0, 1e-13, ordering)
    # Only row 1 has another solution than the rest.
    CLI.write('b5.txt', '17\n2\n3\n2\n')
    solve_json(DISORDER, '--rhs', 'b5.txt', '--ordering', 'rcm', '--output', 'x5.mtx', '--tolerance',
               '1e-14')
    for value, expected in zip(read_vector(CLI.path('x5.mtx')), [2, 1, 1, 1]):
        near(value, expected, 1e-13)
    # Row 2 of four has no diagonal entry. By colour, rows 1 and 4 come first, then 2 and 3.
    lacking = CLI.write('lacking.mtx', HEAD + '4 4 7\n1 1 1\n1 2 1\n2 1 1\n2 4 1\n3 1 1\n3 3 1\n4 4 1\n')
    CLI.bad(1, 'solve', lacking, '--method', 'gauss-seidel', '--ordering', 'multicolor')
    CLI.bad(1, 'solve', RECTANGULAR, '--method', 'gauss-seidel', '--ordering', 'level')


def test_storage():
    """--storage: solve obeys and reports it, info reports the memory before anything is converted"""
    info = json.loads(CLI.good('info', TRIDIAGONAL, '--json'))
    same(set(info['storage']), {*STORAGES, 'proposed'})
    check(3 * 3 * 8 <= info['storage']['dense'] < 200, 'nine numbers and little more')
    check(info['storage'][info['storage']['proposed']] == min(info['storage'][s] for s in STORAGES), info)
    for storage in STORAGES:
        found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--storage', storage, '--strategy', 'serial')
        same((found['storage'], found['converged']), (storage, True))
        near(found['residual']['initial'], math.sqrt(22), 1e-12, storage)
    same(solve_json(TRIDIAGONAL, '--method', 'gauss-seidel')['storage'], 'csr')
    same(solve_json(TRIDIAGONAL, '--method', 'umfpack')['storage'], None)
    found = solve_json(TRIDIAGONAL, '--method', 'cg', '--storage', 'auto')
    same(found['storage'], info['storage']['proposed'])
    # A line of unknowns fills its diagonals; as a table it would take 8 × 10¹² bytes.
    CLI.good('generate', 'tridiagonal', '--size', 1000000, '--output', 'line.mtx')
    info = json.loads(CLI.good('info', 'line.mtx', '--json'))
    same((info['storage']['proposed'], info['storage']['dense']), ('dia', 8e12))
    found = solve_json('line.mtx', '--method', 'cg', '--storage', 'auto', '--max-iterations', 2, status=3)
    same(found['storage'], 'dia')
    CLI.bad(1, 'solve', 'line.mtx', '--method', 'cg', '--storage', 'dense')
    # Sweeps need rows.
    gauss_seidel = ['--method', 'gauss-seidel']
    for words, storage in [([*gauss_seidel, '--strategy', 'serial'], 'csr'), (gauss_seidel, 'csr'), (['--method', 'cg'], 'dia'),
                           (['--method', 'gauss-seidel-multicolor'], 'csr')]:
        found = solve_json('line.mtx', *words, '--storage', 'auto', '--max-iterations', 1, status=3)
        same(found['storage'], storage, words)
    CLI.bad(2, 'solve', 'line.mtx', '--method', 'gauss-seidel', '--strategy', 'levels', '--storage', 'dia')


def test_arithmetic():
    """--fused, --compensated: reported with the outcome, and seen in its digits"""
    cpu = [engine for engine in json.loads(CLI.good('engines', '--json')) if engine['id'] == 'cpu'][0]
    same(cpu['arithmetic'], ['fused', 'compensated'])
    CLI.good('generate', 'wathen', '--size', 12, '--output', 'wathen.mtx')
    finals = set()
    for words in [[], ['--fused'], ['--compensated'], ['--fused', '--compensated']]:
        found = solve_json('wathen.mtx', '--method', 'cg', '--precision', 'single', '--tolerance',
                           '1e-5', *words)
        same((found['arithmetic'], found['converged']), ([word[2:] for word in words], True))
        finals.add(found['residual']['true_2'])
    check(len(finals) > 1, 'every arithmetic has the same digits')
    same(solve_json(TRIDIAGONAL, '--method', 'umfpack')['arithmetic'], [])


def test_shape():
    """--shape: two powers of two, for engines whose threads come in blocks"""
    same(solve_json(TRIDIAGONAL, '--method', 'cg', '--shape', 'auto')['shape'], 'auto')
    for text in ['3x4', '4x', '4x64x1', '0x4', '-1x4', 'wide', '4X64']:
        CLI.bad(2, 'solve', TRIDIAGONAL, '--shape', text)


def test_solve_preconditioner():
    """solve: preconditioners and parameters are used and reported"""
    CLI.good('generate', 'poisson-5', '--size', 30, '--output', 'grid30.mtx')
    plain = solve_json('grid30.mtx', '--method', 'cg')
    same((plain['preconditioner'], plain['parameters']), ('none', {}))
    for kind in json.loads(CLI.good('preconditioners', '--json')):
        if is_of_petsc(kind):
            continue  # The tests of the cluster have processes for them.
        method = 'cg' if 'cg' in kind['methods'] else 'gmres'
        found = solve_json('grid30.mtx', '--method', method, '--preconditioner', kind['id'])
        same((found['preconditioner'], found['converged']), (kind['id'], True))
        if kind['id'] in ['ssor', 'ic0', 'multigrid']:
            check(found['iterations'] < 0.6 * plain['iterations'], found)
    found = solve_json('grid30.mtx', '--method', 'cg', '--preconditioner', 'ssor',
                       '--preconditioner-omega', '1.7')
    same(found['parameters'], {'preconditioner-omega': 1.7})
    found = [solve_json('grid30.mtx', '--method', 'sor', '--omega', omega) for omega in ['1', '1.8']]
    same([run['parameters'] for run in found], [{'omega': 1}, {'omega': 1.8}])
    check(5 * found[1]['iterations'] < found[0]['iterations'], 'over-relaxation pays')
    found = [solve_json('grid30.mtx', '--method', 'gmres', '--restart', m) for m in [3, 60]]
    same([run['parameters'] for run in found], [{'restart': 3}, {'restart': 60}])
    check(found[1]['iterations'] < found[0]['iterations'], 'more directions, fewer iterations')
    found = solve_json('grid30.mtx', '--method', 'jacobi-weighted', '--weight', '0.5',
                       '--max-iterations', 3, status=3)
    same(found['parameters'], {'weight': 0.5})


def test_solve():
    """solve: every method with every strategy and precision solves a small system"""
    engines = {e['id']: e for e in json.loads(CLI.good('engines', '--json'))}
    offered = {strategy['id'] for strategy in engines['cpu']['strategies']}
    for method in json.loads(CLI.good('methods', '--json')):
        if method['id'].startswith('symgs-') or is_of_library(method):
            continue  # It does not solve A x = b; others have processes or a device for it.
        for strategy in ([s for s in method['strategies'] if s in offered] or [None]):
            for precision in method['precisions']:
                tolerance = {'double': 1e-10, 'single': 1e-5, 'mixed': 1e-10}[precision]
                words = ['--method', method['id'], '--precision', precision, '--tolerance',
                         tolerance, '--threads', 2]
                if strategy is not None:
                    words += ['--strategy', strategy]
                found = solve_json(TRIDIAGONAL, *words)
                same(set(found) - {'ritz'}, SOLVE_KEYS | {'error_inf', 'condition_least'}, 'keys')
                same('ritz' in found, method['id'] in ('cg', 'minres', 'gmres'), method['id'])
                same(set(found['residual']), RESIDUAL_KEYS)
                same(set(found['seconds']), SECONDS_KEYS)
                same((found['method'], found['engine'], found['strategy'], found['precision']),
                     (method['id'], 'cpu', strategy, precision))
                same((found['converged'], found['threads']), (True, 2))
                check(found['residual']['relative'] <= tolerance, found)
                # ‖b‖ = ‖(3, 2, 3)‖ = √22
                near(found['residual']['initial'], math.sqrt(22), 1e-6, 'initial residual')
                check(found['error_inf'] < 10 * tolerance, found)
                check(found['seconds']['total'] >= found['seconds']['solve'] >= 0, found)


CANDIDATE_KEYS = {'method', 'method_why', 'preconditioner', 'preconditioner_why', 'engine',
                  'strategy', 'strategy_why', 'storage', 'storage_why', 'ordering', 'ordering_why',
                  'patience'}
ATTEMPT_KEYS = {'method', 'preconditioner', 'why', 'reason', 'message', 'iterations', 'seconds',
                'true_2'}


def test_advise():
    """advise: candidates with reasons, a direct method among them; least squares for a rectangle"""
    methods = {method['id'] for method in json.loads(CLI.good('methods', '--json'))}
    for path, first in [(TRIDIAGONAL, 'lu'), (DISORDER, 'lu')]:
        found = json.loads(CLI.good('advise', path, '--json'))
        same(set(found), {'name', 'summary', 'matching', 'matching_why', 'candidates'})
        for candidate in found['candidates']:
            same(set(candidate), CANDIDATE_KEYS)
            check(candidate['method'] in methods and candidate['method_why'].endswith('.'), candidate)
        same(found['candidates'][0]['method'], first)
        check({'lu', 'umfpack'} & {c['method'] for c in found['candidates']}, found)
    single = json.loads(CLI.good('advise', TRIDIAGONAL, '--json', '--precision', 'single'))
    check('umfpack' not in [c['method'] for c in single['candidates']], single)
    found = json.loads(CLI.good('advise', RECTANGULAR, '--json'))
    same({c['method'] for c in found['candidates']}, {'qr', 'lsmr'})
    for path in [TRIDIAGONAL, DISORDER, RECTANGULAR]:
        found = json.loads(CLI.good('advise', path, '--damp', '0.1', '--json'))
        same({c['method'] for c in found['candidates']}, {'qr', 'lsmr'})


def test_solve_auto():
    """solve --method auto: attempts with reasons; one history; its own preconditioner"""
    for precision in PRECISIONS:
        found = solve_json(TRIDIAGONAL, '--method', 'auto', '--precision', precision,
                           '--tolerance', '1e-6')
        same(set(found), SOLVE_KEYS | {'error_inf', 'condition_least', 'attempts'}, 'keys')
        same([set(attempt) for attempt in found['attempts']],
             [ATTEMPT_KEYS] * len(found['attempts']))
        same((found['converged'], found['attempts'][-1]['method']), (True, found['method']))
        same(sum(attempt['iterations'] for attempt in found['attempts']), found['iterations'])


def test_least_squares():
    """solve: a rectangle by least squares, of the smallest norm; x has a value for each column"""
    CLI.write('tall.mtx', HEAD + '3 2 4\n1 1 1\n2 1 1\n2 2 2\n3 2 1\n')
    CLI.write('three.txt', '1\n2\n3\n')
    for method in sorted(LEAST_SQUARES) + ['auto']:
        found = solve_json(RECTANGULAR, '--method', method, '--output', CLI.path('x.mtx'))
        check(found['converged'], found)
        near(max(abs(a - b) for a, b in zip(read_vector(CLI.path('x.mtx')), [1, 0, 1])), 0, 1e-12, method)
        # AᵀA = (2 2; 2 5), Aᵀb = (3, 7): x = (1/6, 4/3), r = (5, −5, 10) / 6
        found = solve_json('tall.mtx', '--method', method, '--rhs', 'three.txt', '--output', CLI.path('x.mtx'),
                           '--tolerance', '1e-12')
        same((found['reason'], found['rank'] if method in {'qr', 'auto'} else 2),
             ('converged-least-squares', 2))
        check(found['normal_residual'] < 1e-12, found)
        near(found['residual']['true_2'], math.sqrt(150) / 6, 1e-12, method)
        for value, expected in zip(read_vector(CLI.path('x.mtx')), [1 / 6, 4 / 3]):
            near(value, expected, 1e-12, method)
    rows = solve_json('tall.mtx', '--method', 'lsmr', '--rhs', 'three.txt', '--history', 'normal.csv')
    check(float(read_csv(CLI.path('normal.csv'))[-1]['normal']) <= 1e-8, rows)
    CLI.bad(1, 'solve', 'tall.mtx', '--rhs', CLI.write('two.txt', '1\n2\n'))
    CLI.bad(2, 'solve', 'tall.mtx', '--method', 'lsqr', '--precision', 'mixed')


def test_track_error():
    """solve --track-error: a column of the history; against a direct solution where none is known"""
    found = solve_json(TRIDIAGONAL, '--method', 'cg', '--track-error', '--history', 'e.csv')
    check('reference_method' not in found, found)
    rows = read_csv(os.path.join(FOLDER, 'e.csv'))
    near(float(rows[0]['error']), math.sqrt(3), 1e-12, 'the error of zeros against ones')
    check(float(rows[-1]['error']) < 1e-8, rows[-1])
    CLI.write('e.txt', '1\n2\n3\n')
    found = solve_json(TRIDIAGONAL, '--method', 'cg', '--track-error', '--rhs', 'e.txt',
                       '--history', 'e.csv')
    same(found['reference_method'], 'cholmod')
    check(found['error_inf'] < 1e-8, found)
    solve_json(TRIDIAGONAL, '--method', 'cg', '--history', 'e.csv')
    same({row['error'] for row in read_csv(os.path.join(FOLDER, 'e.csv'))}, {''}, 'not asked for')


def test_solve_vectors():
    """solve: right-hand sides, first guesses, the solution written to a file"""
    CLI.write('b.txt', '3\n2\n3\n')
    found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--rhs', 'b.txt', '--tolerance', '1e-14', '--output', 'x.mtx')
    same(set(found), SOLVE_KEYS, 'the solution is not known')
    for value in read_vector(CLI.path('x.mtx')):
        near(value, 1.0, 1e-13)
    found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--rhs', 'b.txt', '--guess', 'x.mtx')
    check(found['iterations'] <= 1 and found['converged'], 'the solution as first guess')
    one, two = (solve_json(TRIDIAGONAL, '--rhs', f'random:{seed}') for seed in [1, 2])
    check(one['residual']['initial'] != two['residual']['initial'], 'seeds')
    same(solve_json(TRIDIAGONAL, '--rhs', 'random:1')['residual'], one['residual'], 'the same seed')
    found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--rhs', 'ones', '--guess', 'ones')
    near(found['residual']['initial'], math.sqrt(4 + 1 + 4), 1e-12)
    CLI.write('short.txt', '1\n2\n')
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', 'short.txt')
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', 'missing.txt')


def test_solve_ends():
    """solve: exit status 3 and a reason for each way not to converge, 1 when it cannot begin"""
    found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--max-iterations', 2, '--tolerance', '1e-12', status=3)
    same((found['reason'], found['iterations'], found['converged']), ('iteration-limit', 2, False))
    found = solve_json(DIVERGING, '--method', 'gauss-seidel', '--rhs', 'ones', status=3)
    same(found['reason'], 'diverged')
    found = solve_json('minimal-surface --size 20', '--method', 'cg', '--preconditioner', 'multigrid',
                       '--coarsening', 'geometric', status=3)
    same(found['reason'], 'breakdown', 'a matrix that is not that of a grid')
    CLI.good('generate', 'poisson-5', '--size', 300, '--output', 'grid.mtx')
    found = solve_json('grid.mtx', '--time-limit', '0.05', '--tolerance', '1e-15', status=3)
    same(found['reason'], 'time-limit')
    for matrix in (LOWER, RECTANGULAR):
        CLI.bad(1, 'solve', matrix, '--method', 'gauss-seidel')
    CLI.bad(1, 'solve', TRIDIAGONAL, '--method', 'cg', '--rhs', 'nowhere/b.txt')
    for engine in json.loads(CLI.good('engines', '--json')):
        if not engine['available']:
            CLI.bad(1, 'solve', 'missing.mtx', '--engine', engine['id'])


def test_history():
    """solve: the history has a line per iteration and reads back to the same numbers"""
    found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--history', 'h.csv')
    rows = read_csv(CLI.path('h.csv'))
    same(list(rows[0]), ['iteration', 'seconds', 'residual', 'relative', 'error', 'normal', 'maximum'])
    same([int(row['iteration']) for row in rows], list(range(found['iterations'] + 1)))
    same(float(rows[0]['residual']), found['residual']['initial'])
    same(float(rows[-1]['residual']), found['residual']['final'])
    same(float(rows[-1]['relative']), found['residual']['relative'])
    if not os.path.exists('/dev/full'):
        raise Skip('there is no /dev/full')
    os.symlink('/dev/full', CLI.path('full.csv'))
    done = CLI.run('solve', TRIDIAGONAL, '--history', 'full.csv', '--json', '--output', 'kept.mtx')
    same(done.returncode, 1, 'a history that cannot be written')
    check(json.loads(done.stdout)['converged'], 'the result is reported all the same')
    same(len(read_vector(CLI.path('kept.mtx'))), 3, 'and the solution is written')


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


def check_picture(path, width, height):
    if path.endswith('.png'):
        found_width, found_height, colours = read_png(path)
        same((found_width, found_height), (width, height), path)
        check(len(colours) > 3, f'{path} is blank')
        return
    with open(path, 'rb') as file:
        data = file.read()
    if path.endswith('.svg'):
        text = data.decode('utf-8')
        check('<svg' in text and '</svg>' in text and 'path' in text, path)
    else:
        check(data.startswith(b'%PDF-') and data.rstrip().endswith(b'%%EOF'), path)


def test_render():
    """render: every picture in every format is there and not blank"""
    for picture in ['sparsity', 'levels', 'convergence', 'timing']:
        for suffix in ['png', 'svg', 'pdf']:
            name = f'{picture}.{suffix}'
            run = ['--method', 'gauss-seidel', '--strategy', 'levels'] if picture in ['convergence', 'timing'] else []
            said = CLI.good('render', picture, TRIDIAGONAL, '--output', name, '--width', 320,
                            '--height', 240, *run)
            check(name in said, said)
            check_picture(CLI.path(name), 320, 240)
    CLI.good('render', 'spectrum', TRIDIAGONAL, '--output', 's.png', '--method', 'cg', '--width', 320, '--height', 240)
    check_picture(CLI.path('s.png'), 320, 240)
    CLI.bad(1, 'render', 'spectrum', TRIDIAGONAL, '--output', 'none.png', '--method', 'gauss-seidel')
    CLI.good('render', 'sparsity', TRIDIAGONAL, '--output', 'dark.png', '--dark', '--width', 320,
             '--height', 240)
    light, dark = (read_png(CLI.path(name))[2] for name in ['sparsity.png', 'dark.png'])
    check(min(map(sum, dark)) < min(map(sum, light)), 'the dark style is darker')
    CLI.good('render', 'sparsity', RECTANGULAR, '--output', 'r.png')
    # Blue alone says how many; levels have colours. The picture of one direction is another one.
    CLI.good('generate', 'poisson-5', '--size', 8, '--output', 'grid8.mtx')
    files = [('sparsity', []), ('sparsity', ['--color-by', 'density']), ('sparsity', ['--color-by', 'level']),
             ('sparsity', ['--color-by', 'level', '--direction', 'backward']),
             ('sparsity', ['--ordering', 'rcm']), ('levels', []), ('levels', ['--direction', 'both']),
             ('levels', ['--direction', 'forward']), ('levels', ['--direction', 'backward']),
             ('levels', ['--ordering', 'multicolor'])]
    data = []
    for number, (picture, words) in enumerate(files):
        CLI.good('render', picture, 'grid8.mtx', '--output', f'{number}.png', *words)
        with open(CLI.path(f'{number}.png'), 'rb') as file:
            data.append(file.read())
    same([data.index(d) for d in data], [0, 0, 2, 3, 4, 5, 5, 7, 8, 9], 'which pictures differ')
    check_picture(CLI.path('r.png'), 1200, 800)
    CLI.good('render', 'convergence', DIVERGING, '--method', 'gauss-seidel', '--rhs', 'ones', '--output', 'd.svg', status=3)
    check_picture(CLI.path('d.svg'), 1200, 800)
    solutions = []
    for number, words in enumerate([[], ['--vector', 'residual'], ['--vector', 'error'], ['--view', 'cells'],
                                    ['--view', 'sorted'], ['--view', 'histogram'], ['--scale', 'logarithmic'],
                                    ['--vector', 'x', '--view', 'rows', '--scale', 'linear']]):
        CLI.good('render', 'solution', 'grid8.mtx', '--method', 'cg', '--output', f's{number}.png', *words)
        check_picture(CLI.path(f's{number}.png'), 1200, 800)
        with open(CLI.path(f's{number}.png'), 'rb') as file:
            solutions.append(file.read())
    same([solutions.index(d) for d in solutions], [0, 1, 2, 3, 4, 5, 6, 0], 'which solutions differ')


def test_render_sweep():
    """render sweep: each step and way to play is another picture, or one page for a browser"""
    CLI.good('generate', 'poisson-5', '--size', 8, '--output', 'grid8.mtx')
    pictures = []
    for number, words in enumerate([[], ['--step', 8], ['--step', 0], ['--play', 'passes'], ['--play', 'rows'],
                                    ['--play', 'race'], ['--direction', 'backward']]):
        CLI.good('render', 'sweep', 'grid8.mtx', '--output', f'w{number}.png', *words)
        check_picture(CLI.path(f'w{number}.png'), 1200, 800)
        with open(CLI.path(f'w{number}.png'), 'rb') as file:
            pictures.append(file.read())
    same([pictures.index(d) for d in pictures], [0, 0, 2, 3, 4, 5, 6], 'which steps differ')
    CLI.good('render', 'sweep', 'grid8.mtx', '--output', 'sweep.html', '--step', 3)
    with open(CLI.path('sweep.html'), encoding='utf-8') as file:
        page = file.read()
    check(page.startswith('<!DOCTYPE html>') and page.endswith('</html>\n'), 'a whole page')
    check('steps:15,step:3,' in page and len(page) < 300000, 'its data')
    CLI.good('render', 'sweep', 'grid8.mtx', '--output', 'sweep.gif', '--width', 320, '--height', 240)
    with open(CLI.path('sweep.gif'), 'rb') as file:
        animation = file.read()
    check(animation.startswith(b'GIF89a') and animation.count(b'\x21\xf9\x04') >= 16, 'a frame for each level')
    CLI.bad(1, 'render', 'levels', 'grid8.mtx', '--output', 'no.gif')
    CLI.good('generate', 'poisson-5', '--size', 21, '--output', 'grid21.mtx')
    for picture in ('sweep', 'levels'):
        CLI.good('render', picture, 'grid21.mtx', '--output', 'drawn.html')
        with open(CLI.path('drawn.html'), encoding='utf-8') as file:
            same(file.read().count('<svg class="drawing'), 2, 'a drawing for light and one for dark screens')
    CLI.good('render', 'sweep', 'grid8.mtx', '--output', 'frames.zip', '--width', 320, '--height', 240)
    with zipfile.ZipFile(CLI.path('frames.zip')) as frames:
        same(frames.testzip(), None, 'a good archive')
        same(frames.namelist(), ['frame-%04d.png' % (i + 1) for i in range(16)], 'a frame for each level')
        with open(CLI.path('frame.png'), 'wb') as file:
            file.write(frames.read('frame-0016.png'))
    check_picture(CLI.path('frame.png'), 320, 240)
    CLI.good('render', 'solution', 'grid8.mtx', '--method', 'jacobi', '--guess', 'random:1', '--max-iterations', 20,
             '--vector', 'error', '--output', 'field.zip', '--width', 320, '--height', 240, status=3)
    with zipfile.ZipFile(CLI.path('field.zip')) as frames:
        same(len(frames.namelist()), 21, 'a frame for each iterate')
    CLI.bad(1, 'render', 'solution', 'grid8.mtx', '--method', 'jacobi', '--ordering', 'rcm', '--output', 'no.gif')
    CLI.bad(1, 'render', 'sweep', RECTANGULAR, '--output', 'no.html')
    check('no.html' not in os.listdir(FOLDER), 'nothing is left of what failed')


def test_render_ranks():
    """render --ranks: the borders of ranks, in the order of a partition"""
    CLI.good('generate', 'poisson-5', '--size', 12, '--output', 'grid12.mtx')
    found = set()
    for number, words in enumerate(([], ['--ranks', 3], ['--ranks', 3, '--partition', 'metis'])):
        for picture in ('sparsity', 'levels'):
            CLI.good('render', picture, 'grid12.mtx', '--output', f'{picture}{number}.svg', *words)
            with open(CLI.path(f'{picture}{number}.svg'), 'rb') as file:
                found.add(file.read())
    same(len(found), 6, 'different pictures')
    CLI.bad(1, 'render', 'sparsity', 'grid12.mtx', '--output', 'no.svg', '--ranks', 3, '--partition', 'metis', '--ordering', 'rcm')
    CLI.bad(1, 'render', 'sparsity', RECTANGULAR, '--output', 'no.svg', '--ranks', 3)


def test_render_bad():
    """render: nothing is left of what failed"""
    for status, words in [(2, ['levels', TRIDIAGONAL, '--output', 'x.tiff']),
                          (1, ['levels', RECTANGULAR, '--output', 'x.png']),
                          (1, ['timing', LOWER, '--method', 'gauss-seidel', '--output', 'x.png']),
                          (1, ['solution', TRIDIAGONAL, '--rhs', 'random:1', '--vector', 'error', '--output', 'x.png']),
                          (2, ['solution', TRIDIAGONAL, '--view', 'pie', '--output', 'x.png']),
                          (1, ['levels', TRIDIAGONAL, '--output', 'no/such/x.png'])]:
        CLI.bad(status, 'render', *words)
    check(not {'x.png', 'x.tiff', 'no.gif'} & set(os.listdir(FOLDER)), 'nothing is left of what failed')


def test_spectrum():
    """spectrum: eigenvalues of (4 −1 0; −1 4 −1; 0 −1 4), which are 4 and 4 ± √2, and of its sweeps"""
    near = lambda found, expected: check(abs(found - expected) < 1e-9, f'{found}, not {expected}')
    found = json.loads(CLI.good('spectrum', TRIDIAGONAL, '--method', 'minres', '--rhs', 'random:1', '--json'))
    same(set(found), {'name', 'run', 'values', 'history', 'iterations'})
    spectrum = found['run']['spectrum']
    near(spectrum['least'], 4 - 2 ** 0.5)
    near(spectrum['greatest'], 4 + 2 ** 0.5)
    near(spectrum['condition'], (4 + 2 ** 0.5) / (4 - 2 ** 0.5))
    same(len(found['values']), 3)
    for value, expected in zip(found['values'], [4 - 2 ** 0.5, 4, 4 + 2 ** 0.5]):
        near(value['real'], expected)
    same([step['iteration'] for step in found['history']], [1, 2, 3])
    jacobi, sweep, sor = found['iterations']
    same([jacobi['method'], sweep['method'], sor['method']], ['jacobi', 'gauss-seidel', 'sor'])
    near(jacobi['radius'], 2 ** 0.5 / 4)
    near(sweep['radius'], 1 / 8)
    near(sor['omega'], 2 / (1 + (7 / 8) ** 0.5))
    for row in found['iterations']:
        check(row['ended'].startswith('converged') and abs(row['counted_iterations'] - row['expected_iterations']) <= 4, row)
    found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--spectrum')
    near(found['spectrum']['radius'], 1 / 8)
    same(found['spectrum']['expected_iterations'], 9)
    CLI.bad(1, 'spectrum', LOWER, '--method', 'cg')


def test_report():
    """report: structure, outcome and all pictures in a folder that it names"""
    CLI.good('report', TRIDIAGONAL, '--width', 320, '--height', 240)
    for picture in ['sparsity', 'levels', 'convergence', 'timing', 'solution']:
        for suffix in ['png', 'svg']:
            check_picture(CLI.path(f'tridiagonal-seidel/{picture}.{suffix}'), 320, 240)
    CLI.good('report', DISORDER, '--ordering', 'rcm', '--width', 320, '--height', 240)
    CLI.good('report', DIVERGING, '--method', 'gauss-seidel', '--rhs', 'ones', '--output', 'deep/er', status=3)
    check(os.path.exists(CLI.path('deep/er/convergence.png')), 'the curve of a run that diverged')


def test_report_unsolvable():
    """report: a matrix that no method can solve gets its structure and those pictures"""
    for words, pictures in [([LOWER, '--method', 'jacobi'], {'sparsity', 'levels'}),
                            ([RECTANGULAR, '--method', 'jacobi'], {'sparsity'})]:
        folder = tempfile.mkdtemp(dir=FOLDER)
        done = CLI.run('report', *words, '--output', folder)
        same(done.returncode, 1, words)
        check(done.stdout and done.stderr, done)
        same(set(os.listdir(folder)), {f'{p}.{s}' for p in pictures for s in ['png', 'svg']}, words)
    CLI.bad(1, 'report', 'missing.mtx')
    CLI.write('file', '')
    done = CLI.run('report', TRIDIAGONAL, '--output', 'file/folder')
    same(done.returncode, 1, 'a folder that cannot be made')


def device(free):
    """The environment with an engine that reports memory and time of its own."""
    folder = os.path.join(os.environ['G_TEST_BUILDDIR'], 'solvers', 'solve')
    return {'SEIDEL_MODULE_DIR': folder, 'SEIDEL_FAKE_DEVICE_FREE': str(free)}


def test_verdicts():
    """solve: what contradicts is refused before the matrix is read, what has no effect is noted"""
    for words in [['--method', 'jacobi', '--preconditioner', 'ilu0'],
                  ['--method', 'cg', '--preconditioner', 'ilu0'],
                  ['--method', 'umfpack', '--precision', 'single'],
                  ['--method', 'umfpack', '--precision', 'mixed'],
                  ['--method', 'gauss-seidel', '--strategy', 'levels', '--storage', 'dia'],
                  ['--method', 'gauss-seidel-multicolor', '--storage', 'dense'],
                  ['--tolerance', 1], ['--omega', 2], ['--threads', -1], ['--max-iterations', -1],
                  ['--divergence-factor', 0.5], ['--stagnation-window', -1], ['--time-limit', -1]]:
        for command in [['solve'], ['solve', '--dry-run'], ['render', 'timing', '--output', 'x.png'],
                        ['report']]:
            CLI.bad(2, *command, 'missing.mtx', *words)
    for words, options in [
            (['--method', 'cg', '--strategy', 'levels'], ['strategy']),
            (['--method', 'cg', '--strategy', 'auto'], []),
            (['--method', 'cg', '--omega', '1.2'], ['omega']),
            (['--method', 'cg', '--shape', '4x64'], ['shape']),
            (['--method', 'sor', '--omega', '1.2'], []),
            (['--method', 'umfpack', '--storage', 'dia', '--fused', '--restart', 3],
             ['storage', 'fused', 'restart']),
            (['--method', 'auto', '--preconditioner', 'ssor'], ['preconditioner'])]:
        for command in [['solve'], ['solve', '--dry-run'], ['render', 'timing', '--output', 'n.png']]:
            _, found = CLI.noted(*command, TRIDIAGONAL, *words)
            same(sorted(found), sorted(options), [command, words])
    for words, options in [(['render', 'levels', TRIDIAGONAL, '--output', 'n.png', '--method', 'cg',
                             '--color-by', 'level', '--ordering', 'rcm'], ['color-by', 'method']),
                           (['solve', TRIDIAGONAL, '--dry-run', '--history', 'n.csv'], ['history'])]:
        same(CLI.noted(*words)[1], options, words)
    check(not os.path.exists(CLI.path('n.csv')), 'a dry run writes nothing')


SETUP_KEYS = {'complex', 'method', 'preconditioner', 'parameters', 'rhs', 'ordering', 'engine', 'strategy',
              'precision', 'matching', 'scaling', 'storage', 'shape', 'arithmetic', 'threads'}


def test_dry_run():
    """solve --dry-run: what a run would do and take"""
    found = solve_json(TRIDIAGONAL, '--dry-run', '--method', 'gmres', '--storage', 'dense')
    same(set(found), SETUP_KEYS | {'memory', 'fits', 'why_not'})
    same((found['method'], found['storage'], found['fits'], found['why_not']),
         ('gmres', 'dense', True, None))
    same(set(found['memory']), {'host'})
    check(0 < found['memory']['host']['needed'] < found['memory']['host']['free'], found)
    CLI.bad(1, 'solve', LOWER, '--dry-run', '--method', 'jacobi')
    CLI.bad(1, 'solve', RECTANGULAR, '--dry-run', '--method', 'jacobi')


def test_dry_run_predicts():
    """solve --dry-run: predicts exactly what random settings do, refusals and notes included"""
    CLI.good('generate', 'poisson-5', '--size', 12, '--output', 'grid12.mtx')
    random = Random(11)
    values = {'--method': ['auto', *(m['id'] for m in json.loads(CLI.good('methods', '--json')))],
              '--preconditioner': ['none', 'jacobi', 'ssor', 'ilu0', 'ic0', 'multigrid'],
              '--strategy': ['auto', 'serial', 'levels', 'point-to-point'],
              '--storage': ['auto', *STORAGES], '--precision': PRECISIONS, '--omega': ['1.1', '1.9'],
              '--shape': ['auto', '4x64'], '--ordering': ['natural', 'rcm', 'multicolor'],
              '--restart': ['5'], '--threads': ['1', '2'], '--rhs': ['ones'], '--scaling': ['auto', 'both', 'symmetric']}
    exchanges = Random(12)
    for _ in range(200):
        words = ['grid12.mtx' if random.random() < 0.8 else DISORDER, '--max-iterations', '3', '--json']
        for option, choices in values.items():
            if option == '--method' or random.random() < 0.3:
                words += [option, random.choice(choices)]
        words += [flag for flag in ['--fused', '--compensated'] if random.random() < 0.1]
        if exchanges.random() < 0.3:
            words += ['--matching', exchanges.choice(['auto', 'structural', 'product'])]
        dry, ran = CLI.run('solve', *words, '--dry-run'), CLI.run('solve', *words)
        same(dry.stderr, ran.stderr, words)
        same(dry.returncode, 0 if ran.returncode == 3 else ran.returncode, words)
        if dry.returncode == 0:
            plan, run = json.loads(dry.stdout), json.loads(ran.stdout)
            if run.get('attempts'):
                # The first attempt is what is predicted.
                same(plan['method'], run['attempts'][0]['method'], words)
            else:
                same({key: plan[key] for key in SETUP_KEYS}, {key: run[key] for key in SETUP_KEYS}, words)


def test_machine_is_measured():
    """solve --dry-run: the same sweeps by --engine cpu and auto, before this machine is measured and afterwards"""
    cache = {'XDG_CACHE_HOME': CLI.path('measured'), 'SEIDEL_CACHE': '100'}
    found = []
    for size in (20, 40, 100):
        CLI.good('generate', 'poisson-5', '--size', size, '--output', f'measured{size}.mtx')
    for measured in (False, True):
        if measured:
            CLI.good('orderings', TRIDIAGONAL, '--measure', env=cache)
            check(os.path.exists(os.path.join(cache['XDG_CACHE_HOME'], 'seidel', 'machine.ini')), 'nothing is kept')
        found.append([solve_json(f'measured{size}.mtx', '--method', 'gauss-seidel', '--engine', engine, '--threads', '2',
                                 '--dry-run', env=cache)['strategy'] for size in (20, 40, 100) for engine in ('cpu', 'auto')])
        same(found[-1][::2], found[-1][1::2])
    same(found[0], found[1])


def test_device():
    """solve: memory and time of an engine that has its own"""
    roomy = device(10 ** 9)
    words = ['grid40.mtx', '--engine', 'cuda', '--method', 'cg']
    CLI.good('generate', 'poisson-5', '--size', 40, '--output', 'grid40.mtx')
    dry = solve_json(*words, '--dry-run', env=roomy)
    check(5 * 8 * 1600 < dry['memory']['device']['needed'] < 5e5, dry)
    same(dry['memory']['device']['free'], 10 ** 9)
    found = solve_json(*words, env=roomy)
    same(set(found), SOLVE_KEYS | {'error_inf', 'condition_least', 'device', 'ritz'})
    report = found['device']
    same(set(report), DEVICE_KEYS - {'ordering_seconds', 'symbolic_seconds'})  # of sparse factors
    same(report['factor_seconds'], 0)
    same(report['from_bytes'], 2 * report['to_bytes'])
    check(report['work_seconds']['solve'] > 0 and report['work_seconds']['analysis'] == 0, report)
    little = device(int(dry['memory']['device']['needed']) - 1)
    refused = CLI.bad(1, 'solve', *words, env=little)
    done = CLI.run('solve', *words, '--dry-run', '--json', env=little)
    same((done.returncode, done.stderr), (1, refused))
    dry = json.loads(done.stdout)
    same((dry['fits'], 'seidel-cli: ' + dry['why_not'] + '\n'), (False, refused))


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
