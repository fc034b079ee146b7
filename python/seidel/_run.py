# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs, and how they ended."""
import functools
import os

import numpy as np

from ._arrays import pointer_to, vector, view_of
from ._interrupt import interruptible
from ._library import NULL, checked, taken_text, text_of, texts_of
from ._matrix import as_matrix
from ._options import new_options
from ._seidel import ffi, lib


def _column(trace, name, first, n):
    values = np.empty(n)
    lib.seidel_trace_read(trace, name.encode(), first, n, pointer_to(values, 'double *'))
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
        x = view_of(pointer, n[0], float, self._outcome)
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
        return text_of(lib.seidel_outcome_sentence(self._outcome))

    def figure(self, name):
        """A figure by its name in "seidel-cli solve --json": "residual.true_2", "seconds.solve", "method". A number, a bool or a
        text; None where it is not known. KeyError for a name that is none."""
        if name not in _names():
            raise KeyError(name)
        text = taken_text(lib.seidel_outcome_text(self._outcome, name.encode()))
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


@functools.cache
def _names():
    """Those of the figures."""
    return texts_of(lib.seidel_outcome_names())


def _named(x, n, complex_numbers, name):
    """A vector as its numbers and as its name, of which one is NULL."""
    if x is None or isinstance(x, str):
        return None, NULL, NULL if x is None else ffi.new('char[]', x.encode('utf-8'))
    x = vector(x, n, complex_numbers, name)
    return x, pointer_to(x, 'double *'), NULL


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

    >>> from seidel import generate
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

    A: m × n. b: m numbers, or m × k for k right-hand sides, which share one preconditioner or factorisation, by default the
    right-hand side of a file, or A·1. x0: n numbers, by default zeros. Both may be named, as --rhs and --guess of
    "seidel-cli solve" are: "ones", "random:3", a file. method: an id of "seidel-cli methods"; "auto" chooses by the matrix.
    ordering: of "seidel-cli orderings", in which the run is made; x is in that of A. near_null: a file. options: those of
    :func:`options`, such as preconditioner="ssor", tolerance=1e-10, max_iterations=1000, engine="cuda", threads=4. reuse: a
    :class:`Reuse` that other runs with this matrix share. callback (iteration, residual): called about every 50 ms; the run stops
    when it returns true.

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
    run = _Run(matrix, callback, ordering, near_null, new_options(options, method=method, near_null=near_null))
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
            handle = interruptible(lambda cancellable, error: lib.seidel_matrix_reorder(matrix._handle, order, NULL, cancellable, error))
            self.handle = ffi.gc(handle, lib.seidel_matrix_unref)

    def problem(self, b, x0):
        rows, columns = self.matrix.shape
        b, *given = _named(b, rows, self.matrix.iscomplex, 'b')
        x0, *begun = _named(x0, columns, self.matrix.iscomplex, 'x0')

        def new(cancellable, error):
            return lib.seidel_problem_new_named(self.handle, *given, *begun, cancellable, error)
        # What is copied is there at once; what has a name is read or computed.
        at_once = b is not None and begun[1] == NULL
        problem = ffi.gc(checked(new, NULL) if at_once else interruptible(new), lib.seidel_problem_unref)
        if self.near_null is not None:
            path = os.fsencode(self.near_null)
            interruptible(lambda cancellable, error: lib.seidel_problem_add_near_null(problem, path, cancellable, error))
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

        outcome = interruptible(run, poll=poll if self.callback is not None else None)
        return Result(outcome, trace, self.matrix.iscomplex)
