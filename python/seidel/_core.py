# SPDX-License-Identifier: GPL-3.0-or-later
"""What calls the library: matrices, runs, levels, preconditioners and sweeps."""
import concurrent.futures
import functools
import os
import signal
import threading

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

from ._seidel import ffi, lib

FORWARD, BACKWARD = 0, 1
NULL = ffi.NULL


class Error(Exception):
    """What the library could not do; the message says why and, where something else was expected, what."""


class FileError(Error, OSError):
    """A file cannot be opened, read or written, or is not what its format says."""


class InvalidError(Error, ValueError):
    """An argument, an option or a matrix does not fit what is asked for."""


class UnsupportedError(Error, NotImplementedError):
    """Well-formed, but beyond what the library does."""


class OutOfMemoryError(Error, MemoryError):
    """It does not fit into memory; the message has the figures."""


class UnavailableError(Error, RuntimeError):
    """An engine or a device is not there."""


# By SeidelError.
_KINDS = [FileError, FileError, UnsupportedError, InvalidError, OutOfMemoryError, UnavailableError, InvalidError, InvalidError, OutOfMemoryError]


def _text(pointer):
    return None if pointer == NULL else ffi.string(pointer).decode('utf-8')


def _taken_text(pointer):
    """A new text of the library."""
    text = _text(pointer)
    lib.g_free(pointer)
    return text


def _raise(slot):
    error = slot[0]
    code, message = error.code, _text(error.message)
    lib.g_error_free(error)
    raise (_KINDS[code] if 0 <= code < len(_KINDS) else Error)(message)


def _checked(function, *arguments):
    """What a function returns that takes a GError ** last; its error as an exception."""
    slot = ffi.new('GError **')
    result = function(*arguments, slot)
    if slot[0] != NULL:
        _raise(slot)
    return result


def _path(path):
    return os.fsencode(path)


# Ctrl+C interrupts the main thread alone, and Python sees it only between two of its instructions: what it does at once is to
# write the number of the signal to a descriptor. A thread that reads there cancels the run of the main one. Where the
# descriptor is somebody else's, as in asyncio, or a callback wants to be called, the run is made by another thread and waited
# for, which costs some tens of microseconds more.
_worker = None
_watch = None


class _Watch:
    """Cancels what the main thread runs when a signal comes."""

    def __init__(self):
        self.cancellable = None
        self.end, self.descriptor = os.pipe()
        os.set_blocking(self.descriptor, False)
        threading.Thread(target=self.listen, name='seidel-signals', daemon=True).start()

    def listen(self):
        while numbers := os.read(self.end, 16):
            cancellable = self.cancellable
            if signal.SIGINT in numbers and cancellable is not None:
                lib.g_cancellable_cancel(cancellable)

    def run(self, function, arguments, cancellable):
        self.cancellable = cancellable
        try:
            return _checked(function, *arguments, cancellable)
        finally:
            # KeyboardInterrupt may come in between, too: the descriptor is given back in any case.
            signal.set_wakeup_fd(-1)
            self.cancellable = None


def _forget_threads():
    global _worker, _watch  # pylint: disable=global-statement
    _worker = _watch = None


os.register_at_fork(after_in_child=_forget_threads)


