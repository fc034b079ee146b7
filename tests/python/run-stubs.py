#!/usr/bin/python3
"""Whether the stubs of the module say what it has, by mypy's stubtest, and what they say to those who use it, by mypy. TAP.

    run-stubs.py SOURCE BUILD

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import mypy.stubtest  # noqa: F401
except ImportError:
    print('1..0 # SKIP mypy is not installed')
    sys.exit(0)

from module import make

SOURCE, BUILD = map(os.path.abspath, sys.argv[1:3])
CONFIGURATION = '[mypy]\ncache_dir = %s\n[mypy-scipy.*]\nignore_missing_imports = True\n'
USE = '''
import numpy as np
import seidel

A = seidel.read('a.mtx').toscipy()
r = seidel.solve(A, np.ones(3), method='cg', callback=lambda iteration, residual: residual < 1e-3)
M = seidel.preconditioner(A, 'ic0')
z = M.matvec(np.ones(3))
residual: float = float(seidel.sweeper(A).relax(np.zeros(3), np.ones(3), 4, 'symmetric')[0])
names: list[str] = [method['id'] for method in seidel.methods()]
picture: bytes = seidel.levels(A, 'backward').plot(dark=True).data
'''
# What is wrong in a program, and what mypy is to say of it.
WRONG = {"seidel.levels(3, 'sideways')": 'arg-type', "seidel.read('a.mtx').rows": 'attr-defined', 'seidel.read()': 'call-arg',
         "seidel.show(3, title='a')": 'call-arg', "seidel.generate('poisson-5').shape = 3": 'misc', "x: int = seidel.spy(3).data": 'assignment'}


def check(folder, name, text):
    """What mypy says of a program."""
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return run(folder, 'mypy', '--strict', path)


def run(folder, module, *words):
    environment = dict(os.environ, MYPYPATH=os.path.join(folder, 'stubs'), PYTHONPATH=folder)
    # That of the configuration is an option of another name for each of the two.
    option = '--mypy-config-file' if module == 'mypy.stubtest' else '--config-file'
    done = subprocess.run([sys.executable, '-m', module, option, os.path.join(folder, 'mypy.ini'), *words], env=environment, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def report(number, good, what, text):
    print('%sok %d - %s' % ('' if good else 'not ', number, what))
    if not good:
        print(''.join('# %s\n' % line for line in text.splitlines()), end='')
    return good


def main():
    print('1..3')
    with tempfile.TemporaryDirectory(prefix='seidel-stubs-') as folder:
        module = make(folder, SOURCE, BUILD)
        with open(os.path.join(folder, 'mypy.ini'), 'w', encoding='utf-8') as file:
            file.write(CONFIGURATION % os.path.join(folder, 'cache'))
        # Alone: mypy would look into the sources beside it.
        os.makedirs(os.path.join(folder, 'stubs', 'seidel'))
        shutil.copy(os.path.join(module, '__init__.pyi'), os.path.join(folder, 'stubs', 'seidel'))
        status, text = run(folder, 'mypy.stubtest', 'seidel', '--concise')
        good = [report(1, status == 0, 'the stubs say what the module has', text)]
        status, text = check(folder, 'use.py', USE)
        good.append(report(2, status == 0, 'a program that uses it has the right types', text))
        lines = list(WRONG)
        status, text = check(folder, 'wrong.py', 'import seidel\n' + ''.join(line + '\n' for line in lines))
        found = [any(':%d: error' % (number + 2) in said and '[%s]' % WRONG[line] in said for said in text.splitlines())
                 for number, line in enumerate(lines)]
        good.append(report(3, all(found), 'what is wrong in one is found', '%s\n%s' % (found, text)))
    return 0 if all(good) else 1


if __name__ == '__main__':
    sys.exit(main())
