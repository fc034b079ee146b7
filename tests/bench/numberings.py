#!/usr/bin/python3
"""numberings.py SEIDEL_CLI FOLDER [PART PARTS]: nonsymmetric systems under ten numberings, solved here and by SciPy.

For each nonsymmetric matrix of FOLDER and many of the gallery, with a random b: a line with how many of the numberings each method
solves here, and in SciPy. The true residual decides on both sides. The last lines have the totals, and how often a run ended with
status 0 without it (which must be never). PART of PARTS, from 0: every so many of the systems.
"""
# SPDX-License-Identifier: GPL-3.0-or-later
import glob
import inspect
import os
import subprocess
import sys
import tempfile
import warnings

import numpy
import scipy.io
import scipy.sparse
from scipy.sparse import linalg

PROGRAM, FOLDER = sys.argv[1:3]
PART, PARTS = map(int, sys.argv[3:5]) if len(sys.argv) > 4 else (0, 1)
TOLERANCE = 1e-8
MOST_ITERATIONS = 2000
RESTART = 30  # of GMRES, here as there
NUMBERINGS = 10
MOST_ROWS = 3100
# As sums of other orders differ.
ROUNDING = 1e-7

CONVECTION = [f'convection-diffusion --size {n} --peclet {peclet}' for n in (12, 20, 30, 45) for peclet in (0.1, 1, 10, 100, -10, 1e5)]
DOMINANT = [f'random-dominant --size {n} --degree {degree} --dominance {dominance}'
            for n, degree, dominance in ((300, 6, 1.2), (300, 6, 0.8), (1000, 8, 1.01), (1000, 8, 0.7), (1000, 4, 0.5), (2000, 8, 1.1),
                                         (2000, 6, 0.9), (600, 10, 0.6), (1500, 5, 0.8), (800, 3, 0.7))]
DENSE = [f'random-dense --size {n}' for n in (60, 120, 200)]
# Rows, density, and the multiple of the unit matrix that is added.
RANDOM = [(500, .01, 2), (500, .01, 4), (1000, .005, 3), (1000, .005, 1.5), (1500, .003, 2.5), (300, .02, 3), (2000, .002, 3)]

# SciPy 1.12 gave its tolerance another name.
TO_TOLERANCE = {'rtol' if 'rtol' in inspect.signature(linalg.gmres).parameters else 'tol': TOLERANCE}
THEIRS = {
    'bicgstab': lambda A, b: linalg.bicgstab(A, b, **TO_TOLERANCE, maxiter=MOST_ITERATIONS)[0],
    'bicg': lambda A, b: linalg.bicg(A, b, **TO_TOLERANCE, maxiter=MOST_ITERATIONS)[0],
    'gmres': lambda A, b: linalg.gmres(A, b, **TO_TOLERANCE, restart=RESTART, maxiter=-(-MOST_ITERATIONS // RESTART))[0],
}


def path(name):
    return os.path.join(place, name)


def make_gallery(text):
    subprocess.run([PROGRAM, 'generate', *text.split(), '--output', path('gallery.mtx')], check=True, capture_output=True)
    return scipy.io.mmread(path('gallery.mtx'))


def make_random(n, density, shift):
    chance = numpy.random.default_rng(n + int(10 * shift))
    return scipy.sparse.random(n, n, density, random_state=chance, data_rvs=chance.standard_normal) + shift * scipy.sparse.eye(n)


def systems():
    """Names, and how to make each matrix."""
    for file in sorted(glob.glob(os.path.join(FOLDER, '*.mtx'))):
        yield os.path.basename(file)[:-4], lambda file=file: scipy.io.mmread(file)
    for text in CONVECTION + DOMINANT + DENSE:
        yield text.replace('--', ''), lambda text=text: make_gallery(text)
    for values in RANDOM:
        yield f'random {values}', lambda values=values: make_random(*values)


def takes_part(A):
    if A.shape[0] != A.shape[1] or A.shape[0] > MOST_ROWS or numpy.iscomplexobj(A.data):
        return False
    return abs(A - A.T).max() > 1e-12 * abs(A).max()


def is_solved(A, x, b):
    return bool(numpy.linalg.norm(b - A @ x) <= (1 + ROUNDING) * TOLERANCE * numpy.linalg.norm(b))


def solve_here(method):
    """What the program writes for a.mtx and b.mtx, or None unless it ends with status 0."""
    words = ['--rhs', path('b.mtx'), '--method', method, '--tolerance', str(TOLERANCE), '--max-iterations', str(MOST_ITERATIONS),
             '--threads', '1', '--output', path('x.mtx')]
    if method == 'gmres':
        words += ['--restart', str(RESTART)]
    done = subprocess.run([PROGRAM, 'solve', path('a.mtx'), *words], capture_output=True, check=False)
    return numpy.ravel(scipy.io.mmread(path('x.mtx'))) if done.returncode == 0 else None


def solve_there(method, A, b):
    with numpy.errstate(all='ignore'):
        try:
            return THEIRS[method](A, b)
        except (ArithmeticError, ValueError):
            return numpy.full_like(b, numpy.nan)


def compare(A):
    """For each method: solved here, solved by SciPy, and false reports of success."""
    counts = {method: numpy.zeros(3, dtype=int) for method in THEIRS}
    for number in range(NUMBERINGS):
        chance = numpy.random.default_rng(100 + number)
        order = numpy.arange(A.shape[0]) if number == 0 else chance.permutation(A.shape[0])
        numbered = A[order][:, order].tocsr()
        b = chance.standard_normal(A.shape[0])
        scipy.io.mmwrite(path('a.mtx'), numbered, precision=17)
        scipy.io.mmwrite(path('b.mtx'), b.reshape(-1, 1), precision=17)
        for method, count in counts.items():
            x = solve_here(method)
            here = x is not None and is_solved(numbered, x, b)
            count += here, is_solved(numbered, solve_there(method, numbered, b), b), x is not None and not here
    return counts


def main():
    totals = {method: numpy.zeros(3, dtype=int) for method in THEIRS}
    compared = 0
    for index, (name, make) in enumerate(systems()):
        if index % PARTS != PART:
            continue
        A = scipy.sparse.csr_matrix(make())
        if not takes_part(A):
            continue
        compared += 1
        counts = compare(A)
        for method, count in counts.items():
            totals[method] += count
        print(f'{name:52} {A.shape[0]:6} ' + '  '.join(f'{method} {c[0]:2} {c[1]:2}' for method, c in counts.items()), flush=True)
    print(f'{compared} systems, {NUMBERINGS} numberings each')
    for method, (here, there, false) in totals.items():
        print(f'{method}: {here} solved here, {there} by SciPy, {false} false reports of success')
    return 1 if any(total[2] for total in totals.values()) else 0


warnings.simplefilter('ignore')
with tempfile.TemporaryDirectory(prefix='seidel-numberings-') as place:
    sys.exit(main())