def _interruptible(function, *arguments, poll=None):
    """Calls function (*arguments, cancellable, error) so that KeyboardInterrupt cancels it. poll: called every 50 ms; true cancels."""
    global _worker, _watch  # pylint: disable=global-statement
    cancellable = ffi.gc(lib.g_cancellable_new(), lib.g_object_unref)
    if poll is None and threading.current_thread() is not threading.main_thread():
        return _checked(function, *arguments, cancellable)
    if poll is None:
        if _watch is None:
            _watch = _Watch()
        before = signal.set_wakeup_fd(_watch.descriptor, warn_on_full_buffer=False)
        # An interrupt at the wrong moment may have left it there.
        if before in (-1, _watch.descriptor):
            return _watch.run(function, arguments, cancellable)
        signal.set_wakeup_fd(before)
    if _worker is None:
        _worker = concurrent.futures.ThreadPoolExecutor(1, 'seidel')
    future = _worker.submit(_checked, function, *arguments, cancellable)
    try:
        # Not for ever: a signal that another thread received is seen when the main one wakes up.
        while not concurrent.futures.wait([future], 0.05).done:
            if poll is not None and poll():
                lib.g_cancellable_cancel(cancellable)
                break
        return future.result()
    except BaseException:
        if not future.done():
            lib.g_cancellable_cancel(cancellable)
            concurrent.futures.wait([future])
        raise


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
        return _text(self._handle.name)

    @property
    def format(self):
        return _text(self._handle.origin.format)

    @property
    def shape(self):
        return self._handle.csr.rows, self._handle.csr.columns

    @property
    def nnz(self):
        return self._handle.csr.row_offsets[self._handle.csr.rows]

    @property
    def iscomplex(self):
        return self._handle.parts != NULL

    def _view(self, pointer, n, dtype):
        """Memory of the library as an array that keeps the matrix alive."""
        if n == 0:
            return np.empty(0, dtype)
        owner = ffi.gc(ffi.cast('char *', pointer), lambda _, matrix=self: None)
        array = np.frombuffer(ffi.buffer(owner, n * np.dtype(dtype).itemsize), dtype)
        array.flags.writeable = False
        return array

    @property
    def rhs(self):
        pointer = self._handle.rhs
        return None if pointer == NULL else self._view(pointer, self.shape[0], complex if self.iscomplex else float)

    def toscipy(self):
        """The same as a SciPy CSR matrix, of arrays that are read-only: values and column indices are not copied."""
        csr = self._handle.csr
        values = self._view(self._handle.parts, self.nnz, complex) if self.iscomplex else self._view(csr.values, self.nnz, float)
        matrix = scipy.sparse.csr_matrix(self.shape, dtype=values.dtype)
        matrix.data = values
        matrix.indices = self._view(csr.column_indices, self.nnz, np.int32)
        offsets = self._view(csr.row_offsets, self.shape[0] + 1, np.int64)
        matrix.indptr = offsets.astype(np.int32) if self.nnz < 2**31 else offsets
        matrix.has_canonical_format = True
        return matrix

    def __repr__(self):
        return '<seidel.Matrix %s: %d × %d, %d entries>' % (self.name, *self.shape, self.nnz)


def _pointer(array, kind):
    return ffi.cast(kind, array.ctypes.data) if array.size else ffi.new(kind[:-1].strip() + '[1]')


def _canonical(A):
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
    if not np.can_cast(A.dtype, np.complex128, 'same_kind'):
        raise InvalidError('numbers are expected, not %s' % A.dtype)
    return A


def as_matrix(A, name='A'):
    """A :class:`Matrix`: A itself, or one on the arrays of a SciPy or NumPy matrix."""
    if isinstance(A, Matrix):
        return A
    A = _canonical(A)
    if max(A.shape) >= 2**31:
        raise InvalidError('a matrix has at most 2,147,483,647 rows and columns')
    complex_numbers = np.issubdtype(A.dtype, np.complexfloating)
    data = np.ascontiguousarray(A.data, complex if complex_numbers else float)
    values = np.abs(data) if complex_numbers else data
    indices = np.ascontiguousarray(A.indices, np.int32)
    short = A.indptr.dtype == np.int32
    offsets = np.ascontiguousarray(A.indptr, np.int32 if short else np.int64)
    if offsets[-1] > len(data) or len(indices) < offsets[-1]:
        raise InvalidError('the arrays are shorter than the row offsets say')
    csr = _checked(lib.seidel_csr_borrow_short if short else lib.seidel_csr_borrow, *A.shape, _pointer(offsets, 'int32_t *' if short else 'int64_t *'),
                   _pointer(indices, 'int32_t *'), _pointer(values, 'double *'), False, NULL, NULL)
    handle = lib.seidel_matrix_new(name.encode('utf-8'), csr)
    if complex_numbers:
        handle.parts = _pointer(data, 'double *')
    return Matrix(handle, (data, values, indices, offsets))


def _vector(x, n, complex_numbers, name):
    """An array of n doubles or complex numbers."""
    if np.iscomplexobj(x) and not complex_numbers:
        raise InvalidError('%s is complex, the matrix is real' % name)
    x = np.ascontiguousarray(x, complex if complex_numbers else float)
    if x.shape == (n, 1):
        x = x.reshape(n)
    if x.shape != (n,):
        raise InvalidError('%s has the shape %s where (%d,) is expected' % (name, x.shape, n))
    return x


