# SPDX-License-Identifier: GPL-3.0-or-later
"""Dependency levels."""
import numpy as np

from ._arrays import view_of
from ._cli import render
from ._interrupt import interruptible
from ._library import InvalidError
from ._matrix import as_matrix
from ._seidel import ffi, lib

FORWARD, BACKWARD = 0, 1


class Levels:
    """The dependency levels of a Gauss-Seidel sweep: the rows of one can be computed at the same time.

    count; rows: of each level; entries: stored entries in the rows of each level; level_of_row: 1 … count; widest: most rows in
    one level. Source: Anderson and Saad, "Solving sparse triangular linear systems on parallel computers" (1989).
    """

    def __init__(self, matrix, direction):
        handle = interruptible(lambda cancellable, error: lib.seidel_levels_new(matrix._handle, direction, cancellable, error))
        handle = ffi.gc(handle, lib.seidel_levels_unref)
        self._matrix = matrix
        self.direction = 'backward' if direction else 'forward'
        self.count = lib.seidel_levels_count(handle)
        self.rows = view_of(lib.seidel_levels_rows(handle), self.count, np.int64, handle).copy()
        self.entries = view_of(lib.seidel_levels_entries(handle), self.count, np.int64, handle).copy()
        self.level_of_row = view_of(lib.seidel_levels_of_rows(handle), matrix.shape[0], np.int32, handle).copy()
        self.widest = lib.seidel_levels_widest(handle)

    def plot(self, **options):
        """The picture of "seidel-cli render levels"."""
        return render('levels', self._matrix, direction=self.direction, **options)

    def __repr__(self):
        return '<seidel.Levels, %s: %d rows in %d levels>' % (self.direction, len(self.level_of_row), self.count)


def levels(A, direction='forward'):
    """The :class:`Levels` of a square matrix, direction "forward" or "backward". One pass over the entries.

    >>> import scipy.sparse as sp
    >>> levels(sp.identity(4, format='csr')).count
    1
    """
    if direction not in ('forward', 'backward'):
        raise InvalidError('direction is forward or backward, not %r' % direction)
    return Levels(as_matrix(A), BACKWARD if direction == 'backward' else FORWARD)
