"""A system whose matrix and vectors are on a CUDA device and stay there: conjugate gradients written with the arrays of CuPy or
PyTorch, preconditioned by Seidel, and sweeps.
    python3 gpu_arrays.py cupy|torch [SIZE]     a grid of SIZE × SIZE points, 500 unless given
SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys
import time
import numpy as np
import seidel


def to_cupy(A, b):
    import cupy
    from cupyx.scipy import sparse
    return sparse.csr_matrix(A), cupy.asarray(b)


def to_torch(A, b):
    import torch
    parts = [torch.tensor(part, device='cuda') for part in (A.indptr, A.indices, A.data)]
    return torch.sparse_csr_tensor(*parts, size=A.shape), torch.tensor(b, device='cuda')


def norm(x):
    return float(x @ x) ** 0.5


def solve(A, b, M, tolerance):
    """x and the number of iterations of the method CG."""
    x, r = 0.0 * b, 1.0 * b
    z = M.matvec(r)
    p, rz = z, r @ z
    for iteration in range(1, 10001):
        q = A @ p
        step = rz / (p @ q)
        x, r = x + step * p, r - step * q
        if norm(r) <= tolerance * norm(b):
            return x, iteration
        z = M.matvec(r)
        rz, before = r @ z, rz
        p = z + rz / before * p
    raise ArithmeticError('no convergence')


def main(package, size):
    host = seidel.generate('poisson-5', size=size).toscipy()
    A, b = {'cupy': to_cupy, 'torch': to_torch}[package](host, np.ones(host.shape[0]))
    for kind in ('jacobi', 'ssor', 'ic0', 'multigrid'):
        M = seidel.preconditioner(A, kind)
        begin = time.perf_counter()
        x, iterations = solve(A, b, M, 1e-10)
        print('%-10s %4d iterations, residual %.1e, %.3f s' % (kind, iterations, norm(b - A @ x) / norm(b), time.perf_counter() - begin))
    x = 0.0 * b
    residuals = seidel.sweeper(A).relax(x, b, 10, 'symmetric')
    print('10 symmetric sweeps: residual %.3g, then %.3g' % (residuals[0], norm(b - A @ x)))


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500)