def _option_text(value):
    if isinstance(value, (bool, np.bool_)):
        return 'true' if value else 'false'
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _options(values, **initial):
    options = ffi.gc(lib.seidel_options_new(), lib.seidel_options_free)
    for name, value in {**initial, **values}.items():
        if value is not None:
            _checked(lib.seidel_options_set, options, name.replace('_', '-').encode('utf-8'), _option_text(value).encode('utf-8'))
    return options


def options():
    """The options of :func:`solve`, :func:`preconditioner` and :func:`sweeper`: a dict of sentences.

    >>> 'tolerance' in options() and 'restart' in options()
    True
    """
    found = {}
    sentence = ffi.new('const char **')
    while (name := lib.seidel_python_option(len(found), sentence)) != NULL:
        found[_text(name).replace('-', '_')] = _text(sentence[0])
    return found


def version():
    """The version of the library."""
    return _text(lib.seidel_version())


class Result:
    """How a run ended.

    x: the last iterate, n numbers, however the run ended. converged: whether its true residual reached a tolerance.
    reason: an id, "converged-relative", "iteration-limit" and so on; sentence: the same in words. iterations.
    history: a structured array of iteration, seconds, residual (‖b − A x‖₂), relative (over ‖b‖₂), error (NaN if unknown).
    backward_error: the least relative change of A and b for which x is exact (Rigal and Gaches 1967), NaN if unknown.
    """

    _points = np.dtype([(name, float) for name in ('iteration', 'seconds', 'residual', 'relative', 'error')])

    def __init__(self, outcome, trace, complex_numbers):
        self._outcome = ffi.gc(outcome, lib.seidel_outcome_free)
        n = ffi.new('int64_t *')
        pointer = lib.seidel_outcome_x(self._outcome, n)
        owner = ffi.gc(ffi.cast('char *', pointer), lambda _, outcome=self._outcome: None)
        x = np.frombuffer(ffi.buffer(owner, n[0] * 8), float) if n[0] else np.empty(0)
        self.x = x.view(complex) if complex_numbers else x
        self._trace = trace

    @functools.cached_property
    def history(self):
        points = np.empty(lib.seidel_trace_n_points(self._trace), self._points)
        if len(points):
            lib.seidel_python_points(self._trace, len(points), ffi.cast('double *', points.ctypes.data))
        return points

    @property
    def reason(self):
        return self.figure('reason')

    @property
    def sentence(self):
        return _text(lib.seidel_python_reason(self._outcome))

    def figure(self, name):
        """A figure by its name in "seidel-cli solve --json": "residual.true_2", "seconds.solve", "method". A number, a bool or a
        text; None where it is not known. KeyError for a name that is none."""
        if name not in _names():
            raise KeyError(name)
        text = _taken_text(lib.seidel_outcome_text(self._outcome, name.encode()))
        if text in ('true', 'false'):
            return text == 'true'
        value = lib.seidel_outcome_value(self._outcome, name.encode())
        return text if np.isnan(value) else int(value) if value.is_integer() and '.' not in name and '_' not in name else value

    def figures(self):
        """All figures that are known, by name."""
        return {name: value for name in _names() if (value := self.figure(name)) is not None}

    @property
    def converged(self):
        return self.figure('converged')

    @property
    def iterations(self):
        return int(self.figure('iterations'))

    @property
    def backward_error(self):
        value = self.figure('backward_error')
        return float('nan') if value is None else value

    @property
    def message(self):
        """Details of the reason, or None."""
        return self.figure('message')

    def __repr__(self):
        return '<seidel.Result: %s by %s after %d iterations>' % (self.reason, self.figure('method'), self.iterations)


def _names(kept=[]):  # pylint: disable=dangerous-default-value
    if not kept:
        names = lib.seidel_outcome_names()
        while names[len(kept)] != NULL:
            kept.append(_text(names[len(kept)]))
    return kept


