#!/usr/bin/python3
"""convert --part: what is computed of a matrix, against NumPy and SciPy. Arguments: see cli_cases.py. TAP."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import sys

from cli_cases import CLI, FOLDER, HEAD, LOWER, RECTANGULAR, run_all
from cli_tap import check, same

try:
    import numpy as np
    import scipy.io
    import scipy.sparse as sp
except ImportError as missing:
    print(f'1..0 # SKIP {missing.name} is not installed')
    sys.exit(0)

GRID = 'poisson-5 --size 9'
WIND = 'convection-diffusion --size 7'


def part(matrix, name, *words):
    """A part as an array or a sparse matrix, read back from the file."""
    found = json.loads(CLI.good('convert', '--part', name, *words, matrix, f'{name}.mtx', '--json'))
    value = scipy.io.mmread(os.path.join(FOLDER, f'{name}.mtx'))
    same((found['rows'], found['columns'], found['part']), (*value.shape, name))
    return sp.csr_matrix(value) if sp.issparse(value) else value[:, 0] if value.shape[1] == 1 else value


def matrix_of(text, *words):
    CLI.good('convert', *words, text, 'A.mtx')
    return sp.csr_matrix(scipy.io.mmread(os.path.join(FOLDER, 'A.mtx')))


def near(found, expected, tolerance=1e-12):
    difference = abs(sp.csr_matrix(found) - sp.csr_matrix(expected)).max()
    check(difference <= tolerance * abs(expected).max(), difference)


def test_permutation():
    """permutation: the rows of the file, in their order"""
    for order in ['natural', 'rcm', 'random:3', 'multicolor']:
        rows = part(GRID, 'permutation', '--ordering', order).astype(int) - 1
        same(sorted(rows), list(range(81)))
        near(matrix_of(GRID)[rows][:, rows], matrix_of(GRID, '--ordering', order))


def test_levels():
    """levels, level sets and graphs: as a plain recursion has them"""
    for text, words in [(WIND, []), (WIND, ['--ordering', 'rcm']), (LOWER, [])]:
        A = matrix_of(text, *words)
        n = A.shape[0]
        for direction in ['forward', 'backward']:
            order = range(n) if direction == 'forward' else range(n - 1, -1, -1)
            level = np.zeros(n, int)
            waits = {i: [j for j in A.indices[A.indptr[i]:A.indptr[i + 1]] if (j < i if direction == 'forward' else j > i)] for i in order}
            for i in order:
                level[i] = 1 + max((level[j] for j in waits[i]), default=0)
            same(part(text, f'levels-{direction}', *words).astype(int).tolist(), level.tolist())
            sets = part(text, f'level-sets-{direction}', *words).toarray()
            same(sets.shape, (level.max(), n))
            check(all(sets[level[i] - 1, i] == 1 for i in range(n)) and sets.sum() == n, sets)
            graph = part(text, f'graph-{direction}', *words).toarray()
            same([list(np.nonzero(graph[i])[0]) for i in range(n)], [sorted(waits[i]) for i in range(n)])
        both = part(text, 'graph', *words).toarray()
        same(int(both.sum()), sum(1 for i in range(n) for j in A.indices[A.indptr[i]:A.indptr[i + 1]] if j != i))


def test_incomplete():
    """ilu0 and ic0: with the pattern of the matrix, and its entries there"""
    A = matrix_of(WIND)
    L, U = part(WIND, 'ilu0-lower'), part(WIND, 'ilu0-upper')
    near(L.diagonal(), np.ones(49))
    same((sp.triu(L, 1).nnz, sp.tril(U, -1).nnz), (0, 0))
    near((L @ U).multiply(A != 0), A)
    A = matrix_of(GRID)
    L = part(GRID, 'ic0-lower')
    near((L @ L.T).multiply(A != 0), A)
    check(abs(L @ L.T - A).max() > 1e-3, 'it is not complete')


def test_complete():
    """lu and cholesky: their product is the matrix, permuted and scaled"""
    A = matrix_of(WIND)
    L, U = part(WIND, 'lu-lower'), part(WIND, 'lu-upper')
    rows, columns = (part(WIND, name).astype(int) - 1 for name in ('lu-rows', 'lu-columns'))
    scale = part(WIND, 'lu-scaling')
    same((sp.triu(L, 1).nnz, sp.tril(U, -1).nnz), (0, 0))
    near(U.diagonal(), np.ones(49))
    near(L @ U, (A @ sp.diags(1 / scale)).tocsr()[rows][:, columns])
    A = matrix_of(GRID)
    L, rows = part(GRID, 'cholesky-lower'), part(GRID, 'cholesky-rows').astype(int) - 1
    same(sp.triu(L, 1).nnz, 0)
    near(L @ L.T, A[rows][:, rows])
    for name in ['ic0-lower', 'cholesky-lower']:
        check('symmetric' in CLI.bad(1, 'convert', '--part', name, WIND, 'x.mtx'), name)


def test_multigrid():
    """multigrid: a level is Pᵀ A P of the one before"""
    grid = 'poisson-5 --size 70'
    for level in (1, 2):
        P = part(grid, 'multigrid-interpolation', '--level', level)
        fine, coarse = (part(grid, 'multigrid-operator', '--level', level + i) for i in (0, 1))
        near(P.T @ fine @ P, coarse)
    near(part(grid, 'multigrid-operator'), matrix_of(grid))
    CLI.bad(1, 'convert', '--part', 'multigrid-operator', '--level', 20, grid, 'x.mtx')
    # The levels of a truss are those of a run, whose vectors are given or found beside it.
    truss = CLI.path('truss.mtx')
    CLI.good('convert', 'truss --size 40 --ny 10', truss)
    n = matrix_of(truss).shape[0]
    modes = np.zeros((n, 3))
    modes[0::2, 0] = modes[1::2, 1] = 1
    modes[0::2, 2] = -(np.arange(n // 2) % 11)
    modes[1::2, 2] = np.arange(n // 2) // 11
    text = HEAD.replace('coordinate', 'array') + f'{n} 3\n' + ''.join(f'{v}\n' for v in modes.T.ravel())
    without = part(truss, 'multigrid-interpolation').shape[1]
    for words in (['--near-null', CLI.write('modes.mtx', text)], []):
        if not words:
            CLI.write('truss_nullspace.mtx', text)
        levels = json.loads(CLI.good('hierarchy', truss, *words, '--json'))['levels']
        found = part(truss, 'multigrid-interpolation', *words).shape[1]
        same(found, levels[1]['rows'])
        check(found != without and found % 3 == 0, found)


def test_scaling():
    """scaled: the matrix times its factors, which are powers of two"""
    badly = CLI.write('badly.mtx', HEAD + '3 3 5\n1 1 4e9\n1 2 1e8\n2 2 1\n3 1 1e-7\n3 3 1e-9\n')
    A = matrix_of(badly)
    rows, columns = part(badly, 'scaling-rows'), part(badly, 'scaling-columns')
    scaled = part(badly, 'scaled')
    near(sp.diags(rows) @ A @ sp.diags(columns), scaled, 0)
    check(all(np.frexp(rows)[0] == 0.5) and all(np.frexp(columns)[0] == 0.5), rows)
    largest = abs(scaled).max(axis=1).toarray()
    check(largest.max() / largest.min() <= 4, largest)


def test_matching():
    """matched: the rows of the matrix in the order that has the largest product of the diagonal"""
    n = 7
    shifted = ''.join(f'{(i + 2) % n + 1} {i + 1} {10 + i}\n{(i + 3) % n + 1} {i + 1} 1\n' for i in range(n))
    shuffled = CLI.write('shuffled.mtx', HEAD + f'{n} {n} {2 * n}\n' + shifted)
    rows = part(shuffled, 'matched-rows').astype(int) - 1
    matched = part(shuffled, 'matched')
    near(matrix_of(shuffled).tocsr()[rows], matched, 0)
    same(matched.diagonal().tolist(), [10.0 + i for i in range(n)])
    CLI.bad(1, 'convert', '--part', 'matched', CLI.write('gap.mtx', HEAD + '2 2 2\n1 1 1\n2 1 1\n'), 'none.mtx')


def test_null_vectors():
    """null-vectors: an orthonormal basis, or that there is none"""
    N = part('poisson-neumann --size 8', 'null-vectors')
    near(abs(N.toarray() if sp.issparse(N) else N).reshape(-1, 1), np.full((64, 1), 1 / 8), 1e-10)
    # Two chains without ends, each with its constant vector, and a row of zeros.
    lines = ['1 1 1', '1 2 -1', '2 1 -1', '2 2 1', '3 3 5', '3 4 -5', '4 3 -5', '4 4 5']
    chains = CLI.write('chains.mtx', HEAD + '5 5 %d\n' % len(lines) + '\n'.join(lines) + '\n')
    N = part(chains, 'null-vectors')
    N = N.toarray() if sp.issparse(N) else N
    same(N.shape, (5, 3))
    near(N.T @ N, np.eye(3), 1e-12)
    check(abs(matrix_of(chains) @ N).max() < 1e-12, N)
    check('not singular' in CLI.bad(1, 'convert', '--part', 'null-vectors', GRID, 'x.mtx'), 'a regular matrix')
    # Ill-conditioned, and yet not singular.
    tiny = CLI.write('tiny.mtx', HEAD + '2 2 2\n1 1 1\n2 2 1e-11\n')
    CLI.bad(1, 'convert', '--part', 'null-vectors', tiny, 'x.mtx')


def test_refused():
    """What there is not is said, and leaves no file"""
    CLI.bad(1, 'convert', '--part', 'levels-forward', RECTANGULAR, 'none.mtx')
    CLI.bad(1, 'convert', '--part', 'ic0-lower', LOWER, 'none.mtx')
    CLI.bad(1, 'convert', '--part', 'lu-lower', LOWER, 'none.mtx')
    pivot = CLI.write('pivot.mtx', HEAD + '2 2 4\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n')
    check('ILU' in CLI.bad(1, 'convert', '--part', 'ilu0-lower', pivot, 'none.mtx'), 'a pivot that is 0')
    CLI.bad(2, 'convert', '--part', 'fill', GRID, 'none.mtx')
    check(not os.path.exists(os.path.join(FOLDER, 'none.mtx')), 'a file is left')
    hermitian = CLI.write('h.mtx', HEAD.replace('real general', 'complex hermitian') + '2 2 3\n1 1 4 0\n2 1 1 -2\n2 2 5 0\n')
    CLI.bad(1, 'convert', '--part', 'ilu0-lower', hermitian, 'none.mtx')
    same(part(hermitian, 'levels-forward').tolist(), [1, 2])


run_all(globals())
