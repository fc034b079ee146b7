# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module against NumPy and SciPy, on generated matrices."""
import _thread
import gc
import http.server
import inspect
import io
import os
import re
import signal
import subprocess
import tarfile
import threading
import time

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp
import scipy.sparse.linalg as sla

import seidel

GALLERY = [('poisson-5', 12), ('poisson-7', 6), ('poisson-27', 5), ('poisson-anisotropic', 12), ('poisson-jumping', 10), ('convection-diffusion', 12),
           ('obstacle', 10), ('wathen', 4), ('tridiagonal', 60), ('diagonals', 50), ('trefethen', 40), ('random-dominant', 50)]


def dominant(n, seed, complex_numbers=False, dtype=np.int32):
    """Random, not symmetric, row by row dominant."""
    random = np.random.default_rng(seed)
    A = sp.random(n, n, 0.1, 'csr', random_state=seed, data_rvs=lambda k: random.uniform(-1, 1, k))
    if complex_numbers:
        A = A + 1j * sp.random(n, n, 0.1, 'csr', random_state=seed + 1000)
    A = sp.csr_matrix(A + sp.diags(np.asarray(abs(A).sum(axis=1)).ravel() + 1.0))
    A.indptr, A.indices = A.indptr.astype(dtype), A.indices.astype(dtype)
    return A


MATRICES = [pytest.param(lambda k=kind, s=size: seidel.generate(k, size=s), id=kind) for kind, size in GALLERY]
MATRICES += [pytest.param(lambda i=i: dominant(20 + 5 * i, i), id='random-%d' % i) for i in range(24)]
MATRICES += [pytest.param(lambda i=i: dominant(30 + i, i, complex_numbers=True), id='complex-%d' % i) for i in range(12)]
MATRICES += [pytest.param(lambda i=i: dominant(40 + i, i, dtype=np.int64), id='long-%d' % i) for i in range(6)]
MATRICES += [pytest.param(lambda i=i: dominant(25 + i, i).toarray(), id='dense-%d' % i) for i in range(6)]


def to_scipy(A):
    return A.toscipy() if isinstance(A, seidel.Matrix) else sp.csr_matrix(A)


@pytest.mark.parametrize('make', MATRICES)
def test_solve(make):
    A = make()
    S = to_scipy(A)
    random = np.random.default_rng(1)
    b = random.standard_normal(S.shape[0])
    if np.iscomplexobj(S.data):
        b = b + 1j * random.standard_normal(len(b))
    r = seidel.solve(A, b, tolerance=1e-12)
    expected = sla.spsolve(S.tocsc(), b)
    assert r.converged, r
    assert np.linalg.norm(S @ r.x - b) <= 1.01e-12 * np.linalg.norm(b) or r.reason == 'converged-data-precision'
    assert np.linalg.norm(r.x - expected) <= 1e-6 * np.linalg.norm(expected)
    assert r.x.dtype == S.dtype
    assert r.backward_error < 1e-11


def test_result():
    A = seidel.generate('poisson-5', size=20)
    r = seidel.solve(A, method='cg', tolerance=1e-9)
    assert np.allclose(r.x, 1.0, atol=1e-6)
    assert (r.reason, r.converged, r.message) == ('converged-relative', True, None)
    assert r.sentence.endswith('.')
    assert r.history['iteration'].tolist() == list(range(r.iterations + 1))
    assert r.history['relative'][-1] == r.figure('residual.relative') <= 1e-9
    S = A.toscipy()
    assert r.figure('residual.true_2') == pytest.approx(np.linalg.norm(S @ np.ones(400) - S @ r.x), rel=1e-3)
    assert r.figure('method') == 'cg' and r.figure('error_inf') < 1e-6
    assert r.figures()['iterations'] == r.iterations
    with pytest.raises(KeyError):
        r.figure('residuals')
    limited = seidel.solve(A, method='jacobi', max_iterations=3)
    assert (limited.converged, limited.reason, limited.iterations) == (False, 'iteration-limit', 3)


