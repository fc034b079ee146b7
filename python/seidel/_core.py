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

from ._device import device_array, device_csr, empty_like, stream_of
from ._seidel import ffi, lib

FORWARD, BACKWARD = 0, 1
NULL = ffi.NULL


class Error(Exception):
    """What the library could not do; the message says why and, where something else was expected, what."""


class FileError(Error, OSError):
    """A file cannot be opened, read or written, or is not what its format says."""


class AmbiguousError(FileError):
    """A text that does not say what it is may be read in several ways; the message has those that :func:`read` takes as read_as."""


class InvalidError(Error, ValueError):
    """An argument, an option or a matrix does not fit what is asked for."""


class ChoiceError(InvalidError):
    """A file holds several matrices, or vectors, and the message names them; :func:`read` takes one of the matrices as variable."""


class UnsupportedError(Error, NotImplementedError):
    """Well-formed, but beyond what the library does."""


class OutOfMemoryError(Error, MemoryError):
    """It does not fit into memory; the message has the figures."""


class UnavailableError(Error, RuntimeError):
    """An engine or a device is not there."""


# As everything in Python.
lib.seidel_count_from(0)

# By SeidelError.
_KINDS = [FileError, FileError, UnsupportedError, InvalidError, OutOfMemoryError, UnavailableError, ChoiceError, InvalidError, OutOfMemoryError,
          AmbiguousError]


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
        return _text(lib.seidel_matrix_name(self._handle))

    @property
    def format(self):
        return _text(lib.seidel_matrix_format(self._handle))

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
        """Memory of the library as an array that keeps the matrix alive."""
        if n == 0:
            return np.empty(0, dtype)
        owner = ffi.gc(ffi.cast('char *', pointer), lambda _, matrix=self: None)
        array = np.frombuffer(ffi.buffer(owner, n * np.dtype(dtype).itemsize), dtype)
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


# SeidelNumbers by the types of NumPy: there are two of 64 bits.
_NUMBERS = {np.dtype(name).char: number for name, number in (('int32', 1), ('int64', 2), ('float32', 3), ('float64', 4), ('complex128', 5))}


_NOTHING = np.zeros(1)  # what an array without elements points to


def _pointer(array, kind):
    return ffi.cast(kind, ffi.from_buffer(array if array.size else _NOTHING))


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
    """A :class:`Matrix`: A itself, one on the arrays of a SciPy or NumPy matrix, or a copy of one that is on a device."""
    if isinstance(A, Matrix):
        return A
    if (found := device_csr(A)) is not None:
        arrays, _ = _device_arrays(found)
        return Matrix(_checked(lib.seidel_matrix_new_from_arrays, name.encode('utf-8'), arrays))
    A = _canonical(A)
    if max(A.shape) >= 2**31:
        raise InvalidError('a matrix has at most 2,147,483,647 rows and columns')
    complex_numbers = np.issubdtype(A.dtype, np.complexfloating)
    data = np.ascontiguousarray(A.data, complex if complex_numbers else np.float32 if A.data.dtype == np.float32 else float)
    indices = np.ascontiguousarray(A.indices, np.int32)
    offsets = np.ascontiguousarray(A.indptr, np.int32 if A.indptr.dtype == np.int32 else np.int64)
    if offsets[-1] > len(data) or len(indices) < offsets[-1]:
        raise InvalidError('the arrays are shorter than the row offsets say')
    arrays = ffi.new('SeidelArrays *', {'size': ffi.sizeof('SeidelArrays'), 'rows': A.shape[0], 'columns': A.shape[1],
                                        'row_offsets': _pointer(offsets, 'void *'), 'column_indices': _pointer(indices, 'int32_t *'),
                                        'values': _pointer(data, 'void *'), 'offset_numbers': _NUMBERS[offsets.dtype.char],
                                        'value_numbers': _NUMBERS[data.dtype.char], 'borrow': True})
    return Matrix(_checked(lib.seidel_matrix_new_from_arrays, name.encode('utf-8'), arrays), (data, indices, offsets))


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
    ids = lib.seidel_options_ids()
    while ids[len(found)] != NULL:
        found[_text(ids[len(found)]).replace('-', '_')] = _text(lib.seidel_options_sentence(ids[len(found)]))
    return found


def version():
    """The version of the library."""
    return _text(lib.seidel_version())


