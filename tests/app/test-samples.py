#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The script that makes the sample files. Arguments: seidel-cli, the folder of the samples."""
import filecmp
import os
import subprocess
import sys
import tempfile

from cli_tap import check, run_tests, same

PROGRAM, DATA = map(os.path.abspath, sys.argv[1:3])


def test_script():
    """make-samples.py makes files of the same names, which hold the same matrices"""
    with tempfile.TemporaryDirectory(prefix='seidel-samples-') as folder:
        subprocess.run(['/usr/bin/python3', os.path.join(DATA, 'make-samples.py'), PROGRAM, folder],
                       check=True)
        made = sorted(os.listdir(folder))
        same(len(made), 6, 'files')
        for name in made:
            # Compressed bytes may differ by the version of a library, matrices may not.
            texts = [os.path.join(folder, f'{name}-{i}.mtx') for i in range(2)]
            for file, text in zip([os.path.join(DATA, name), os.path.join(folder, name)], texts):
                subprocess.run([PROGRAM, 'convert', file, text], check=True,
                               stdout=subprocess.DEVNULL)
            check(filecmp.cmp(*texts, shallow=False), name)


run_tests([test_script])