def test_several_right_hand_sides():
    """n × k: a result for each column, one factorisation or preconditioner for all of them"""
    A = sp.csr_matrix(seidel.generate('poisson-5', size=20).toscipy())
    B = np.random.default_rng(4).standard_normal((400, 3))
    for method, preconditioner, taken in [('cholmod', 'none', 'factors'), ('cg', 'ic0', 'preconditioner')]:
        R = seidel.solve(A, B, method=method, preconditioner=preconditioner, tolerance=1e-12)
        assert R.converged and len(R) == 3 and R.x.shape == (400, 3)
        assert np.abs(A @ R.x - B).max() < 1e-9
        assert R[0].figure('reused') is None and all(taken in r.figure('reused') for r in R[1:])
        assert np.array_equal(R[2].x, seidel.solve(A, B[:, 2], method=method, preconditioner=preconditioner, tolerance=1e-12).x)
    with pytest.raises(ValueError):
        seidel.solve(A, B[:-1])


def test_reuse():
    """calls with one matrix share what was prepared"""
    A = seidel.generate('poisson-5', size=20)
    kept = seidel.Reuse()
    first, second = (seidel.solve(A, 'random:1', method='cg', preconditioner='ic0', tolerance=tolerance, reuse=kept)
                     for tolerance in (1e-4, 1e-10))
    assert first.figure('reused') is None and 'preconditioner' in second.figure('reused')


def test_views():
    """x and the arrays of a matrix stay valid after what they are from is gone, and are not copies."""
    A = seidel.generate('poisson-5', size=30)
    S = A.toscipy()
    assert S.data.ctypes.data == A.toscipy().data.ctypes.data
    assert not S.data.flags.writeable
    x = seidel.solve(A, method='cg', tolerance=1e-10).x
    del A
    gc.collect()
    assert np.allclose(x, 1.0, atol=1e-6)
    assert S.data.min() == -1.0 and S.data.max() == 4.0


def test_no_copy():
    """SciPy's arrays are used in place: what is changed in them is seen."""
    A = dominant(40, 3)
    S = seidel.sweeper(A)
    M = S._prepared.kept._handle
    assert int(seidel._seidel.ffi.cast('intptr_t', seidel._seidel.lib.seidel_matrix_values(M))) == A.data.ctypes.data
    assert int(seidel._seidel.ffi.cast('intptr_t', seidel._seidel.lib.seidel_matrix_column_indices(M))) == A.indices.ctypes.data


def test_guess_and_options():
    A = dominant(50, 1)
    b = np.ones(50)
    r = seidel.solve(A, b, method='gauss-seidel', tolerance=1e-13)
    again = seidel.solve(A, b, x0=r.x, method='gauss-seidel', tolerance=1e-10)
    # A sweep finds the residual of what it is about to change.
    assert again.iterations == 0 and np.allclose(again.x, r.x, rtol=1e-10)
    for name, value in [('tolerance', -1.0), ('tolerence', 1e-3), ('threads', 1.5), ('preconditioner', 'ilu'), ('accurate', 'perhaps')]:
        with pytest.raises(seidel.InvalidError, match=name):
            seidel.solve(A, b, **{name: value})
    with pytest.raises(ValueError, match='square'):
        seidel.solve(A[:, :40], b, method='gauss-seidel')
    with pytest.raises(ValueError, match='x0'):
        seidel.solve(A, b, x0=np.ones(49))
    with pytest.raises(ValueError, match='complex'):
        seidel.solve(A, 1j * b)
    with pytest.raises(ValueError):
        seidel.solve(np.ones(3), np.ones(3))
    assert all(sentence for sentence in seidel.options().values())


def test_bad_arrays():
    A = dominant(10, 1)
    A.indices = A.indices.copy()
    A.indices[0] = 99
    A.has_canonical_format = True
    with pytest.raises(ValueError, match='row 0'):
        seidel.levels(A)
    unsorted = sp.csr_matrix((np.array([1.0, 2.0, 3.0, 4.0]), np.array([1, 0, 1, 1]), np.array([0, 2, 4])), shape=(2, 2))
    assert np.allclose(seidel.solve(unsorted, np.array([3.0, 7.0]), method='lu').x, [1.0, 1.0])
    assert unsorted.indices.tolist() == [1, 0, 1, 1], 'what was given stays as it was'