def _column(trace, name, first, n):
    values = np.empty(n)
    lib.seidel_trace_read(trace, name.encode(), first, n, _pointer(values, 'double *'))
    return values


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
        self._history = None

    @property
    def history(self):
        if self._history is None:
            n = lib.seidel_trace_n_points(self._trace)
            self._history = np.empty(n, self._points)
            for name in self._points.names:
                self._history[name] = _column(self._trace, name, 0, n)
        return self._history

    @property
    def reason(self):
        return self.figure('reason')

    @property
    def sentence(self):
        return _text(lib.seidel_outcome_sentence(self._outcome))

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
            handle = _interruptible(lambda cancellable, error: lib.seidel_matrix_reorder(matrix._handle, order, NULL, cancellable, error))
            self.handle = ffi.gc(handle, lib.seidel_matrix_unref)

    def problem(self, b, x0):
        rows, columns = self.matrix.shape
        b, *given = _named(b, rows, self.matrix.iscomplex, 'b')
        x0, *begun = _named(x0, columns, self.matrix.iscomplex, 'x0')

        def new(cancellable, error):
            return lib.seidel_problem_new_named(self.handle, *given, *begun, cancellable, error)
        # What is copied is there at once; what has a name is read or computed.
        at_once = b is not None and begun[1] == NULL
        problem = ffi.gc(_checked(new, NULL) if at_once else _interruptible(new), lib.seidel_problem_unref)
        if self.near_null is not None:
            path = _path(self.near_null)
            _interruptible(lambda cancellable, error: lib.seidel_problem_add_near_null(problem, path, cancellable, error))
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
            return self.callback(int(_column(trace, 'iteration', n - 1, 1)[0]), float(_column(trace, 'residual', n - 1, 1)[0]))

        outcome = _interruptible(run, poll=poll if self.callback is not None else None)
        return Result(outcome, trace, self.matrix.iscomplex)


class Levels:
    """The dependency levels of a Gauss-Seidel sweep: the rows of one can be computed at the same time.

    count; rows: of each level; entries: stored entries in the rows of each level; level_of_row: 1 … count; widest: most rows in
    one level. Source: Anderson and Saad, "Solving sparse triangular linear systems on parallel computers" (1989).
    """

    def __init__(self, matrix, direction):
        handle = _interruptible(lambda cancellable, error: lib.seidel_levels_new(matrix._handle, direction, cancellable, error))
        handle = ffi.gc(handle, lib.seidel_levels_unref)
        self._matrix = matrix
        self.direction = 'backward' if direction else 'forward'
        self.count = lib.seidel_levels_count(handle)

        def copied(pointer, n, dtype):
            return np.frombuffer(ffi.buffer(pointer, n * np.dtype(dtype).itemsize), dtype).copy() if n else np.empty(0, dtype)
        self.rows = copied(lib.seidel_levels_rows(handle), self.count, np.int64)
        self.entries = copied(lib.seidel_levels_entries(handle), self.count, np.int64)
        self.level_of_row = copied(lib.seidel_levels_of_rows(handle), matrix.shape[0], np.int32)
        self.widest = lib.seidel_levels_widest(handle)

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


def _device_arrays(found):
    """The arrays of a matrix on a device for the library, and what has to stay."""
    values, columns, offsets, shape = found
    for array, kinds, what in ((values, 'fd', 'values'), (offsets, 'ilq', 'row offsets')):
        if array.dtype.char not in kinds:
            raise InvalidError('%s on a device are %s where %s are expected' % (
                what, array.dtype, 'float32 or float64' if kinds == 'fd' else 'int32 or int64'))
    arrays = ffi.new('SeidelArrays *', {'size': ffi.sizeof('SeidelArrays'), 'rows': shape[0], 'columns': shape[1],
                                        'row_offsets': ffi.cast('void *', offsets.pointer), 'column_indices': ffi.cast('int32_t *', columns.pointer),
                                        'values': ffi.cast('void *', values.pointer), 'offset_numbers': _NUMBERS[offsets.dtype.char],
                                        'value_numbers': _NUMBERS[values.dtype.char], 'memory': 1, 'borrow': True,
                                        'stream': ffi.cast('void *', stream_of(values, None))})
    return arrays, found


