#!/usr/bin/python3
"""seidel-cli solves, and compares runs. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import math
import os

from cli_cases import (
    CLI, DISORDER, DIVERGING, FOLDER, HEAD, LEAST_SQUARES, LOWER, RECTANGULAR, RESIDUAL_KEYS,
    SECONDS_KEYS, SOLVE_KEYS, STORAGES, TRIDIAGONAL, is_of_library, is_of_petsc, read_csv, read_vector,
    solve_json, run_all)
from cli_tap import Skip, check, near, same


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


run_all(globals())