def test_counting():
    """Errors and messages count from 0, as Python does, and say so."""
    A = dominant(30, 4).tolil()
    A[12, 12] = 0.0
    A = A.tocsr()
    A.eliminate_zeros()
    with pytest.raises(ValueError, match=r'row 12 \(counted from 0\)'):
        seidel.sweeper(A)
    single = sp.csr_matrix(np.eye(5, dtype=np.float32))
    assert seidel.solve(single, np.ones(5), method='gauss-seidel').x.tolist() == [1.0] * 5


def test_interrupt():
    """Ctrl+C ends a run that would take for ever, within a second."""
    A = seidel.generate('poisson-5', size=300)
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        seidel.solve(A, method='jacobi', tolerance=0.0, max_iterations=10**9, stagnation_window=10**9)
    assert time.monotonic() - begin < 20.0
    assert seidel.solve(A, method='cg', tolerance=1e-6).converged


def test_signals_of_others():
    """A descriptor that somebody else wants to be woken by is in place afterwards, and works meanwhile."""
    A = sp.identity(4, format='csr')
    assert seidel.solve(A, np.ones(4)).converged
    assert signal.set_wakeup_fd(-1) == -1
    end, start = os.pipe()
    os.set_blocking(start, False)
    signal.set_wakeup_fd(start)
    try:
        assert seidel.solve(A, np.ones(4)).converged
        test_interrupt()
        assert signal.SIGINT in os.read(end, 16)
    finally:
        assert signal.set_wakeup_fd(-1) == start
        os.close(end)
        os.close(start)


def test_callback():
    seen = []

    def callback(iteration, residual):
        seen.append((iteration, residual))
        return len(seen) == 3
    r = seidel.solve(seidel.generate('poisson-5', size=300), method='jacobi', tolerance=0.0, max_iterations=10**9, stagnation_window=10**9,
                     callback=callback)
    assert r.reason == 'cancelled' and len(seen) == 3
    assert [i for i, _ in seen] == sorted(i for i, _ in seen)

    def broken(iteration, residual):
        raise RuntimeError('mine')
    with pytest.raises(RuntimeError, match='mine'):
        seidel.solve(seidel.generate('poisson-5', size=300), method='jacobi', tolerance=0.0, max_iterations=10**9, stagnation_window=10**9,
                     callback=broken)


def test_lock_is_released():
    """Another thread computes while a run goes on, and may have a run of its own."""
    A = seidel.generate('poisson-5', size=200)
    counted = []
    done = threading.Event()

    def other():
        counted.append(seidel.solve(seidel.generate('poisson-5', size=10), method='cg').converged)
        while not done.is_set():
            counted.append(1)
            time.sleep(0.001)
    thread = threading.Thread(target=other)
    thread.start()
    seidel.solve(A, method='jacobi', tolerance=0.0, time_limit=0.5, max_iterations=10**9, stagnation_window=10**9)
    done.set()
    thread.join()
    assert counted[0] is True and len(counted) > 20


def test_levels():
    A = dominant(80, 4)
    for direction in ('forward', 'backward'):
        L = seidel.levels(A, direction)
        level = np.zeros(80, int)
        for i in range(80) if direction == 'forward' else range(79, -1, -1):
            row = A.indices[A.indptr[i]:A.indptr[i + 1]]
            before = row[row < i] if direction == 'forward' else row[row > i]
            level[i] = 1 + max(level[before], default=0)
        assert L.level_of_row.tolist() == level.tolist()
        assert L.rows.tolist() == np.bincount(level)[1:].tolist()
        assert (L.count, L.widest) == (level.max(), L.rows.max())
        assert L.entries.sum() == A.nnz
    with pytest.raises(ValueError):
        seidel.levels(A, 'sideways')
    with pytest.raises(ValueError, match='square'):
        seidel.levels(A[:, :3])


