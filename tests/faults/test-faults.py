#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seidel-cli on a machine that has no memory, no threads or no disk any more. TAP.

    test-faults.py SEIDEL_CLI FAULTS_LIBRARY [--full] [TEST…]

In each run one call of the C library fails. The program may succeed in spite of it, or ends with a message; its output is
then as it was, or complete, and nothing else is left behind. --full makes every call fail in turn, which takes minutes;
otherwise it is a sample. TEST is a function of this file without its test_; by default all run.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests  # noqa: E402
from fault_lib import ERRORS, SMALL_BYTES, Case, Faults  # noqa: E402

PROGRAM, LIBRARY = map(os.path.abspath, sys.argv[1:3])
FULL = '--full' in sys.argv
CHOSEN = [word for word in sys.argv[3:] if word != '--full']
# Calls that fail in each case of a sample.
SAMPLE = 4
SIDE = 190  # 36,100 rows: an array of one byte for each is larger than SMALL_BYTES
SMALL_SIDE = 15
UNCHECKED = {'b.npz': 65537, 'b.mat': SMALL_BYTES}
UNCHECKED_ENTRY = 2048  # where libarchive reads the directory of a zip archive


def solve(name, *words, matrix='a.mtx'):
    return Case('solve ' + name, 'solve', matrix, *words, '--max-iterations', '3', '--output', 'x.mtx', output='x.mtx', ended=3,
                varies=True)


def direct(name, matrix='a.mtx'):
    return Case('solve ' + name, 'solve', matrix, '--method', name, '--output', 'x.mtx', output='x.mtx', uses_blas=True,
                varies=True)


def convert(name):
    return Case('convert to ' + name, 'convert', 'a.mtx', name, output=name, unchecked_bytes=UNCHECKED.get(name, 0))


READING = [
    Case('info', 'info', 'a.mtx'),
    Case('info, compressed', 'info', 'a.mtx.gz'),
    Case('info, NumPy', 'info', 'a.npz', unchecked_bytes=UNCHECKED_ENTRY),
    Case('info, MATLAB', 'info', 'a.mat'),
    Case('levels', 'levels', 'a.mtx', '--ordering', 'multicolor'),
    Case('advise', 'advise', 'a.mtx'),
    Case('render', 'render', 'sparsity', 'a.mtx', '--color-by', 'level', '--width', '120', '--height', '100', '--output', 'a.png',
         output='a.png', unchecked_bytes=SMALL_BYTES),
]
SOLVING = [
    solve('cg', '--method', 'cg'),
    solve('cg with ic0', '--method', 'cg', '--preconditioner', 'ic0'),
    solve('minres', '--method', 'minres'),
    solve('bicgstab with ilu0', '--method', 'bicgstab', '--preconditioner', 'ilu0'),
    solve('gmres', '--method', 'gmres'),
    solve('bicg', '--method', 'bicg'),
    solve('jacobi', '--method', 'jacobi'),
    solve('gauss-seidel by levels', '--method', 'gauss-seidel', '--strategy', 'levels'),
    solve('sor, reordered', '--method', 'sor', '--ordering', 'rcm'),
    solve('gauss-seidel by colours', '--method', 'gauss-seidel-multicolor'),
    solve('gmres with ssor', '--method', 'gmres-flexible', '--preconditioner', 'ssor'),
    solve('cg with multigrid', '--method', 'cg', '--preconditioner', 'multigrid'),
    solve('lsqr', '--method', 'lsqr'),
    solve('cg in single precision', '--method', 'cg', '--precision', 'single'),
    direct('umfpack'),
    direct('cholmod'),
    direct('lu', 'small.mtx'),
    Case('solve lu-crout', 'solve', 'small.mtx', '--method', 'lu-crout', '--output', 'x.mtx', output='x.mtx', varies=True),
    direct('auto'),
]
WRITING = [convert(name) for name in ('b.mtx', 'b.mtx.gz', 'b.npz', 'b.mat')] + [
    Case('generate', 'generate', 'poisson-5', '--size', str(SIDE), '--output', 'g.mtx', output='g.mtx')]


