#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seidel-cli on a machine that has no memory, no threads or no disk any more. TAP.

    test-faults.py SEIDEL_CLI FAULTS_LIBRARY [--full] [TEST…]

In each run one call of the C library fails. The program may succeed in spite of it, or ends with a message; its output is
then as it was, or complete, and nothing else is left behind. --full makes every call fail in turn, which takes minutes;
otherwise it is a sample. TEST is a function of this file without its test_; by default all run.
"""
import json
import os
import struct
import subprocess
import sys
import tarfile
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
N_COMPLEX = 10000
N_COLUMNS = 6000  # of the rectangular matrix, which has twice as many rows
# Of all methods, the sample has one of each kind; where a preconditioner is set up, with it.
SAMPLED = {'cg', 'minres', 'bicgstab', 'gmres', 'bicg', 'jacobi', 'gauss-seidel', 'gauss-seidel-multicolor', 'lsqr', 'umfpack',
           'cholmod', 'qr', 'lu', 'lu-crout'}
EXPERIMENT = {
    'schema': 'seidel-experiment/1', 'id': 'faults', 'title': 'Two methods', 'sentence': 'One run of each.',
    'hold': {'matrix': 'poisson-5', 'size': SIDE, 'max-iterations': 3, 'tolerance': 1e-8},
    'vary': [{'name': 'Method', 'vary': 'method', 'values': ['sor', 'cg']}], 'measures': ['iterations', 'solve'], 'picture': 'curves'}


def solve(name, *words, matrix='a.mtx', ended=3):
    return Case('solve ' + name, 'solve', matrix, *words, '--max-iterations', '3', '--output', 'x.mtx', output='x.mtx', ended=ended,
                varies=True)


def direct(name, matrix='a.mtx', uses_blas=True):
    return Case(f'solve {name}, {matrix}', 'solve', matrix, '--method', name, '--output', 'x.mtx', output='x.mtx', uses_blas=uses_blas,
                varies=True)


def convert(name, matrix='a.mtx'):
    return Case(f'convert {matrix} to {name}', 'convert', matrix, name, output=name)


def info(name):
    return Case('info ' + name, 'info', name)


def ask(*words):
    return json.loads(subprocess.run([PROGRAM, *words, '--json'], capture_output=True, timeout=60, check=True).stdout)


def every_method():
    """A case of each method of the program, or of a sample."""
    for method in ask('methods'):
        name, family = method['id'], method['family']
        if 'cpu' not in method['engines']:
            continue  # Another library's, in other processes.
        if not FULL and name not in SAMPLED:
            continue
        if family == 'Direct, sparse':
            yield direct(name)
        elif family == 'Direct, dense':
            yield direct(name, 'small.mtx')
        else:
            yield solve(name, '--method', name, '--precision', 'double' if 'double' in method['precisions'] else 'single')


def every_preconditioner():
    """A case of each preconditioner with a method that takes it."""
    for kind in ask('preconditioners'):
        if kind['id'] != 'none' and 'cpu' in kind['engines']:
            method = next(name for name in ('cg', 'bicgstab') if name in kind['methods'])
            yield solve(f'{method} with {kind["id"]}', '--method', method, '--preconditioner', kind['id'])


def is_result(content):
    """Whether it is the result of an experiment, of some of its cells or all."""
    try:
        return len(json.loads(content)['cells']) <= 2
    except (ValueError, KeyError):
        return False


READING = [
    info('a.mtx'),
    info('a.mtx.gz'),
    info('a.npz'),
    info('a.mat'),
    info('a.tar.gz'),
    info('a.mtx.bz2'),
    info('a.mtx.xz'),
    info('a.mtx.zst'),
    info('a.mtx.lz4'),
    info('complex.mtx'),
    Case('levels', 'levels', 'a.mtx', '--ordering', 'multicolor'),
    Case('advise', 'advise', 'a.mtx'),
    Case('render', 'render', 'sparsity', 'a.mtx', '--color-by', 'level', '--width', '120', '--height', '100', '--output', 'a.png',
         output='a.png'),
]
SOLVING = list(every_method()) + list(every_preconditioner()) + [
    solve('gauss-seidel by levels', '--method', 'gauss-seidel', '--strategy', 'levels'),
    solve('sor, reordered', '--method', 'sor', '--ordering', 'rcm'),
    solve('cg in single precision', '--method', 'cg', '--precision', 'single'),
    solve('jacobi in mixed precision', '--method', 'jacobi', '--precision', 'mixed'),
    direct('auto'),
    direct('auto', 'complex.mtx'),
    solve('gmres, complex', '--method', 'gmres', matrix='complex.mtx'),
    solve('lsmr, rectangular', '--method', 'lsmr', matrix='rectangular.mtx'),
    direct('qr', 'rectangular.mtx'),
    direct('auto', 'rectangular.mtx'),
]
WRITING = [convert(name) for name in ('b.mtx', 'b.mtx.gz', 'b.npz', 'b.mat')] + [
    convert(name, 'small.mtx') for name in ('b.mtx.bz2', 'b.mtx.xz', 'b.mtx.zst')] + [
    convert('b.mat', 'complex.mtx'),
    Case('generate', 'generate', 'poisson-5', '--size', str(SIDE), '--output', 'g.mtx', output='g.mtx'),
    Case('experiment', 'experiment', 'run', 'faults.json', '--output', 'r.json', output='r.json', grows=is_result)]


def write_complex(path, n):
    """A complex matrix with three diagonals."""
    with open(path, 'w', encoding='ascii') as file:
        file.write(f'%%MatrixMarket matrix coordinate complex general\n{n} {n} {3 * n - 2}\n')
        for i in range(1, n + 1):
            file.write(f'{i} {i} 4 1\n' + (f'{i} {i - 1} -1 0.5\n' if i > 1 else '') + (f'{i} {i + 1} -1 -0.5\n' if i < n else ''))


def write_rectangular(path, n):
    """A matrix of 2 n rows and n columns, of full rank."""
    with open(path, 'w', encoding='ascii') as file:
        file.write(f'%%MatrixMarket matrix coordinate real general\n{2 * n} {n} {3 * n - 1}\n')
        for j in range(1, n + 1):
            file.write(f'{j} {j} 4\n{j + n} {j} 1\n' + (f'{j} {j + 1} -1\n' if j < n else ''))


def write_lz4(file, content):
    """As lz4 writes what cannot be compressed: a header, blocks of 64 kB as they are, and an end mark."""
    file.write(b'\x04\x22\x4d\x18\x60\x40\x82')
    for i in range(0, len(content), 65536):
        block = content[i:i + 65536]
        file.write(struct.pack('<I', 1 << 31 | len(block)) + block)
    file.write(struct.pack('<I', 0))


def make_inputs(folder):
    def run(*words):
        subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=120, check=True)
    run('generate', 'poisson-5', '--size', str(SIDE), '--output', 'a.mtx')
    run('generate', 'poisson-5', '--size', str(SMALL_SIDE), '--output', 'small.mtx')
    for name in ('a.mtx.gz', 'a.mtx.bz2', 'a.mtx.xz', 'a.mtx.zst', 'a.npz', 'a.mat'):
        run('convert', 'a.mtx', name)
    with open(os.path.join(folder, 'a.mtx'), 'rb') as file, open(os.path.join(folder, 'a.mtx.lz4'), 'wb') as packed:
        write_lz4(packed, file.read())
    with tarfile.open(os.path.join(folder, 'a.tar.gz'), 'w:gz') as archive:
        archive.add(os.path.join(folder, 'a.mtx'), 'a/a.mtx')
    write_complex(os.path.join(folder, 'complex.mtx'), N_COMPLEX)
    write_rectangular(os.path.join(folder, 'rectangular.mtx'), N_COLUMNS)
    with open(os.path.join(folder, 'faults.json'), 'w', encoding='utf-8') as file:
        json.dump(EXPERIMENT, file)


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
    # What NVIDIA's runtime does while it is loaded checks no allocation, and only a run on a device needs it.
    os.environ['SEIDEL_MODULE_DIR'] = temporary
    make_inputs(temporary)
    faults = Faults(PROGRAM, LIBRARY, temporary)
    tests = [test_large_memory_reading, test_large_memory_solving, test_large_memory_writing, test_no_more_memory,
             test_any_memory, test_threads, test_read_errors, test_write_errors]
    run_tests([globals()['test_' + name] for name in CHOSEN] or tests)