@pytest.mark.parametrize('kind', ['jacobi', 'ssor', 'ilu0', 'ic0', 'multigrid'])
def test_preconditioner(kind):
    A = seidel.generate('poisson-5', size=40)
    S = A.toscipy()
    b = S @ np.ones(S.shape[0])
    M = seidel.preconditioner(A, kind)
    counts = {}
    for name, P in (('plain', None), (kind, M)):
        steps = []
        x, failed = sla.cg(S, b, M=P, callback=steps.append)
        assert not failed
        counts[name] = len(steps)
    assert counts[kind] < counts['plain'] or kind == 'jacobi', counts
    r = np.random.default_rng(2).standard_normal(S.shape[0])
    z = M @ r
    assert np.array_equal(M.apply(r, out=r), z)
    if kind == 'jacobi':
        assert np.allclose(z, M.apply(4.0 * z))


def test_ssor_is_what_it_is():
    A = dominant(60, 9)
    r = np.random.default_rng(2).standard_normal(60)
    D = sp.diags(A.diagonal())
    L, U = sp.tril(A, -1), sp.triu(A, 1)
    expected = sla.spsolve_triangular((D + U).tocsr(), D @ sla.spsolve_triangular((L + D).tocsr(), r), lower=False)
    assert np.allclose(seidel.preconditioner(A, 'ssor') @ r, expected, rtol=1e-10)


def test_sweeper():
    A = dominant(70, 5)
    random = np.random.default_rng(3)
    b, x = random.standard_normal(70), random.standard_normal(70)
    L, U, D = sp.tril(A).tocsr(), sp.triu(A, 1), A.diagonal()
    S = seidel.sweeper(A, threads=2)
    expected = sla.spsolve_triangular(L, b - U @ x)
    assert S.forward(x, b) is x
    assert np.allclose(x, expected, rtol=1e-10)
    expected = sla.spsolve_triangular(sp.triu(A).tocsr(), b - sp.tril(A, -1) @ x, lower=False)
    assert np.allclose(S.backward(x, b), expected, rtol=1e-10)
    y = x.copy()
    S.symmetric(x, b, omega=1.2)
    S.backward(S.forward(y, b, 1.2), b, 1.2)
    assert np.array_equal(x, y)
    assert np.allclose(S.solve_triangle(b), sla.spsolve_triangular(L, b), rtol=1e-10)
    assert np.allclose(S.solve_triangle(b, 'backward', out=y), sla.spsolve_triangular(sp.triu(A).tocsr(), b, lower=False), rtol=1e-10)
    assert np.allclose(S.solve_triangle(b, 'symmetric'), seidel.preconditioner(A, 'ssor') @ b, rtol=1e-10)
    for order in ('forward', 'backward', 'symmetric'):
        y, z = x.copy(), x.copy()
        expected = []
        for _ in range(4):
            expected.append(np.linalg.norm(b - A @ z))
            getattr(S, order)(z, b, 0.9)
        # Once more from where it began: nothing is left of the call before.
        for _ in range(2):
            y[:] = x
            assert np.allclose(S.relax(y, b, 4, order, 0.9), expected, rtol=1e-9)
            assert np.allclose(y, z, rtol=1e-9)
    with pytest.raises(ValueError, match='sideways'):
        S.relax(x, b, 1, 'sideways')
    for wrong in (x[:-1], x.astype(np.float32), x[::2], list(x)):
        with pytest.raises(ValueError, match='x is to be'):
            S.forward(wrong, b)
    with pytest.raises(ValueError):
        seidel.sweeper(sp.csr_matrix(np.array([[0.0, 1.0], [1.0, 0.0]])))


@pytest.mark.parametrize('name', ['a.mtx', 'a.mtx.gz', 'a.mat', 'a.npz'])
@pytest.mark.parametrize('complex_numbers', [False, True])
def test_files(tmp_path, name, complex_numbers):
    A = dominant(30, 2, complex_numbers)
    path = tmp_path / name
    seidel.write(path, A)
    again = seidel.read(path).toscipy()
    assert again.dtype == A.dtype and abs(again - A).max() == 0
    if name == 'a.mtx':
        assert abs(scipy.io.mmread(path) - A).max() < 1e-15
    if name == 'a.npz':
        assert abs(sp.load_npz(path) - A).max() == 0


