# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays on a device: on the engine of the tests in a process of its own, and with CuPy and PyTorch where they have a device."""
import os
import subprocess
import sys

import numpy as np
import pytest

import seidel


HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.join(os.environ['SEIDEL_SOURCE'], 'examples', 'gpu_arrays.py')


def run(*command, path='', **environment):
    path = os.pathsep.join([*filter(None, [path]), *sys.path])
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, timeout=240,
                          env={**os.environ, **environment, 'PYTHONPATH': path})
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(name='fake')
def fixture_fake():
    folder = os.environ.get('SEIDEL_TEST_FAKE_DEVICE')
    if folder is None:
        pytest.skip('the engine of the tests is not there')
    return {'SEIDEL_MODULE_DIR': folder, 'SEIDEL_FAKE_DEVICE_FREE': '1000000000'}


def test_fake_device(fake):
    assert run(os.path.join(HERE, 'on_device.py'), 'fake', **fake) == 'good\n'


def test_device():
    said = run(os.path.join(HERE, 'on_device.py'))
    if said == 'none\n':
        pytest.skip('there is no device')
    assert said == 'good\n'


def check_example(output):
    lines = [line.split() for line in output.splitlines()]
    assert [line[0] for line in lines] == ['jacobi', 'ssor', 'ic0', 'multigrid', '10']
    iterations = [int(line[1]) for line in lines[:4]]
    assert iterations == sorted(iterations, reverse=True) and iterations[3] < 30
    assert all(float(line[4].strip(',')) <= 1.1e-10 for line in lines[:4])
    assert float(lines[4][-1]) < float(lines[4][4].strip(','))


def test_example_on_fake_device(fake):
    """With a package that is called CuPy and has its arrays in the memory of the host."""
    check_example(run(EXAMPLE, 'cupy', '40', path=os.path.join(HERE, 'pretended'), **fake))


@pytest.mark.parametrize('name', ['cupy', 'torch'])
def test_example(name):
    package = pytest.importorskip(name)
    if not (package.cuda.is_available() if name == 'torch' else package.is_available()):
        pytest.skip('there is no device')
    check_example(run(EXAMPLE, name, '100'))


def cupy_matrix(A):
    cupy = pytest.importorskip('cupy')
    sparse = pytest.importorskip('cupyx.scipy.sparse')
    if cupy.cuda.runtime.getDeviceCount() == 0:
        pytest.skip('there is no device')
    return sparse.csr_matrix(A), cupy.asarray, cupy.asnumpy


def torch_matrix(A):
    torch = pytest.importorskip('torch')
    if not torch.cuda.is_available():
        pytest.skip('there is no device')
    parts = [torch.from_numpy(part.copy()).cuda() for part in (A.indptr, A.indices, A.data)]
    return torch.sparse_csr_tensor(*parts, size=A.shape), lambda x: torch.from_numpy(x.copy()).cuda(), lambda x: x.cpu().numpy()


@pytest.mark.parametrize('package', [cupy_matrix, torch_matrix])
def test_packages(package):
    A = seidel.generate('poisson-5', size=50).toscipy()
    there, to_device, to_host = package(A)
    random = np.random.default_rng(1)
    b, x = random.standard_normal(A.shape[0]), random.standard_normal(A.shape[0])
    S, host = seidel.sweeper(there), seidel.sweeper(A)
    y = to_device(x)
    for order in ('forward', 'backward', 'symmetric'):
        getattr(S, order)(y, to_device(b))
        getattr(host, order)(x, b)
    assert np.allclose(to_host(y), x, rtol=1e-12)
    for kind in ('ssor', 'ic0', 'ilu0', 'multigrid'):
        z = seidel.preconditioner(there, kind).matvec(to_device(b))
        assert np.allclose(to_host(z), seidel.preconditioner(A, kind) @ b, rtol=1e-6), kind