class _Prepared:
    """What sweepers and preconditioners share: an object of the library, its shape and the vectors that it takes."""

    def __init__(self, A, make, options, **initial):
        chosen = _options({**options, **initial})
        self.on_device, arrays, self.kept, self.shape, self.dtype = self._taken(A)
        create, free, self.set_stream = make[1 if self.on_device else 0], *make[2:]
        self.handle = ffi.gc(_interruptible(lambda cancellable, error: create(arrays, chosen, cancellable, error)), free)

    @staticmethod
    def _taken(A):
        """A matrix: whether it is on a device, its arrays or handle, what has to stay of it, its shape, and the type of vectors."""
        found = device_csr(A)
        if found is not None:
            return (True, *_device_arrays(found), found[3], found[0].dtype)
        matrix = as_matrix(A)
        return False, matrix._handle, matrix, matrix.shape, np.dtype(float)

    def update(self, A, update, update_from_arrays):
        """Prepares it again for another matrix."""
        on_device, arrays, kept, shape, dtype = self._taken(A)
        if (on_device, shape, dtype) != (self.on_device, self.shape, self.dtype):
            raise InvalidError('a matrix of the same shape, numbers and memory is expected')
        call = update_from_arrays if on_device else update
        _interruptible(lambda cancellable, error: call(self.handle, arrays, cancellable, error))
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
        if self.on_device:
            array = self._placed(x, name, False)
            return array, ffi.cast('void *', array.pointer)
        x = _vector(x, self.shape[0], False, name)
        return x, _pointer(x, 'void *')

    def written(self, x, name):
        """One that is written."""
        if self.on_device:
            array = self._placed(x, name, True)
            return array, ffi.cast('void *', array.pointer)
        x = _place(x, self.shape[0], name)
        return x, _pointer(x, 'void *')

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
        self._prepared = _Prepared(A, (lambda matrix, *more: lib.seidel_preconditioner_new(matrix, name, *more),
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
        _checked(lib.seidel_preconditioner_apply, prepared.handle, given, place)
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


def _place(x, n, name):
    if not isinstance(x, np.ndarray) or x.dtype != float or x.shape != (n,) or not x.flags.c_contiguous or not x.flags.writeable:
        raise InvalidError('%s is to be a contiguous array of %d doubles, in which the result is written' % (name, n))
    return x


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
        self._prepared = _Prepared(A, (lib.seidel_sweeper_new, lib.seidel_sweeper_new_from_arrays, lib.seidel_sweeper_free,
                                       lib.seidel_sweeper_set_stream), options)
        self.strategy = _text(lib.seidel_sweeper_strategy(self._prepared.handle))

    def _sweep(self, order, x, b, omega, stream):
        prepared = self._prepared
        (target, place), (_, given) = prepared.written(x, 'x'), prepared.read(b, 'b')
        prepared.enter(target, stream)
        _checked(lib.seidel_sweeper_sweep, prepared.handle, order, omega, given, place)
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
        _checked(lib.seidel_sweeper_relax, prepared.handle, _order(order), omega, n, given, place, _pointer(residuals, 'double *'))
        return residuals

    def solve_triangle(self, b, order='forward', out=None, stream=None):
        """Solves with a triangle, D being the diagonal: (D + L) x = b forward, (D + U) x = b backward, and symmetric
        (D + L) D⁻¹ (D + U) x = b. A new array, or in out."""
        prepared = self._prepared
        out = prepared.new(b) if out is None else out
        (source, given), (_, place) = prepared.read(b, 'b'), prepared.written(out, 'out')
        prepared.enter(source, stream)
        _checked(lib.seidel_sweeper_solve, prepared.handle, _order(order), given, place)
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


def read(path, variable=None, read_as=None):
    """A :class:`Matrix` from a file of any format of "seidel-cli formats"; variable selects one of several. read_as: how a text is
    read that does not say what it is, as --read-as of "seidel-cli info", "table" or "entries,from-0"; AmbiguousError has those that
    are possible, ChoiceError the matrices of a file. FileError names the place of what is wrong."""
    name, reading = (NULL if text is None else text.encode('utf-8') for text in (variable, read_as))
    try:
        return Matrix(_interruptible(lambda cancellable, error: lib.seidel_matrix_read(_path(path), name, reading, NULL, cancellable, error)))
    except AmbiguousError as error:
        raise AmbiguousError('%s. Choose one as read_as, in parentheses here.' % error) from None
    except ChoiceError as error:
        raise ChoiceError('%s. Name it as variable.' % error) from None


def write(path, A):
    """Writes a matrix; the ending of the name selects the format: .mtx, .mtx.gz, .mat, .npz and so on."""
    matrix = as_matrix(A)
    _interruptible(lambda cancellable, error: lib.seidel_matrix_write(matrix._handle, _path(path), NULL, cancellable, error))


def read_vector(path):
    """An array from a file that holds one vector."""
    n, complex_numbers = ffi.new('int64_t *'), ffi.new('bool *')
    pointer = _interruptible(lambda cancellable, error: lib.seidel_vector_read(_path(path), n, complex_numbers, cancellable, error))
    dtype = complex if complex_numbers[0] else float
    owner = ffi.gc(pointer, lib.seidel_numbers_free)
    return np.frombuffer(ffi.buffer(ffi.cast('char *', owner), n[0] * np.dtype(dtype).itemsize), dtype).copy() if n[0] else np.empty(0, dtype)


def write_vector(path, x):
    """Writes a vector; the ending of the name selects the format: .mtx, .txt, .npy and so on."""
    x = _vector(x, np.size(x), np.iscomplexobj(x), 'x')
    _checked(lib.seidel_vector_write, _pointer(x, 'double *'), len(x), np.iscomplexobj(x), _path(path))


def generate(kind, **parameters):
    """A :class:`Matrix` of the gallery, see "seidel-cli generate --list".

    >>> generate('poisson-5', size=10)
    <seidel.Matrix poisson-5 10×10: 100 × 100, 460 entries>
    """
    text = ' '.join([kind] + ['--%s %s' % (name.replace('_', '-'), _option_text(value)) for name, value in parameters.items()])
    return Matrix(_interruptible(lambda cancellable, error: lib.seidel_matrix_generate(text.encode('utf-8'), NULL, cancellable, error)))
