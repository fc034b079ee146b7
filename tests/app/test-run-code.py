#!/usr/bin/python3
"""Runs written as text, and made again from it: command lines, programs in C and Python, SciPy, PETSc. TAP.

    test-run-code.py SEIDEL_CLI MANUALS COMPLETION SOURCE BUILD python|none PETSC_PROGRAM|none

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

SOURCE, BUILD, PYTHON = sys.argv[4:7]
PETSC = None if sys.argv[7] == 'none' else os.path.abspath(sys.argv[7])
sys.path.insert(0, os.path.join(SOURCE, 'tests', 'python'))
from cli_cases import CLI, FOLDER, HEAD, PROGRAM, run_all  # noqa: E402  pylint: disable=wrong-import-position
from cli_tap import Skip, check, same  # noqa: E402  pylint: disable=wrong-import-position

GRID = 'poisson-5 --size 24'
WIND = 'convection-diffusion --size 20'
# Complex symmetric, as of waves with losses.
WAVES = CLI.write('waves.mtx', '%%MatrixMarket matrix coordinate complex symmetric\n200 200 399\n' + ''.join(
    f'{i} {i} {2 + i % 3} 1\n' + (f'{i} {i - 1} -1 0.25\n' if i > 1 else '') for i in range(1, 201)))
ODD = CLI.write("it's a file.mtx", HEAD + '3 3 7\n1 1 4\n1 2 -1\n2 1 -1\n2 2 4\n2 3 -1\n3 2 -1\n3 3 4\n')
# A list of entries or a table of three columns.
BARE = CLI.write('bare.txt', '1 1 4\n1 2 -1\n2 1 -1\n2 2 3\n')
# Of each run the iterations that other programs may differ by; None: they have no equivalent.
RUNS = [
    # words, SciPy, PETSc
    ([GRID, '--method', 'cg'], 1, 1),
    ([GRID, '--method', 'cg', '--preconditioner', 'jacobi', '--tolerance', '1e-10'], 1, 1),
    ([GRID, '--method', 'cg', '--preconditioner', 'ssor', '--preconditioner-omega', '1.5'], 1, 1),
    ([GRID, '--method', 'cg', '--preconditioner', 'ic0'], 1, 1),
    # SciPy's tolerance is relative to ‖A‖ ‖x‖ here.
    ([GRID, '--method', 'minres', '--preconditioner', 'none'], 8, 1),
    ([GRID, '--method', 'gauss-seidel', '--tolerance', '1e-4'], None, 1),
    ([GRID, '--method', 'gauss-seidel-backward', '--tolerance', '1e-4'], None, 1),
    ([GRID, '--method', 'gauss-seidel-symmetric', '--tolerance', '1e-4'], None, 1),
    ([GRID, '--method', 'sor', '--omega', '1.7'], None, 1),
    ([GRID, '--method', 'jacobi', '--tolerance', '1e-3'], None, 1),
    ([GRID, '--method', 'jacobi-weighted', '--weight', '0.8', '--tolerance', '1e-3'], None, 1),
    ([WIND, '--method', 'gmres', '--preconditioner', 'none', '--restart', '20'], 1, 1),
    ([WIND, '--method', 'gmres', '--preconditioner', 'ilu0'], 1, 1),
    ([WIND, '--method', 'bicgstab', '--preconditioner', 'none'], 2, 2),
    ([WIND, '--method', 'bicgstab', '--preconditioner', 'ilu0'], 1, 1),
    ([WIND, '--method', 'umfpack'], 0, 0),
    ([GRID, '--method', 'cg', '--preconditioner', 'ick', '--fill-level', '2'], 1, 1),
    ([WIND, '--method', 'gmres', '--preconditioner', 'iluk', '--fill-level', '1'], 1, 1),
    ([WIND, '--method', 'bicgstab', '--preconditioner', 'iluk', '--fill-level', '2'], 1, 1),
    # SciPy counts the halves of an iteration.
    ([GRID, '--method', 'tfqmr', '--preconditioner', 'none'], 0, 2),
    ([WIND, '--method', 'idr'], None, None),
    ([WIND, '--method', 'gmres', '--preconditioner', 'ilut'], 1, None),
    ([GRID, '--method', 'minres-qlp'], None, None),
    ([GRID, '--method', 'ldlt'], None, None),
    ([GRID, '--method', 'cholmod'], 0, 0),
    ([GRID, '--method', 'multigrid'], None, None),
    # Complex symmetric: no function of SciPy, and the real PETSc has no such numbers.
    ([WAVES, '--method', 'cocg'], None, None),
    ([WAVES, '--method', 'cocg', '--preconditioner', 'jacobi'], None, None),
    ([ODD, '--method', 'cg', '--preconditioner', 'jacobi'], 1, 1),
]
# What these alone do: another order, other vectors, other arithmetic.
OWN = [
    [GRID, '--method', 'gauss-seidel', '--ordering', 'rcm', '--tolerance', '1e-4'],
    [GRID, '--method', 'cg', '--preconditioner', 'ic0', '--ordering', 'random:3', '--rhs', 'random:5', '--guess', 'ones'],
    [GRID, '--method', 'cg', '--precision', 'single', '--tolerance', '1e-5', '--fused', '--threads', '1', '--storage', 'dia'],
    [GRID, '--method', 'multigrid', '--coarsening', 'classical', '--cycle', 'w', '--smoother', 'jacobi', '--rhs', 'ones'],
    [GRID],
    [ODD, '--method', 'gmres', '--max-iterations', '2', '--rhs', 'random:1'],
    [BARE, '--read-as', 'entries,from-1,symmetric', '--method', 'cg', '--preconditioner', 'none'],
]


def print_as(form, words, status=0):
    return CLI.good('solve', *words, '--print-as', form, status=status)


def iterations(words):
    done = subprocess.run([PROGRAM, 'solve', *words, '--json'], cwd=FOLDER, capture_output=True, text=True, check=False)
    check(done.returncode in (0, 3), done.stderr)
    return int(re.search(r'"iterations" : (\d+)', done.stdout)[1])


def run(command, **more):
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=120, check=False, **more)
    same(done.returncode, 0, f'{command}: {done.stderr}')
    return done.stdout


def test_commands():
    """command: the same run, whatever is chosen"""
    for words in [row[0] for row in RUNS] + OWN:
        line = print_as('command', words)
        same(line.count('\n'), 1)
        again = shlex.split(line)
        same(again[:2], ['seidel-cli', 'solve'])
        same(iterations(again[2:]), iterations(words), line)
        # It is written the same again.
        same(print_as('command', again[2:]), line)


def test_c():
    """c: a program without warnings that does the same run"""
    flags = run(['pkg-config', '--cflags', '--libs', 'gio-2.0']).split()
    for i, words in enumerate([RUNS[2][0], *(row[0] for row in RUNS[-3:]), *OWN[1:4]]):
        source = CLI.write(f'run{i}.c', print_as('c', words))
        program = os.path.join(FOLDER, f'run{i}')
        run(['cc', '-std=c11', '-Wall', '-Wextra', '-Wno-overlength-strings', '-pedantic', '-Werror', source, '-o', program,
             f'-I{SOURCE}/solvers', f'-I{BUILD}/solvers', f'-L{BUILD}/solvers', '-lseidel-io', '-lseidel', *flags])
        found = run([program])
        same(int(re.search(r': (\d+) iterations', found)[1]), iterations(words), words)


def python_environment():
    if PYTHON == 'none':
        raise Skip('the Python module is not built')
    from module import make  # pylint: disable=import-outside-toplevel
    folder = tempfile.mkdtemp(dir=FOLDER)
    make(folder, SOURCE, BUILD)
    return dict(os.environ, PYTHONPATH=folder, PYTHONDONTWRITEBYTECODE='1')


def test_python():
    """python: the same run with the module"""
    environment = python_environment()
    for words in [row[0] for row in RUNS[::3] + RUNS[-3:]] + OWN:
        found = run(['/usr/bin/python3', '-c', print_as('python', words)], env=environment)
        same(int(found.split()[1]), iterations(words), words)


def test_scipy():
    """scipy: as many iterations, or that there is no equivalent"""
    environment = python_environment()
    for words, most, _ in RUNS:
        if most is None:
            check('SciPy has no equivalent' in CLI.bad(1, 'solve', *words, '--print-as', 'scipy'), words)
            continue
        code = print_as('scipy', words)
        count, residual = run(['/usr/bin/python3', '-W', 'error', '-c', code], env=environment).split()
        check(float(residual) < 1e-3, (words, residual))
        if most > 0:
            check(abs(int(count) - iterations(words)) <= most, (words, count, iterations(words)))


def test_petsc():
    """petsc: as many iterations, or that there is no equivalent"""
    if PETSC is None:
        raise Skip('PETSc is not there')
    for words, _, most in RUNS:
        if most is None:
            check('PETSc has no equivalent' in CLI.bad(1, 'solve', *words, '--print-as', 'petsc'), words)
            continue
        options = [word for line in print_as('petsc', words).splitlines() if not line.startswith('#') for word in line.split()]
        CLI.good('convert', words[0], 'A.petsc')
        found = run([PETSC, 'A.petsc', *options])
        count = int(re.search(r'iterations (\d+)', found)[1])
        if most > 0:
            check(abs(count - iterations(words)) <= most, (words, options, count, iterations(words)))
    text = print_as('petsc', [GRID, '--method', 'cg', '--precision', 'single'])
    check('# without an equivalent: --precision single' in text, text)


def test_refused():
    """What cannot be written is said"""
    CLI.bad(2, 'solve', GRID, '--print-as', 'fortran')
    check('random:3' in CLI.bad(1, 'solve', GRID, '--method', 'cg', '--rhs', 'random:3', '--print-as', 'scipy'), 'the vector')


run_all(globals())
