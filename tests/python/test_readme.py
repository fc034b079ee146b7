"""The lines of Python in README.md, and the test of Debian's package, run as they are.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import runpy

import numpy as np
import seidel


def test_readme(monkeypatch):
    """six lines: a system, its solution, a preconditioner, a picture; the window is not opened here"""
    with open(os.path.join(os.environ['SEIDEL_SOURCE'], 'README.md'), encoding='utf-8') as file:
        block = re.search(r'## In Python\n\n((?:    .*\n)+)', file.read()).group(1)
    assert block.count('\n') == 6
    shown = []
    monkeypatch.setattr(seidel, 'show', shown.append)
    names = {}
    exec(re.sub('^    ', '', block, flags=re.MULTILINE), names)  # pylint: disable=exec-used
    assert names['r'].converged and names['r'].backward_error < 1e-9
    assert np.linalg.norm(names['A'] @ names['r'].x - names['A'] @ np.ones(1000)) < 1e-6
    assert len(names['r'].history) > 1
    assert names['M'].shape == (1000, 1000)
    assert shown[0] is names['A']


def test_package(capsys):
    runpy.run_path(os.path.join(os.environ['SEIDEL_SOURCE'], 'packaging/debian/tests/module'))
    assert capsys.readouterr().out.startswith('solved')
