# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays on a device: on the engine of the tests in a process of its own, and with CuPy and PyTorch where they have a device."""
import os
import subprocess
import sys

import numpy as np
import pytest

import seidel


def test_fake_device():
    folder = os.environ.get('SEIDEL_TEST_FAKE_DEVICE')
    if folder is None:
        pytest.skip('the engine of the tests is not there')
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'on_fake_device.py')
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=120,
                          env={**os.environ, 'SEIDEL_MODULE_DIR': folder, 'SEIDEL_FAKE_DEVICE_FREE': '1000000000', 'PYTHONPATH': os.pathsep.join(sys.path)})
    assert done.stdout == 'good\n', done.stderr


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