def test_vectors(tmp_path):
    for x in (np.arange(5.0), np.arange(5.0) * (1 + 2j)):
        for name in ('x.npy', 'x.mtx'):
            seidel.write_vector(tmp_path / name, x)
            again = seidel.read_vector(tmp_path / name)
            assert again.dtype == x.dtype and np.array_equal(again, x)
    with pytest.raises(OSError, match='nowhere'):
        seidel.read(tmp_path / 'nowhere.mtx')
    (tmp_path / 'bad.mtx').write_text('%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n')
    with pytest.raises(seidel.FileError, match=r'bad\.mtx:3'):
        seidel.read(tmp_path / 'bad.mtx')


def test_readings(tmp_path):
    path = tmp_path / 'bare.txt'
    path.write_text('1 1 4\n1 2 -1\n2 2 4\n')
    with pytest.raises(seidel.AmbiguousError, match=r'\(entries\).*\(table\).*read_as') as asked:
        seidel.read(path)
    assert isinstance(asked.value, OSError)
    assert seidel.read(path, read_as='entries').toscipy().toarray().tolist() == [[4, -1], [0, 4]]
    assert seidel.read(path, read_as='table').shape == (3, 3)
    with pytest.raises(ValueError, match='no reading'):
        seidel.read(path, read_as='something')


def test_variables(tmp_path):
    path = tmp_path / 'several.mat'
    scipy.io.savemat(path, {'A': sp.eye(3, format='csc'), 'K': 2.0 * sp.eye(4, format='csc')})
    with pytest.raises(seidel.ChoiceError, match=r'A.*K.*variable') as asked:
        seidel.read(path)
    assert isinstance(asked.value, ValueError)
    assert seidel.read(path, variable='K').shape == (4, 4)


def test_reports():
    A = dominant(40, 6)
    found = seidel.info(A)
    assert (found['rows'], found['nonzeros']) == (40, A.nnz)
    assert found['row_dominant'] and not found['pattern_symmetric']
    assert seidel.info(seidel.generate('poisson-5', size=10))['levels']['forward']['count'] == 19
    assert 'bicgstab' in str(seidel.advise(A)) or 'gmres' in str(seidel.advise(A))
    assert 'rcm' in str(seidel.orderings(seidel.generate('poisson-5', size=10)))
    with pytest.raises(ValueError, match='--nothing'):
        seidel.info(A, nothing=3)


def test_more_reports(tmp_path):
    A = seidel.generate('poisson-5', size=40)
    levels = seidel.hierarchy(A, coarsening='classical')['levels']
    assert levels[0]['rows'] == 1600 and len(levels) > 1
    # The iteration matrix of Jacobi's method has the radius cos (π / 41).
    radii = {run['method']: run['radius'] for run in seidel.spectrum(A)['iterations']}
    assert radii['jacobi'] == pytest.approx(np.cos(np.pi / 41), abs=1e-6)
    b = A.toscipy() @ np.ones(1600)
    runs = seidel.race(A, {'method': 'cg', 'preconditioner': 'ssor', 'max_iterations': 500}, rhs=b, method='gmres', tolerance=1e-12)
    assert [run['method'] for run in runs['runs']] == ['gmres', 'cg'] and runs['difference']['absolute'] < 1e-6
    x = seidel.solve(A, b, tolerance=1e-12).x
    found = seidel.compare(x, x + 1e-3, A, b, threshold=1e-4)
    assert found['over'] == 1600 and found['absolute'] == pytest.approx(1e-3)
    with pytest.raises(seidel.Error, match='same length'):
        seidel.compare(x, x[1:])
    text = seidel.report(A, tmp_path / 'pictures', rhs=b, method='cg')
    assert 'sparsity' in text and len(os.listdir(tmp_path / 'pictures')) > 3


def test_pictures(tmp_path):
    A = seidel.generate('poisson-5', size=20)
    picture = seidel.spy(A, color_by='level', width=300, height=300)
    assert picture._repr_png_().startswith(b'\x89PNG') and picture._repr_svg_() is None
    picture.save(tmp_path / 'a.png')
    assert os.path.getsize(tmp_path / 'a.png') == len(picture.data)
    for picture in (seidel.levels(A).plot(), seidel.render('convergence', A, np.ones(400), method='cg')):
        assert '<svg' in picture._repr_svg_() and picture._repr_png_() is None
    with pytest.raises(ValueError):
        seidel.render('nothing', A)