def _named(x, n, complex_numbers, name):
    """A vector as its numbers and as its name, of which one is NULL."""
    if x is None or isinstance(x, str):
        return None, NULL, NULL if x is None else ffi.new('char[]', x.encode('utf-8'))
    x = _vector(x, n, complex_numbers, name)
    return x, _pointer(x, 'double *'), NULL


class Results(list):
    """What became of a run for each of several right-hand sides: a list of :class:`Result`.

    x: n × k, a solution in each column. converged: whether all runs did.
    """

    @property
    def x(self):
        return np.column_stack([result.x for result in self])

    @property
    def converged(self):
        return all(result.converged for result in self)

    def __repr__(self):
        return '<seidel.Results: %d of %d converged>' % (sum(result.converged for result in self), len(self))


class Reuse:
    """What runs with one :class:`Matrix` leave to the next ones: structure, levels, the preconditioner or factors.

    >>> A = generate('poisson-5', size=20)
    >>> kept = Reuse()
    >>> for seed in range(2):
    ...     r = solve(A, 'random:%d' % (seed + 1), method='cg', preconditioner='ic0', reuse=kept)
    >>> r.figure('reused')
    'structure, levels, engine set-up, preconditioner'
    """

    def __init__(self):
        self._handle = ffi.gc(lib.seidel_reuse_new(), lib.seidel_reuse_unref)


def solve(A, b=None, x0=None, *, callback=None, reuse=None, method='auto', ordering=None, near_null=None, **options):
    """Solves A x = b; returns a :class:`Result`, however the run ended; of several right-hand sides :class:`Results`.

    A: m × n; b: m numbers, or m × k for k right-hand sides, which share one preconditioner or factorisation, by default the right-hand side of a file, or A·1. x0: n numbers, by default zeros. Both may be named,
    as --rhs and --guess of "seidel-cli solve" are: "ones", "random:3", a file. method: an id of "seidel-cli methods"; "auto"
    chooses by the matrix. ordering: of "seidel-cli orderings", in which the run is made; x is in that of A. near_null: a file.
    options: those of :func:`options`, such as preconditioner="ssor", tolerance=1e-10, max_iterations=1000, engine="cuda",
    threads=4. reuse: a :class:`Reuse` that other runs with this matrix share. callback (iteration, residual): called about every 50 ms; the run stops when it returns true.

    The lock of the interpreter is released; Ctrl+C stops the run, and raises KeyboardInterrupt. InvalidError where the run cannot
    begin, as of a method that needs a symmetric matrix.

    >>> import numpy as np, scipy.sparse as sp
    >>> A = sp.diags([-1.0, 4.0, -1.0], [-1, 0, 1], shape=(50, 50), format='csr')
    >>> r = solve(A, A @ np.ones(50), method='gauss-seidel', tolerance=1e-10)
    >>> r.reason, bool(np.allclose(r.x, 1.0))
    ('converged-relative', True)
    >>> solve(A, np.eye(50)[:, :3], method='cholmod').x.shape
    (50, 3)
    """
    matrix = as_matrix(A)
    run = _Run(matrix, callback, ordering, near_null, _options(options, method=method, near_null=near_null))
    if isinstance(b, str) or b is None or np.ndim(b) != 2 or np.shape(b)[1] == 1:
        return run.solve(b, x0, reuse)
    b = np.asarray(b)
    reuse = reuse or Reuse()
    return Results(run.solve(b[:, k], x0[:, k] if np.ndim(x0) == 2 else x0, reuse) for k in range(b.shape[1]))


