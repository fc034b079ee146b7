# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweepers and preconditioners on arrays on a device: on one of CUDA, or, with the argument "fake", on the engine of the tests in
SEIDEL_MODULE_DIR, whose memory is that of the host. Needs neither CuPy nor PyTorch. Run by test_device.py; "none" is printed where
there is no device."""
import gc
import sys

import numpy as np
import scipy.sparse as sp

import device_memory
import seidel

FAKE = sys.argv[1:] == ['fake']
memory = device_memory.Host() if FAKE else device_memory.find()
if memory is None:
    print('none')
    sys.exit()
STREAM = 7 if FAKE else 0


class Array:
    """An array with __cuda_array_interface__ and nothing else of NumPy."""

    def __init__(self, values, readonly=False, step=1):
        values = np.ascontiguousarray(values)
        self.shape, self.dtype, self.readonly, self.step = values.shape, values.dtype, readonly, step
        self.place = memory.put(values)

    @property
    def values(self):
        """A copy on the host."""
        return memory.get(self.place, self.shape, self.dtype)

    @property
    def __cuda_array_interface__(self):
        strides = None if self.step == 1 else (self.step * self.dtype.itemsize,)
        return {'shape': self.shape, 'typestr': self.dtype.str, 'data': (self.place.pointer, self.readonly),
                'version': 3, 'strides': strides, 'stream': 1}

    def astype(self, dtype):
        return Array(self.values.astype(dtype))


class Exchanged:
    """The same with __dlpack__ alone."""

    freed = 0

    def __init__(self, values):
        self.values = np.ascontiguousarray(values)

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, stream=None):
        # NumPy's own capsule says that it is on the host: the rest of it is the same.
        return self.values.__dlpack__()


def empty_like(x):
    return Array(np.empty_like(x.values))


class Csr:
    """A matrix as cupyx.scipy.sparse has it."""
    format = 'csr'

    def __init__(self, A, dtype=float, offsets=np.int32, columns=np.int32, array=Array):
        self.data, self.indices, self.indptr = array(A.data.astype(dtype)), array(A.indices.astype(columns)), array(A.indptr.astype(offsets))
        self.shape = A.shape


def fails(kind, text, function, *arguments, **options):
    try:
        function(*arguments, **options)
    except kind as error:
        assert text in str(error), error
        return
    raise AssertionError('no error')


A = seidel.generate('poisson-5', size=20).toscipy()
n = A.shape[0]
random = np.random.default_rng(1)
b, x0 = random.standard_normal(n), random.standard_normal(n)
host = seidel.sweeper(A, threads=1)
large = seidel.generate('poisson-5', size=100).toscipy()
c, d = random.standard_normal(large.shape[0]), random.standard_normal(large.shape[0])

for dtype, tolerance in ((np.float64, 1e-12), (np.float32, 1e-4)):
    for make in (lambda dtype=dtype: Csr(A, dtype), lambda dtype=dtype: Csr(A, dtype, np.int64, np.int64),
                 lambda dtype=dtype: (Array(A.data.astype(dtype)), Array(A.indices), Array(A.indptr))):
        S = seidel.sweeper(make())
        for order in ('forward', 'backward', 'symmetric'):
            expected = getattr(host, order)(x0.copy(), b, 1.2)
            x = Array(x0.astype(dtype))
            assert getattr(S, order)(x, Array(b.astype(dtype)), 1.2, stream=STREAM) is x
            assert np.allclose(x.values, expected, atol=tolerance), order
            expected = host.solve_triangle(b, order)
            assert np.allclose(S.solve_triangle(Array(b.astype(dtype)), order).values, expected, atol=tolerance), order
        y = x0.copy()
        expected = host.relax(y, b, 5, 'symmetric')
        x = Array(x0.astype(dtype))
        assert np.allclose(S.relax(x, Array(b.astype(dtype)), 5, 'symmetric'), expected, rtol=100 * tolerance)
        assert np.allclose(x.values, y, atol=tolerance)
        for kind in ('jacobi', 'ssor', 'ic0', 'ilu0'):
            expected = seidel.preconditioner(A, kind, threads=1) @ b
            M = seidel.preconditioner(make(), kind)
            z = M.matvec(Array(b.astype(dtype)))
            assert z.values.dtype == dtype and np.allclose(z.values, expected, rtol=1e-3 if dtype == np.float32 else 1e-8), kind
    # A device smooths by colours or by Jacobi: another cycle than the CPU's, and as symmetric. Of a matrix of more rows than are
    # solved with directly.
    expected = seidel.preconditioner(large, 'multigrid', threads=1) @ c
    M = seidel.preconditioner(Csr(large, dtype), 'multigrid')
    z, other = (M.matvec(Array(v.astype(dtype))).values for v in (c, d))
    left, least = (np.linalg.norm(c - large @ v) / np.linalg.norm(c) for v in (z, expected))
    assert z.dtype == dtype and 1e-6 < least and left <= 3.0 * least, (left, least)
    # Its levels are in single precision.
    assert np.isclose(d @ z, c @ other, rtol=1e-3 if dtype == np.float32 else 1e-5), (d @ z, c @ other)

# DLPack, of vectors and of the matrix.
if FAKE:
    S = seidel.sweeper(Csr(A, array=Exchanged))
    x, y = Exchanged(x0), x0.copy()
    S.forward(x, Exchanged(b))
    assert np.allclose(x.values, host.forward(y, b))
    gc.collect()

# A matrix that is on a device can be solved with, as a copy.
r = seidel.solve(Csr(A), b, tolerance=1e-10)
assert r.converged and np.linalg.norm(A @ r.x - b) <= 1e-9 * np.linalg.norm(b)

S = seidel.sweeper(Csr(A))
fails(ValueError, 'on the device', S.forward, x0, Array(b))
fails(ValueError, 'float64', S.forward, Array(x0.astype(np.float32)), Array(b))
fails(ValueError, '400 numbers', S.forward, Array(x0[:-1]), Array(b))
fails(ValueError, 'written', S.forward, Array(x0, readonly=True), Array(b))
fails(ValueError, 'contiguous', S.forward, Array(x0, step=2), Array(b))
fails(ValueError, 'int32 or int64', seidel.sweeper, (Array(A.data), Array(A.indices), Array(A.indptr.astype(np.uint32))))
fails(ValueError, 'float32 or float64', seidel.sweeper, (Array(A.data.astype(complex)), Array(A.indices), Array(A.indptr)))
wrong = A.copy()
wrong.indices = wrong.indices.copy()
wrong.indices[0] = 4000
fails(ValueError, 'counted from 0, row 0', seidel.sweeper, Csr(wrong))
fails(ValueError, 'counted from 0', seidel.preconditioner, Csr(sp.csr_matrix(np.array([[1.0, 2.0], [2.0, 4.0]]))), 'ilu0')
print('good')