def make_inputs(folder):
    def run(*words):
        subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=120, check=True)
    run('generate', 'poisson-5', '--size', str(SIDE), '--output', 'a.mtx')
    run('generate', 'poisson-5', '--size', str(SMALL_SIDE), '--output', 'small.mtx')
    for name in ('a.mtx.gz', 'a.npz', 'a.mat'):
        run('convert', 'a.mtx', name)


def choose(n, sample):
    """Of the calls 1 … n, all or a sample that is the same each time."""
    if FULL or n <= sample:
        return range(1, n + 1)
    return sorted({1 + (2 * i + 1) * n // (2 * sample) for i in range(sample)})


def prepare(cases):
    """Runs those without a fault that have not been run yet."""
    unfit = [wrong for wrong in faults.pool.map(faults.prepare, [case for case in cases if not case.prepared]) if wrong]
    check(not unfit, '\n'.join(unfit))


def judge(jobs):
    check(jobs, 'no runs')
    n, wrong = faults.judge_all(jobs)
    print(f'# {n} runs, {len(wrong)} wrong', flush=True)
    check(not wrong, '\n'.join(wrong[:40]))


def fail_each(cases, kind, ways, least=0, sample=SAMPLE, most=None):
    """Lets the calls of a kind fail, one in each run. most: calls of a case in the full test."""
    prepare(cases)
    counts = faults.pool.map(lambda case: faults.count(case, f'{kind}:0:on:{least}'), cases)
    jobs = []
    for case, n in zip(cases, counts):
        chosen = choose(n, sample)
        if most and len(chosen) > most:
            chosen = sorted({1 + (2 * i + 1) * n // (2 * most) for i in range(most)})
        jobs += [(case, f'{kind}:{call}:{way}:{least}') for call in chosen for way in ways]
    judge(jobs)


def test_large_memory_reading():
    """reading: no memory for what grows with the matrix"""
    fail_each(READING, 'memory', ['12'], SMALL_BYTES)


def test_large_memory_solving():
    """solving: no memory for what grows with the matrix"""
    fail_each(SOLVING, 'memory', ['12'], SMALL_BYTES)


def test_large_memory_writing():
    """writing: no memory for what grows with the matrix"""
    fail_each(WRITING, 'memory', ['12'], SMALL_BYTES)


def test_no_more_memory():
    """memory runs out, and stays so"""
    # OpenBLAS, once it is opened, tries for ever.
    cases = [case for case in READING + SOLVING + WRITING if not case.uses_blas]
    fail_each(cases, 'memory', ['on'], SMALL_BYTES, sample=1)


def test_any_memory():
    """any allocation fails: no crash but GLib's own, and files as they were"""
    fail_each(READING + SOLVING + WRITING, 'memory', ['12'], sample=2, most=200)


def test_threads():
    """no thread can be made, or few"""
    cases = READING + SOLVING + WRITING if FULL else READING[:2] + SOLVING[:3] + WRITING[:1]
    prepare(cases)
    judge([(case, f'thread:{most}:on') for case in cases for most in (range(12) if FULL else (0, 1, 2, 3, 6))])


def test_read_errors():
    """reading a file fails, is interrupted, or brings less than was asked for"""
    fail_each(READING + SOLVING[:1], 'read', [ERRORS['EIO'], ERRORS['EINTR'], 'short'], sample=2, most=60)


def test_write_errors():
    """writing a file fails, is interrupted, or takes less than was offered"""
    fail_each(WRITING + SOLVING[:1], 'write', [ERRORS['EIO'], ERRORS['ENOSPC'], ERRORS['EINTR'], 'short'], sample=2, most=60)


with tempfile.TemporaryDirectory(prefix='seidel-faults-') as temporary:
    os.environ['SEIDEL_CACHE'] = 'off'
    os.environ.pop('G_DEBUG', None)  # a warning is no failure here
    make_inputs(temporary)
    faults = Faults(PROGRAM, LIBRARY, temporary)
    tests = [test_large_memory_reading, test_large_memory_solving, test_large_memory_writing, test_no_more_memory,
             test_any_memory, test_threads, test_read_errors, test_write_errors]
    run_tests([globals()['test_' + name] for name in CHOSEN] or tests)