class _Run:
    """Runs with one matrix in one ordering, and one set of options."""

    def __init__(self, matrix, callback, ordering, near_null, chosen):
        self.matrix, self.callback, self.near_null, self.chosen = matrix, callback, near_null, chosen
        self.handle = matrix._handle
        if ordering is not None:
            order = ordering.encode('utf-8')
            handle = _interruptible(lambda cancellable, error: lib.seidel_python_order(matrix._handle, order, cancellable, error))
            self.handle = ffi.gc(handle, lib.seidel_matrix_unref)

    def problem(self, b, x0):
        rows, columns = self.matrix.shape
        b, *given = _named(b, rows, self.matrix.iscomplex, 'b')
        x0, *begun = _named(x0, columns, self.matrix.iscomplex, 'x0')
        problem = _interruptible(
            lambda cancellable, error: lib.seidel_python_problem(self.handle, *given, *begun, cancellable, error))
        problem = ffi.gc(problem, lib.seidel_problem_unref)
        if self.near_null is not None:
            path = _path(self.near_null)
            _interruptible(lambda cancellable, error: lib.seidel_python_read_near_null(problem, path, cancellable, error))
        return problem

    def solve(self, b, x0, reuse):
        problem = self.problem(b, x0)
        trace = ffi.gc(lib.seidel_trace_new(), lib.seidel_trace_unref)
        kept = reuse._handle if reuse is not None else NULL

        def run(cancellable, error):
            # What is cancelled is not verified either.
            return lib.seidel_solve_reusing(kept, problem, self.chosen, trace, cancellable, cancellable, error)

        def poll():
            n = lib.seidel_trace_n_points(trace)
            if n == 0:
                return False
            points = np.empty(n, Result._points)
            lib.seidel_python_points(trace, n, ffi.cast('double *', points.ctypes.data))
            return self.callback(int(points[-1]['iteration']), float(points[-1]['residual']))

        outcome = _interruptible(run, poll=poll if self.callback is not None else None)
        return Result(outcome, trace, self.matrix.iscomplex)


class Levels:
    """The dependency levels of a Gauss-Seidel sweep: the rows of one can be computed at the same time.

    count; rows: of each level; entries: stored entries in the rows of each level; level_of_row: 1 … count; widest: most rows in
    one level. Source: Anderson and Saad, "Solving sparse triangular linear systems on parallel computers" (1989).
    """

    def __init__(self, matrix, direction):
        handle = _interruptible(lambda cancellable, error: lib.seidel_schedule_new(matrix._handle.csr, direction, NULL, cancellable, error))
        handle = ffi.gc(handle, lib.seidel_schedule_unref)
        self._matrix = matrix
        self.direction = 'backward' if direction else 'forward'
        self.count = handle.count

        def copied(pointer, n, dtype):
            return np.frombuffer(ffi.buffer(pointer, n * np.dtype(dtype).itemsize), dtype).copy() if n else np.empty(0, dtype)
        self.rows = copied(handle.level_rows, handle.count, np.int64)
        self.entries = copied(handle.level_nonzeros, handle.count, np.int64)
        self.level_of_row = copied(handle.level_of_row, handle.rows, np.int32)
        self.widest = handle.widest

    def plot(self, **options):
        """The picture of "seidel-cli render levels"."""
        from ._cli import render  # pylint: disable=import-outside-toplevel
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


def _prepare(A, options, **initial):
    matrix = as_matrix(A)
    chosen = _options(options, method='auto', **initial)
    handle = _interruptible(lambda cancellable, error: lib.seidel_prepared_new(matrix._handle, chosen, cancellable, error))
    return matrix, ffi.gc(handle, lib.seidel_prepared_free)


class Preconditioner(scipy.sparse.linalg.LinearOperator):
    """M⁻¹ as a SciPy LinearOperator: what its solvers take as M. Thread-safe."""

    def __init__(self, A, kind, options):
        self._matrix, self._prepared = _prepare(A, options, preconditioner=kind)
        self.kind = kind
        super().__init__(np.dtype(float), self._matrix.shape)

    def apply(self, r, out=None):
        """M⁻¹ r as a new array, or in out: n doubles, contiguous; it may be r."""
        r = _vector(r, self.shape[0], False, 'r')
        out = np.empty(self.shape[0]) if out is None else _place(out, self.shape[0], 'out')
        _checked(lib.seidel_prepared_precondition, self._prepared, _pointer(r, 'double *'), _pointer(out, 'double *'))
        return out

    def _matvec(self, r):
        return self.apply(np.asarray(r).reshape(-1))


def preconditioner(A, kind, **options):
    """A prepared :class:`Preconditioner` of "seidel-cli preconditioners": "jacobi", "ssor", "ilu0", "ic0", "multigrid".

    options as of :func:`solve`: threads=4, precision="single", preconditioner_omega=1.2, coarsening="classical".

    >>> import numpy as np, scipy.sparse as sp, scipy.sparse.linalg as sla
    >>> A = sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(100, 100), format='csr')
    >>> x, failed = sla.cg(A, np.ones(100), M=preconditioner(A, 'ic0'), maxiter=5)
    >>> failed
    0
    """
    return Preconditioner(A, kind, options)


