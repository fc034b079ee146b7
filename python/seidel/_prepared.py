# SPDX-License-Identifier: GPL-3.0-or-later
"""Preconditioners and sweepers: prepared once for a matrix, applied many times."""
import numpy as np
import scipy.sparse.linalg

from ._arrays import device_arrays, place, pointer_to, vector
from ._device import device_array, device_csr, empty_like, stream_of
from ._interrupt import interruptible
from ._library import InvalidError, checked, text_of
from ._matrix import as_matrix
from ._options import new_options
from ._seidel import ffi, lib


class Prepared:
    """What sweepers and preconditioners share: an object of the library, its shape and the vectors that it takes."""

    def __init__(self, A, make, options, **initial):
        chosen = new_options({**options, **initial})
        self.on_device, arrays, self.kept, self.shape, self.dtype = self._taken(A)
        create, free, self.set_stream = make[1 if self.on_device else 0], *make[2:]
        self.handle = ffi.gc(interruptible(lambda cancellable, error: create(arrays, chosen, cancellable, error)), free)

    @staticmethod
    def _taken(A):
        """A matrix: whether it is on a device, its arrays or handle, what has to stay of it, its shape, and the type of vectors."""
        found = device_csr(A)
        if found is not None:
            return (True, *device_arrays(found), found[3], found[0].dtype)
        matrix = as_matrix(A)
        return False, matrix._handle, matrix, matrix.shape, np.dtype(float)

    def update(self, A, update, update_from_arrays):
        """Prepares it again for another matrix."""
        on_device, arrays, kept, shape, dtype = self._taken(A)
        if (on_device, shape, dtype) != (self.on_device, self.shape, self.dtype):
            raise InvalidError('a matrix of the same shape, numbers and memory is expected')
        call = update_from_arrays if on_device else update
        interruptible(lambda cancellable, error: call(self.handle, arrays, cancellable, error))
        self.kept = kept

    def _placed(self, x, name, written):
        array = device_array(x)
        if array is None:
            raise InvalidError('%s is to be on the device, as the matrix is' % name)
        if array.dtype != self.dtype or array.shape != (self.shape[0],) or (written and not array.writable):
            raise InvalidError('%s is to be an array of %d numbers of type %s%s' % (
                name, self.shape[0], self.dtype, ', in which the result is written' if written else ''))
        return array

    def read(self, x, name):
        """A vector that is read: what has to stay, and its pointer."""
        x = self._placed(x, name, False) if self.on_device else vector(x, self.shape[0], False, name)
        return x, pointer_to(x, 'void *')

    def written(self, x, name):
        """One that is written."""
        x = self._placed(x, name, True) if self.on_device else place(x, self.shape[0], name)
        return x, pointer_to(x, 'void *')

    def new(self, like):
        """Room for a result."""
        return empty_like(like) if self.on_device else np.empty(self.shape[0])

    def enter(self, x, stream):
        """Has the next call take place in the stream of the caller."""
        if self.on_device:
            self.set_stream(self.handle, ffi.cast('void *', stream_of(x, stream)))


class Preconditioner(scipy.sparse.linalg.LinearOperator):
    """M⁻¹ as a SciPy LinearOperator: what its solvers take as M, and those of CuPy where the matrix is on a device. Thread-safe."""

    def __init__(self, A, kind, options):
        name = kind.encode('utf-8')
        self._prepared = Prepared(A, (lambda matrix, *more: lib.seidel_preconditioner_new(matrix, name, *more),
                                       lambda arrays, *more: lib.seidel_preconditioner_new_from_arrays(arrays, name, *more),
                                       lib.seidel_preconditioner_free, lib.seidel_preconditioner_set_stream), options)
        self.kind = kind
        super().__init__(self._prepared.dtype, self._prepared.shape)

    def apply(self, r, out=None, stream=None):
        """M⁻¹ r as a new array, or in out: n numbers, contiguous; on the host it may be r. stream: on a device, where not the
        current one of the package of r is meant."""
        prepared = self._prepared
        out = prepared.new(r) if out is None else out
        (source, given), (_, place) = prepared.read(r, 'r'), prepared.written(out, 'out')
        prepared.enter(source, stream)
        checked(lib.seidel_preconditioner_apply, prepared.handle, given, place)
        return out

    def update(self, A):
        """Makes M again for a matrix of the same shape, numbers and memory. Where its pattern is the one before, multigrid keeps its
        aggregates and the patterns of its coarse matrices.

        >>> import numpy as np, scipy.sparse as sp
        >>> A = sp.diags([-1.0, 2.1, -1.0], [-1, 0, 1], shape=(1000, 1000), format='csr')
        >>> M = preconditioner(A, 'multigrid')
        >>> z = M @ np.ones(1000)
        >>> M.update(2.0 * A)
        >>> bool(np.allclose(M @ np.ones(1000), z / 2.0))
        True
        """
        self._prepared.update(A, lib.seidel_preconditioner_update, lib.seidel_preconditioner_update_from_arrays)

    def matvec(self, x):
        return self.apply(x) if self._prepared.on_device else super().matvec(x)

    def _matvec(self, r):
        return self.apply(np.asarray(r).reshape(-1))


