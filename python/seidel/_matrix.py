# SPDX-License-Identifier: GPL-3.0-or-later
"""Matrices, and files of matrices and vectors."""
import os

import numpy as np
import scipy.sparse

from ._arrays import canonical, device_arrays, new_arrays, pointer_to, vector, view_of
from ._device import device_csr
from ._interrupt import interruptible
from ._library import NULL, AmbiguousError, ChoiceError, InvalidError, checked, text_of
from ._options import option_text
from ._seidel import ffi, lib


class Matrix:
    """A sparse matrix that was read from a file or generated; read-only.

    name: for titles; shape; nnz: stored entries; format: what the file says of itself; rhs: the right-hand side of the file as
    an array, or None.
    """

    def __init__(self, handle, arrays=()):
        self._handle = ffi.gc(handle, lib.seidel_matrix_unref)
        self._arrays = arrays  # what the matrix borrows

    @property
    def name(self):
        return text_of(lib.seidel_matrix_name(self._handle))

    @property
    def format(self):
        return text_of(lib.seidel_matrix_format(self._handle))

    @property
    def shape(self):
        return lib.seidel_matrix_n_rows(self._handle), lib.seidel_matrix_n_columns(self._handle)

    @property
    def nnz(self):
        return lib.seidel_matrix_n_entries(self._handle)

    @property
    def iscomplex(self):
        return lib.seidel_matrix_has_complex_values(self._handle)

    def _view(self, pointer, n, dtype):
        array = view_of(pointer, n, dtype, self)
        array.flags.writeable = False
        return array

    @property
    def rhs(self):
        pointer = lib.seidel_matrix_rhs(self._handle)
        return None if pointer == NULL else self._view(pointer, self.shape[0], complex if self.iscomplex else float)

    def toscipy(self):
        """The same as a SciPy CSR matrix, of arrays that are read-only: values and column indices are not copied."""
        values = self._view(lib.seidel_matrix_values(self._handle), self.nnz, complex if self.iscomplex else float)
        matrix = scipy.sparse.csr_matrix(self.shape, dtype=values.dtype)
        matrix.data = values
        matrix.indices = self._view(lib.seidel_matrix_column_indices(self._handle), self.nnz, np.int32)
        offsets = self._view(lib.seidel_matrix_row_offsets(self._handle), self.shape[0] + 1, np.int64)
        matrix.indptr = offsets.astype(np.int32) if self.nnz < 2**31 else offsets
        matrix.has_canonical_format = True
        return matrix

    def __repr__(self):
        return '<seidel.Matrix %s: %d × %d, %d entries>' % (self.name, *self.shape, self.nnz)


def as_matrix(A, name='A'):
    """A :class:`Matrix`: A itself, one on the arrays of a SciPy or NumPy matrix, or a copy of one that is on a device."""
    if isinstance(A, Matrix):
        return A
    if (found := device_csr(A)) is not None:
        arrays, _ = device_arrays(found)
        return Matrix(checked(lib.seidel_matrix_new_from_arrays, name.encode('utf-8'), arrays))
    A = canonical(A)
    if max(A.shape) >= 2**31:
        raise InvalidError('a matrix has at most 2,147,483,647 rows and columns')
    complex_numbers = A.dtype.kind == 'c'
    data = np.ascontiguousarray(A.data, complex if complex_numbers else np.float32 if A.data.dtype == np.float32 else float)
    indices = np.ascontiguousarray(A.indices, np.int32)
    offsets = np.ascontiguousarray(A.indptr, np.int32 if A.indptr.dtype == np.int32 else np.int64)
    if min(len(data), len(indices)) < int(offsets[-1]):
        raise InvalidError('the arrays are shorter than the row offsets say')
    arrays = new_arrays(data, indices, offsets, A.shape)
    return Matrix(checked(lib.seidel_matrix_new_from_arrays, name.encode('utf-8'), arrays), (data, indices, offsets))


def read(path, variable=None, read_as=None):
    """A :class:`Matrix` from a file of any format of "seidel-cli formats"; variable selects one of several. read_as: how a text is
    read that does not say what it is, as --read-as of "seidel-cli info", "table" or "entries,from-0"; AmbiguousError has those that
    are possible, ChoiceError the matrices of a file. FileError names the place of what is wrong."""
    name, reading = (NULL if text is None else text.encode('utf-8') for text in (variable, read_as))
    try:
        return Matrix(interruptible(lambda cancellable, error: lib.seidel_matrix_read(os.fsencode(path), name, reading, NULL, cancellable, error)))
    except AmbiguousError as error:
        raise AmbiguousError('%s. Choose one as read_as, in parentheses here.' % error) from None
    except ChoiceError as error:
        raise ChoiceError('%s. Name it as variable.' % error) from None


def write(path, A):
    """Writes a matrix; the ending of the name selects the format: .mtx, .mtx.gz, .mat, .npz and so on."""
    matrix = as_matrix(A)
    interruptible(lambda cancellable, error: lib.seidel_matrix_write(matrix._handle, os.fsencode(path), NULL, cancellable, error))


def read_vector(path):
    """An array from a file that holds one vector."""
    n, complex_numbers = ffi.new('int64_t *'), ffi.new('bool *')
    pointer = interruptible(lambda cancellable, error: lib.seidel_vector_read(os.fsencode(path), n, complex_numbers, cancellable, error))
    dtype = complex if complex_numbers[0] else float
    return view_of(pointer, n[0], dtype, ffi.gc(pointer, lib.seidel_numbers_free)).copy()


def write_vector(path, x):
    """Writes a vector; the ending of the name selects the format: .mtx, .txt, .npy and so on."""
    x = vector(x, np.size(x), np.iscomplexobj(x), 'x')
    checked(lib.seidel_vector_write, pointer_to(x, 'double *'), len(x), np.iscomplexobj(x), os.fsencode(path))


def generate(kind, **parameters):
    """A :class:`Matrix` of the gallery, see "seidel-cli generate --list".

    >>> generate('poisson-5', size=10)
    <seidel.Matrix poisson-5 10×10: 100 × 100, 460 entries>
    """
    text = ' '.join([kind] + ['--%s %s' % (name.replace('_', '-'), option_text(value)) for name, value in parameters.items()])
    return Matrix(interruptible(lambda cancellable, error: lib.seidel_matrix_generate(text.encode('utf-8'), NULL, cancellable, error)))
