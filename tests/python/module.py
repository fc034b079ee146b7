"""The module as it would be installed: links to its sources and to the extension module in a folder.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os


def make(folder, source, build):
    """The folder seidel in folder."""
    module = os.path.join(folder, 'seidel')
    os.mkdir(module)
    files = [path for path in glob.glob(source + '/python/seidel/*') if path.endswith(('.py', '.pyi', 'py.typed'))]
    for path in files + glob.glob(build + '/python/_seidel*.so'):
        os.symlink(path, os.path.join(module, os.path.basename(path)))
    return module
