#!/usr/bin/python3
"""The methods of seidel-cli, what it advises, and how it says beforehand what a run would do. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
from random import Random

from cli_cases import (
    CLI, DEVICE_KEYS, DISORDER, LEAST_SQUARES, LOWER, PRECISIONS, RECTANGULAR, SOLVE_KEYS, STORAGES,
    TRIDIAGONAL, is_of_library, is_of_petsc, solve_json, run_all)
from cli_tap import check, same


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


run_all(globals())