def test_overhead():
    """A call costs little more than the run: a small one takes some ten microseconds by itself."""
    S = seidel.sweeper(sp.identity(4, format='csr'), threads=1)
    x, b = np.zeros(4), np.ones(4)
    times = []
    for _ in range(200):
        begin = time.perf_counter()
        S.forward(x, b)
        times.append(time.perf_counter() - begin)
    assert min(times) < 1e-3, min(times)


def test_stubs():
    """Every public name has a stub with the same parameters, and a docstring."""
    path = os.path.join(os.path.dirname(seidel.__file__), '__init__.pyi')
    if not os.path.exists(path):
        path = os.path.join(os.environ['SEIDEL_PYTHON_SOURCE'], 'seidel', '__init__.pyi')
    with open(path, encoding='utf-8') as file:
        text = re.sub(r'\s+', ' ', file.read())
    for name in seidel.__all__:
        thing = getattr(seidel, name)
        assert thing.__doc__, name
        if inspect.isclass(thing):
            assert 'class %s' % name in text
        else:
            stub = re.search(r'\bdef %s\((.*?)\) ->' % name, text)
            assert stub, name
            # Types have commas in brackets.
            found = re.findall(r'(?:^|, )\**(\w+)(?=:)', re.sub(r'\[[^\[\]]*(\[[^\[\]]*(\[[^\[\]]*\])*[^\[\]]*\])*[^\[\]]*\]', '', stub[1]))
            assert found == list(inspect.signature(thing).parameters), name


def test_show(tmp_path, monkeypatch):
    """The window gets the matrix with b in a file once that is written, and is not waited for."""
    program = tmp_path / 'seidel'
    program.write_text('#!/bin/sh\n[ "$1 $2" = "--after-input --" ] && cat\nsleep 1\n'
                       'cp "$3" "%s/seen.npz.part" && mv "%s/seen.npz.part" "%s/seen.npz"\n' % (3 * (tmp_path,)))
    program.chmod(0o755)
    monkeypatch.setenv('SEIDEL_CLI', str(tmp_path / 'seidel-cli'))
    monkeypatch.delenv('WAYLAND_DISPLAY', raising=False)
    monkeypatch.delenv('DISPLAY', raising=False)
    A, b = sp.diags([-1.0, 4.0, -1.0], [-1, 0, 1], shape=(50, 50), format='csr'), np.arange(50.0)
    with pytest.raises(seidel.UnavailableError, match='DISPLAY'):
        seidel.show(A)
    monkeypatch.setenv('DISPLAY', ':0')
    with pytest.raises(seidel.InvalidError, match='50'):
        seidel.show(A, b[:10])
    start = time.monotonic()
    assert seidel.show(A, b, name='chain') is None
    assert time.monotonic() - start < 0.9
    while not (tmp_path / 'seen.npz').exists() and time.monotonic() - start < 60:
        time.sleep(0.05)
    found = seidel.read(tmp_path / 'seen.npz')
    assert (found.toscipy() != A).nnz == 0
    assert np.array_equal(found.rhs, b)
    monkeypatch.setenv('PATH', str(tmp_path / 'nothing'))
    program.unlink()
    with pytest.raises(seidel.UnavailableError, match='not installed'):
        seidel.show(A)


