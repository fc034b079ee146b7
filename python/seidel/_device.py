# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays that are on a CUDA device, of CuPy, PyTorch and whatever else has __cuda_array_interface__ or __dlpack__.

None of these packages is imported: their arrays bring what is needed.
"""
import ctypes
import sys

import numpy as np
import scipy.sparse

from ._library import InvalidError
from ._seidel import ffi

_CUDA = (2, 13)  # DLDeviceType: memory of a device, and managed memory
_CODES = {0: 'i', 1: 'u', 2: 'f', 5: 'c'}  # DLDataTypeCode

_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = ctypes.c_void_p
_capsule_pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)


class DeviceArray:
    """A contiguous array on a device: pointer (an int), shape, dtype, writable, stream (an int or None), owner."""

    def __init__(self, pointer, shape, dtype, writable, stream, owner):
        self.pointer, self.shape, self.dtype, self.writable, self.stream, self.owner = pointer, shape, dtype, writable, stream, owner


def _is_contiguous(shape, strides):
    """strides in elements."""
    expected = 1
    for length, stride in zip(reversed(shape), reversed(strides)):
        if length > 1 and stride != expected:
            return False
        expected *= length
    return True


def _contiguous(array, shape, strides):
    if strides is not None and not _is_contiguous(shape, strides):
        raise InvalidError('arrays on a device are to be contiguous')
    return array


def _from_interface(x, interface):
    dtype = np.dtype(interface['typestr'])
    shape, strides = tuple(interface['shape']), interface.get('strides')
    pointer, readonly = interface['data']
    return _contiguous(DeviceArray(pointer, shape, dtype, not readonly, interface.get('stream'), x), shape,
                       strides and [stride // dtype.itemsize for stride in strides])


def _from_dlpack(x):
    capsule = x.__dlpack__()
    tensor = ffi.cast('DLManagedTensor *', _capsule_pointer(capsule, b'dltensor')).dl_tensor
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = None if tensor.strides == ffi.NULL else [tensor.strides[i] for i in range(tensor.ndim)]
    dtype = np.dtype('%s%d' % (_CODES.get(tensor.dtype.code, 'V'), tensor.dtype.bits * tensor.dtype.lanes // 8))
    # What owns the memory gives it back when the capsule goes.
    return _contiguous(DeviceArray(int(ffi.cast('intptr_t', tensor.data)) + tensor.byte_offset, shape, dtype, True, None, (x, capsule)), shape,
                       strides)


def device_array(x):
    """The :class:`DeviceArray` of what is on a device; None for anything else."""
    if isinstance(x, np.ndarray):
        return None
    interface = getattr(x, '__cuda_array_interface__', None)
    if interface is not None:
        return _from_interface(x, interface)
    device = getattr(x, '__dlpack_device__', None)
    return _from_dlpack(x) if device is not None and device()[0] in _CUDA else None


def stream_of(array, stream):
    """The stream, as an int, in which to work: the one that is given, or the current one of the package of an array."""
    if stream is not None:
        return int(getattr(stream, 'ptr', getattr(stream, 'cuda_stream', stream)))
    package = sys.modules.get(type(array.owner).__module__.split('.', maxsplit=1)[0])
    if package is not None and package.__name__ == 'torch':
        return package.cuda.current_stream(array.owner.device).cuda_stream
    if package is not None and package.__name__ == 'cupy':
        return package.cuda.get_current_stream().ptr
    return array.stream or 0


def empty_like(x):
    """A new array of the package of x."""
    package = sys.modules[type(x).__module__.split('.', maxsplit=1)[0]]
    return package.empty_like(x)


def _narrowed(columns):
    """Column indices with 32 bits."""
    if device_array(columns).dtype == np.int32:
        return columns
    return columns.astype('int32') if hasattr(columns, 'astype') else columns.int()


def device_csr(A):
    """(values, columns, offsets, shape) of a matrix on a device: one of cupyx.scipy.sparse or torch in CSR, or (data, indices,
    indptr) as SciPy has it, which is square then; None for anything else."""
    if scipy.sparse.issparse(A):
        return None
    if isinstance(A, tuple) and len(A) == 3:
        arrays, shape = A, None
    elif hasattr(A, 'crow_indices') and getattr(A, 'is_cuda', False):
        arrays, shape = (A.values(), A.col_indices(), A.crow_indices()), tuple(A.shape)
    elif getattr(A, 'format', None) == 'csr' and hasattr(A, 'indptr'):
        arrays, shape = (A.data, A.indices, A.indptr), tuple(A.shape)
    else:
        return None
    if device_array(arrays[0]) is None:
        return None
    values, columns, offsets = arrays
    found = [device_array(values), device_array(_narrowed(columns)), device_array(offsets)]
    n = found[2].shape[0] - 1
    return (*found, shape or (n, n))
