#!/usr/bin/python3
"""Singular symmetric systems: minres-qlp and auto against NumPy's pseudo-inverse. Arguments: see cli_cases.py. TAP."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import sys

from cli_cases import CLI, FOLDER, HEAD, run_all
from cli_tap import check, same

try:
    import numpy as np
    import scipy.io
except ImportError as missing:
    print(f'1..0 # SKIP {missing.name} is not installed')
    sys.exit(0)

RANDOM = np.random.default_rng(5)
SMALLEST = 'smallest norm of all'


def laplacian(edges, n):
    A = np.zeros((n, n))
    for i, j in edges:
        A[[i, j], [i, j]] += 1
        A[i, j] -= 1
        A[j, i] -= 1
    return A


def kinds():
    """Names, and symmetric singular matrices of whole numbers, whose null spaces are exact."""
    line = [(i, i + 1) for i in range(29)]
    yield 'a line without ends', laplacian(line, 30)
    yield 'two lines', laplacian([edge for edge in line if edge != (14, 15)], 30)
    grid = [(6 * i + j, 6 * i + j + 1) for i in range(6) for j in range(5)]
    grid += [(6 * i + j, 6 * i + j + 6) for i in range(5) for j in range(6)]
    yield 'a grid', laplacian(grid, 36)
    yield 'an odd chain', np.eye(31, k=1) + np.eye(31, k=-1)
    empty = np.diag(np.arange(1., 26.)) + np.eye(25, k=1) + np.eye(25, k=-1)
    empty[[3, 17]] = 0
    empty[:, [3, 17]] = 0
    yield 'empty rows', empty
    B = RANDOM.integers(-2, 3, (20, 8)).astype(float)
    yield 'of rank 8', B @ np.diag([1, -1, 2, -2, 3, 1, 1, -1]) @ B.T
    saddle = np.block([[2 * np.eye(12), B[:12, :4]], [B[:12, :4].T, np.zeros((4, 4))]])
    saddle = np.block([[saddle, saddle[:, -1:]], [saddle[-1:], saddle[-1:, -1:]]])
    yield 'a constraint given twice', saddle


def solve(A, b, *words):
    i, j = np.nonzero(A)
    CLI.write('A.mtx', HEAD + f'{len(A)} {len(A)} {len(i)}\n'
              + ''.join(f'{r + 1} {c + 1} {A[r, c]:.17g}\n' for r, c in zip(i, j)))
    CLI.write('b.txt', '\n'.join(f'{v:.17g}' for v in b) + '\n')
    done = CLI.run('solve', 'A.mtx', '--rhs', 'b.txt', '--output', 'x.mtx', '--json', *words)
    return done.returncode, json.loads(done.stdout), np.ravel(scipy.io.mmread(os.path.join(FOLDER, 'x.mtx')))


def test_smallest():
    """minres-qlp: x is A⁺ b, and says so where there is no solution"""
    for name, A in kinds():
        pinv = np.linalg.pinv(A, hermitian=True)
        for consistent in (False, True):
            b = RANDOM.standard_normal(len(A))
            b = A @ b if consistent else b
            status, found, x = solve(A, b, '--method', 'minres-qlp', '--tolerance', '1e-11')
            error = np.linalg.norm(x - pinv @ b) / np.linalg.norm(pinv @ b)
            check(error < 1e-5, f'{name}, {consistent}: {error}')
            same((name, status), (name, 0 if consistent else 3))
            check(consistent or SMALLEST in found['message'], f'{name}: {found["message"]}')


def test_automatic():
    """auto: what it says to be the smallest is"""
    for name, A in kinds():
        pinv = np.linalg.pinv(A, hermitian=True)
        b = RANDOM.standard_normal(len(A))
        status, found, x = solve(A, b)
        check(status != 0, name)
        least = np.linalg.norm(b - A @ (pinv @ b))
        check(np.linalg.norm(b - A @ x) < (1 + 1e-6) * least, f'{name}: {found["message"]}')
        if SMALLEST in (found['message'] or ''):
            check(np.linalg.norm(x - pinv @ b) < 1e-5 * np.linalg.norm(pinv @ b), name)


run_all(globals())
