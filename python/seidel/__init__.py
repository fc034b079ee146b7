# SPDX-License-Identifier: GPL-3.0-or-later
"""Solvers for linear systems A x = b, dependency levels, pictures: libseidel for NumPy and SciPy.

A matrix is a SciPy sparse matrix or array, a NumPy array of two dimensions, or a :class:`Matrix` that was read or generated.
Arrays in CSR form with 32-bit column indices and doubles, complex ones included, are used where they are, without a copy; they
must not change while something that was made with them is in use.

>>> import numpy as np, scipy.sparse as sp, seidel
>>> A = sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(100, 100), format='csr')
>>> r = seidel.solve(A, np.ones(100), method='cg', tolerance=1e-12)
>>> r.converged, r.iterations
(True, 50)
>>> bool(np.linalg.norm(A @ r.x - 1.0) < 1e-9)
True
"""
from ._cli import (Picture, advise, collection, compare, download, engines, experiment, formats, hierarchy, info, kinds, methods, orderings,
                   preconditioners, race, render, report, samples, session, show, spectrum, spy)
from ._levels import Levels, levels
from ._library import (AmbiguousError, ChoiceError, Error, FileError, InvalidError, OutOfMemoryError, UnavailableError, UnsupportedError,
                       version)
from ._matrix import Matrix, generate, read, read_vector, write, write_vector
from ._options import options
from ._prepared import Preconditioner, Sweeper, preconditioner, sweeper
from ._run import Result, Results, Reuse, solve

__version__ = version()
__all__ = ['AmbiguousError', 'ChoiceError', 'Error', 'FileError', 'InvalidError', 'Levels', 'Matrix', 'OutOfMemoryError', 'Picture',
           'Preconditioner', 'Result', 'Results', 'Reuse', 'Sweeper', 'UnavailableError', 'UnsupportedError', 'advise', 'collection',
           'compare', 'download', 'engines', 'experiment', 'formats', 'generate', 'hierarchy', 'info', 'kinds', 'levels', 'methods',
           'options', 'orderings', 'preconditioner', 'preconditioners', 'race', 'read', 'read_vector', 'render', 'report', 'samples',
           'session', 'show', 'solve', 'spectrum', 'spy', 'sweeper', 'version', 'write', 'write_vector']