def preconditioner(A, kind, **options):
    """A prepared :class:`Preconditioner` of "seidel-cli preconditioners": "jacobi", "ssor", "ilu0", "ic0", "multigrid".

    A: a matrix as for :func:`solve`; or one on a CUDA device, of cupyx.scipy.sparse or torch in CSR, or (data, indices, indptr):
    vectors then are arrays on the device, of the type of its values, and so are results. It is copied to the host once, for the
    plan, and has to stay unchanged. options as of :func:`solve`: threads=4, precision="single", preconditioner_omega=1.2.

    >>> import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sla
    >>> A = sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(100, 100), format='csr')
    >>> x, failed = sla.cg(A, np.ones(100), M=preconditioner(A, 'ic0'), maxiter=5)
    >>> failed
    0
    """
    return Preconditioner(A, kind, options)


_ORDERS = {'forward': 0, 'backward': 1, 'symmetric': 2}


def _order(name):
    if name not in _ORDERS:
        raise InvalidError('order is forward, backward or symmetric, not %r' % (name,))
    return _ORDERS[name]


class Sweeper:
    """Gauss-Seidel sweeps over a matrix, and solves with its triangles, planned once. Thread-safe.

    x is changed in place, and returned: n doubles, contiguous; of a matrix on a device an array there, of the type of its values.
    omega relaxes (SOR). stream: on a device, where not the current one of the package of x is meant. strategy: the id of the way
    in which rows are swept.
    """

    def __init__(self, A, options):
        self._prepared = Prepared(A, (lib.seidel_sweeper_new, lib.seidel_sweeper_new_from_arrays, lib.seidel_sweeper_free,
                                       lib.seidel_sweeper_set_stream), options)
        self.strategy = text_of(lib.seidel_sweeper_strategy(self._prepared.handle))

    def _sweep(self, order, x, b, omega, stream):
        prepared = self._prepared
        (target, place), (_, given) = prepared.written(x, 'x'), prepared.read(b, 'b')
        prepared.enter(target, stream)
        checked(lib.seidel_sweeper_sweep, prepared.handle, order, omega, given, place)
        return x

    def forward(self, x, b, omega=1.0, stream=None):
        """One sweep from the first row to the last."""
        return self._sweep(0, x, b, omega, stream)

    def backward(self, x, b, omega=1.0, stream=None):
        """One sweep from the last row to the first."""
        return self._sweep(1, x, b, omega, stream)

    def symmetric(self, x, b, omega=1.0, stream=None):
        """A forward sweep, then a backward one."""
        return self._sweep(2, x, b, omega, stream)

    def relax(self, x, b, n=1, order='forward', omega=1.0, stream=None):
        """n sweeps; returns ‖b − A x‖₂ before each of them as an array of n doubles on the host. The residuals cost no pass over
        the matrix of their own but for the first, and a symmetric sweep reads each entry once for both directions."""
        prepared = self._prepared
        (target, place), (_, given) = prepared.written(x, 'x'), prepared.read(b, 'b')
        residuals = np.empty(n)
        prepared.enter(target, stream)
        checked(lib.seidel_sweeper_relax, prepared.handle, _order(order), omega, n, given, place, pointer_to(residuals, 'double *'))
        return residuals

    def solve_triangle(self, b, order='forward', out=None, stream=None):
        """Solves with a triangle, D being the diagonal: (D + L) x = b forward, (D + U) x = b backward, and symmetric
        (D + L) D⁻¹ (D + U) x = b. A new array, or in out."""
        prepared = self._prepared
        out = prepared.new(b) if out is None else out
        (source, given), (_, place) = prepared.read(b, 'b'), prepared.written(out, 'out')
        prepared.enter(source, stream)
        checked(lib.seidel_sweeper_solve, prepared.handle, _order(order), given, place)
        return out


def sweeper(A, **options):
    """A :class:`Sweeper`. A: as of :func:`preconditioner`. options as of :func:`solve`: engine, strategy, threads, precision.

    >>> import numpy as np, scipy.sparse as sp
    >>> A = sp.csr_matrix(np.array([[2.0, -1.0], [-1.0, 2.0]]))
    >>> S = sweeper(A)
    >>> S.forward(np.zeros(2), np.array([1.0, 1.0])).tolist()
    [0.5, 0.75]
    >>> S.solve_triangle(np.array([2.0, 1.0])).tolist()
    [1.0, 1.0]
    """
    return Sweeper(A, options)
