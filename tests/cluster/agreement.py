#!/usr/bin/python3
"""agreement.py SEIDEL_CLI FOLDER [METHOD…]: every method that runs on ranks, or those named, on one to four ranks, beside the CPU engine.

For each square real matrix of FOLDER and each of some gallery kinds, with b = A times ones: a line for what does not agree, and
a table of how many do. A run agrees if it ends for the same reason, and if its x, where it converged, is as near to that of the
CPU engine as ten times the tolerance, or as ten times the error of the CPU engine where the system is too ill-conditioned for that.
SEIDEL_WORKER_DIR names the folder of seidel-worker.
"""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, FOLDER = sys.argv[1:3]
MOST_RANKS = 4
TOLERANCE = 1e-9
MOST_ITERATIONS = 1000
GALLERY = ['poisson-5 --size 24', 'poisson-7 --size 9', 'poisson-27 --size 8', 'wathen --size 6', 'convection-diffusion --size 16',
           'helmholtz --size 12', 'random-dominant --size 200', 'arrow --size 80', 'poisson-jumping --size 12', 'tridiagonal --size 300']
CONVERGED = 'converged'


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, check=False, env={**os.environ, 'SEIDEL_CACHE': 'off'})
    return json.loads(done.stdout) if done.stdout.startswith(b'{') or done.stdout.startswith(b'[') else None


def read_x(path):
    with open(path, encoding='utf-8') as file:
        lines = [line for line in file if not line.startswith('%')]
    return list(map(float, lines[1:]))


def solve(matrix, method, x, ranks):
    engine = ['--engine', 'petsc', '--ranks', str(ranks)] if ranks else ['--engine', 'cpu', '--threads', '1']
    if os.path.exists(x):
        os.unlink(x)
    outcome = run('solve', matrix, '--method', method, '--rhs', 'solution-ones', '--tolerance', str(TOLERANCE), '--max-iterations',
                  str(MOST_ITERATIONS), '--skip-condition', '--output', x, '--json', *engine)
    return outcome, read_x(x) if outcome is not None and os.path.exists(x) else None


def distance(a, b):
    return max(abs(p - q) for p, q in zip(a, b))


def compare(here, there):
    """None if both agree, or what differs."""
    (outcome, x), (other, y) = here, there
    if other is None:
        return 'no outcome'
    if outcome['reason'].split('-')[0] != other['reason'].split('-')[0]:
        return f'{outcome["reason"]} after {outcome["iterations"]}, {other["reason"]} after {other["iterations"]}'
    if not outcome['reason'].startswith(CONVERGED):
        return None
    allowed = 10 * max(TOLERANCE, distance(x, [1.0] * len(x)))
    return None if distance(x, y) <= allowed else f'x differs by {distance(x, y):.1e}, {allowed:.1e} are allowed'


def find_methods():
    return [method['id'] for method in run('methods', '--json') if 'petsc' in method['engines'] and not method['id'].startswith('petsc')]


def find_matrices(folder):
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith('.mtx'):
            info = run('info', os.path.join(FOLDER, name), '--json')
            if info is not None and info['rows'] == info['columns'] and not info['complex']:
                yield name, os.path.join(FOLDER, name)
    for kind in GALLERY:
        path = os.path.join(folder, kind.replace(' --size ', '-') + '.mtx')
        subprocess.run([PROGRAM, 'generate', *kind.split(), '--output', path], capture_output=True, check=True)
        yield kind, path


def main():
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        matrices = list(find_matrices(folder))
        for method in sys.argv[3:] or find_methods():
            for name, path in matrices:
                here = solve(path, method, os.path.join(folder, 'here.mtx'), 0)
                if here[0] is None:
                    continue  # the method does not suit it
                for ranks in range(1, MOST_RANKS + 1):
                    what = compare(here, solve(path, method, os.path.join(folder, 'there.mtx'), ranks))
                    agreed, tried, converged = counts.get((method, ranks), (0, 0, 0))
                    counts[method, ranks] = (agreed + (what is None), tried + 1, converged + here[0]['reason'].startswith(CONVERGED))
                    if what is not None:
                        print(f'{method}, {name}, {ranks} ranks: {what}', flush=True)
            for ranks in range(1, MOST_RANKS + 1):
                agreed, tried, converged = counts.get((method, ranks), (0, 0, 0))
                print(f'{method} on {ranks} ranks: {agreed} of {tried} agree, {converged} converge', flush=True)
    return 0 if all(agreed == tried for agreed, tried, _ in counts.values()) else 1


sys.exit(main())