def test_named_vectors_and_orderings(tmp_path):
    A = seidel.generate('poisson-5', size=8)
    n = A.shape[0]
    given = seidel.solve(A, np.ones(n), method='gauss-seidel', tolerance=1e-10)
    named = seidel.solve(A, 'ones', method='gauss-seidel', tolerance=1e-10)
    assert named.iterations == given.iterations and np.array_equal(named.x, given.x)
    # A vector beside a name, and the name of a file.
    path = tmp_path / 'b.txt'
    seidel.write_vector(path, np.arange(n) * 1.0)
    r = seidel.solve(A, str(path), np.ones(n), method='cg', tolerance=1e-12)
    assert np.allclose(A.toscipy() @ r.x, np.arange(n))
    mixed = seidel.solve(A, np.arange(n) * 1.0, 'ones', method='cg', tolerance=1e-12)
    assert mixed.iterations == r.iterations and np.array_equal(mixed.x, r.x)
    # x is in the order of A, whatever the order of the run.
    for x0 in (None, 'random:3', np.arange(n) / n):
        reordered = seidel.solve(A, np.arange(n) * 1.0, x0, method='gauss-seidel', tolerance=1e-12, ordering='rcm')
        assert np.allclose(reordered.x, r.x, atol=1e-8)
    with pytest.raises(OSError):
        seidel.solve(A, 'sevens')  # what is no name is a file
    with pytest.raises(ValueError):
        seidel.solve(A, ordering='upwards')


# What has another name here than in seidel-cli, and what is of use at a terminal alone.
OTHERS = {'convert': ['read', 'write'], 'lesson': [], 'cache': []}


def test_commands():
    """Each command of seidel-cli has a function."""
    text = subprocess.run([os.environ['SEIDEL_CLI'], '--help'], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r'^  ([a-z]+) +[A-Z]', text, re.M)
    assert len(commands) > 15 and set(OTHERS) < set(commands)
    for command in commands:
        for name in OTHERS.get(command, [command]):
            assert callable(getattr(seidel, name)) and name in seidel.__all__, command


def test_lists():
    for kinds, one in ((seidel.methods(), 'cg'), (seidel.preconditioners(), 'ic0'), (seidel.orderings(), 'rcm'), (seidel.engines(), 'cpu'),
                       (seidel.formats(), 'matrix-market'), (seidel.kinds(), 'poisson-5')):
        assert one in [kind['id'] for kind in kinds] and all(kind['name'] and kind['id'] for kind in kinds)
    names = [sample['id'] for sample in seidel.samples()]
    assert 'sample:poisson.mtx' in names
    assert seidel.read(seidel.samples()[names.index('sample:poisson.mtx')]['path']).shape == (900, 900)


def test_session(tmp_path):
    path = tmp_path / 'runs.seidel'
    seidel.write(tmp_path / 'a.mtx', seidel.generate('poisson-5', size=8))
    for method in ('cg', 'minres'):
        subprocess.run([os.environ['SEIDEL_CLI'], 'solve', tmp_path / 'a.mtx', '--method', method, '--session', path], check=True,
                       capture_output=True)
    assert [run['run']['method'] for run in seidel.session(path)] == ['cg', 'minres']
    assert [run['number'] for run in seidel.session(path, run=2)] == [2]
    with pytest.raises(seidel.Error, match='9'):
        seidel.session(path, run=9)


def test_collection(tmp_path, monkeypatch):
    """From a server of one matrix on this machine."""
    index = '1\n20-Jul-2018 14:33:25\nHB,small,3,3,7,1,0,1,1,1,1,structural problem,7\n'
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode='w:gz') as archive:
        scipy.io.mmwrite(tmp_path / 'small.mtx', dominant(3, 1))
        archive.add(tmp_path / 'small.mtx', 'small/small.mtx')
    files = {'/files/ssstats.csv': index.encode(), '/MM/HB/small.tar.gz': packed.getvalue()}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path in files else 404)
            self.end_headers()
            self.wfile.write(files.get(self.path, b''))

        def log_message(self, *_):
            pass

    for name in ('http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv('GIO_USE_PROXY_RESOLVER', 'dummy')
    monkeypatch.setenv('XDG_CACHE_HOME', str(tmp_path / 'cache'))
    monkeypatch.setenv('XDG_DATA_HOME', str(tmp_path / 'data'))
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        options = {'server': 'http://127.0.0.1:%d' % server.server_address[1], 'folder': tmp_path / 'matrices'}
        found = seidel.collection('small', max_rows=10, **options)
        assert [(one['group'], one['name']) for one in found] == [('HB', 'small')]
        assert seidel.collection('large', **options) == []
        assert seidel.read(seidel.download('HB/small', **options)).shape == (3, 3)
        with pytest.raises(seidel.Error, match='404'):
            seidel.download('HB/large', **options)
        server.shutdown()
