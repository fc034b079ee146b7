# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of NumPy and SciPy, and those on a device, as the library takes them."""
import numpy as np
import scipy.sparse

from ._device import DeviceArray, stream_of
from ._library import InvalidError
from ._seidel import ffi

# SeidelNumbers by the types of NumPy: there are two of 64 bits.
_NUMBERS = {np.dtype(name).char: number for name, number in (('int32', 1), ('int64', 2), ('float32', 3), ('float64', 4), ('complex128', 5))}

_NOTHING = np.zeros(1)  # what an array without elements points to


def pointer_to(array, kind):
    """Where the elements of an array are, on the host or on a device, as a pointer of this type."""
    if isinstance(array, DeviceArray):
        return ffi.cast(kind, array.pointer)
    return ffi.cast(kind, ffi.from_buffer(array if array.size else _NOTHING))


def view_of(pointer, n, dtype, owner):
    """n elements of memory of the library as an array that keeps alive what they belong to."""
    if n == 0:
        return np.empty(0, dtype)
    kept = ffi.gc(ffi.cast('char *', pointer), lambda _, owner=owner: None)
    return np.frombuffer(ffi.buffer(kept, n * np.dtype(dtype).itemsize), dtype)


def new_arrays(values, columns, offsets, shape, **more):
    """The arrays of a matrix for the library, which borrows them; more: further members."""
    return ffi.new('SeidelArrays *', {'size': ffi.sizeof('SeidelArrays'), 'rows': shape[0], 'columns': shape[1],
                                      'row_offsets': pointer_to(offsets, 'void *'), 'column_indices': pointer_to(columns, 'int32_t *'),
                                      'values': pointer_to(values, 'void *'), 'offset_numbers': _NUMBERS[offsets.dtype.char],
                                      'value_numbers': _NUMBERS[values.dtype.char], 'borrow': True, **more})


def canonical(A):
    """A CSR matrix with sorted rows and without duplicates, of doubles or complex numbers; A itself if it is one."""
    if not scipy.sparse.issparse(A):
        A = np.asarray(A)
        if A.ndim != 2:
            raise InvalidError('a matrix has two dimensions, this array has %d' % A.ndim)
    if not scipy.sparse.issparse(A) or A.format != 'csr':
        A = scipy.sparse.csr_matrix(A)
    if not A.has_canonical_format:
        A = A.copy()
        A.sum_duplicates()
    if A.dtype.kind not in 'biufc':
        raise InvalidError('numbers are expected, not %s' % A.dtype)
    return A


def vector(x, n, complex_numbers, name):
    """An array of n doubles or complex numbers."""
    if np.iscomplexobj(x) and not complex_numbers:
        raise InvalidError('%s is complex, the matrix is real' % name)
    x = np.ascontiguousarray(x, complex if complex_numbers else float)
    if x.shape == (n, 1):
        x = x.reshape(n)
    if x.shape != (n,):
        raise InvalidError('%s has the shape %s where (%d,) is expected' % (name, x.shape, n))
    return x


def place(x, n, name):
    """An array of n doubles in which a result is written: x itself."""
    if not isinstance(x, np.ndarray) or x.dtype != float or x.shape != (n,) or not x.flags.c_contiguous or not x.flags.writeable:
        raise InvalidError('%s is to be a contiguous array of %d doubles, in which the result is written' % (name, n))
    return x


def device_arrays(found):
    """The arrays of a matrix on a device for the library, and what has to stay."""
    values, columns, offsets, shape = found
    for array, kinds, what in ((values, 'fd', 'values'), (offsets, 'ilq', 'row offsets')):
        if array.dtype.char not in kinds:
            raise InvalidError('%s on a device are %s where %s are expected' % (
                what, array.dtype, 'float32 or float64' if kinds == 'fd' else 'int32 or int64'))
    return new_arrays(values, columns, offsets, shape, memory=1, stream=ffi.cast('void *', stream_of(values, None))), found