def _place(x, n, name):
    if not isinstance(x, np.ndarray) or x.dtype != float or x.shape != (n,) or not x.flags.c_contiguous or not x.flags.writeable:
        raise InvalidError('%s is to be a contiguous array of %d doubles, in which the result is written' % (name, n))
    return x


class Sweeper:
    """Gauss-Seidel sweeps over a matrix, planned once. x is changed in place: n doubles, contiguous. Thread-safe.

    strategy: the id of the way in which rows are swept.
    """

    def __init__(self, A, options):
        self._matrix, self._prepared = _prepare(A, options, preconditioner='none')
        self.strategy = _text(lib.seidel_prepared_strategy(self._prepared))

    def _sweep(self, direction, x, b, omega):
        n = self._matrix.shape[0]
        x, b = _place(x, n, 'x'), _vector(b, n, False, 'b')
        _checked(lib.seidel_prepared_sweep, self._prepared, direction, omega, _pointer(b, 'double *'), _pointer(x, 'double *'))
        return x

    def forward(self, x, b, omega=1.0):
        """One sweep from the first row to the last; omega relaxes. Returns x."""
        return self._sweep(FORWARD, x, b, omega)

    def backward(self, x, b, omega=1.0):
        """One sweep from the last row to the first."""
        return self._sweep(BACKWARD, x, b, omega)

    def symmetric(self, x, b, omega=1.0):
        """A forward sweep, then a backward one."""
        return self.backward(self.forward(x, b, omega), b, omega)


def sweeper(A, **options):
    """A :class:`Sweeper`. options as of :func:`solve`: engine, strategy, threads, precision.

    >>> import numpy as np, scipy.sparse as sp
    >>> A = sp.csr_matrix(np.array([[2.0, -1.0], [-1.0, 2.0]]))
    >>> sweeper(A).forward(np.zeros(2), np.array([1.0, 1.0])).tolist()
    [0.5, 0.75]
    """
    return Sweeper(A, options)


def read(path, variable=None):
    """A :class:`Matrix` from a file of any format of "seidel-cli formats"; variable selects one of several. FileError names the
    place of what is wrong."""
    name = NULL if variable is None else variable.encode('utf-8')
    return Matrix(_interruptible(lambda cancellable, error: lib.seidel_load_any_size(_path(path), name, NULL, cancellable, error)))


def write(path, A):
    """Writes a matrix; the ending of the name selects the format: .mtx, .mtx.gz, .mat, .npz and so on."""
    matrix = as_matrix(A)
    _interruptible(lambda cancellable, error: lib.seidel_save_matrix(matrix._handle, _path(path), NULL, cancellable, error))


def read_vector(path):
    """An array from a file that holds one vector."""
    n, complex_numbers = ffi.new('int64_t *'), ffi.new('bool *')
    pointer = _interruptible(lambda cancellable, error: lib.seidel_load_any_vector(_path(path), n, complex_numbers, cancellable, error))
    dtype = complex if complex_numbers[0] else float
    owner = ffi.gc(pointer, lib.seidel_vector_free)
    return np.frombuffer(ffi.buffer(ffi.cast('char *', owner), n[0] * np.dtype(dtype).itemsize), dtype).copy() if n[0] else np.empty(0, dtype)


def write_vector(path, x):
    """Writes a vector; the ending of the name selects the format: .mtx, .txt, .npy and so on."""
    x = _vector(x, np.size(x), np.iscomplexobj(x), 'x')
    _checked(lib.seidel_save_vector, _pointer(x, 'double *'), len(x), np.iscomplexobj(x), _path(path))


def generate(kind, **parameters):
    """A :class:`Matrix` of the gallery, see "seidel-cli generate --list".

    >>> generate('poisson-5', size=10)
    <seidel.Matrix poisson-5 10×10: 100 × 100, 460 entries>
    """
    text = ' '.join([kind] + ['--%s %s' % (name.replace('_', '-'), _option_text(value)) for name, value in parameters.items()])
    return Matrix(_interruptible(lambda cancellable, error: lib.seidel_python_generate(text.encode('utf-8'), cancellable, error)))
