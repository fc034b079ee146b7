#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window without memory: opening, analysing, drawing and solving while one allocation fails. TAP.

    test-window-faults.py WINDOW_STEPS SEIDEL_CLI FAULTS_LIBRARY [--full]

In each run one of the blocks that grow with the matrix is refused. The window says so in a dialog or on a page, and lives;
so it does when all of them are refused from then on. --full refuses every one in turn; otherwise it is a sample.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests  # noqa: E402
from fault_lib import Case, Faults  # noqa: E402

STEPS, CLI, LIBRARY = map(os.path.abspath, sys.argv[1:4])
FULL = '--full' in sys.argv
SAMPLE = 8
SIDE = 380
# What grows with the matrix has at least two bytes for each row. GLib's table of signals has 131,072 bytes and grows with the
# widgets, to 262,144: it is smaller.
SMALL_BYTES = 2 * SIDE * SIDE
CASE = Case('window', 'a.mtx')


def judge(fault):
    """Why the window did not live through it, or None."""
    done, (_, _, failed_bytes), _, _ = faults.run(CASE, fault)
    if done is None:
        return f'{fault} ({failed_bytes} bytes): does not end'
    if done.returncode != 0 or not done.stdout.endswith(b'lived\n'):
        return f'{fault} ({failed_bytes} bytes): status {done.returncode}, {done.stdout}, {done.stderr[-400:]}'
    if b'CRITICAL' in done.stderr:
        return f'{fault} ({failed_bytes} bytes): {done.stderr[-400:]}'
    return None


def fail_each(way, sample):
    n = faults.count(CASE, f'own:0:{way}:{SMALL_BYTES}')
    check(n > 20, f'{n} blocks')
    chosen = range(1, n + 1) if FULL else sorted({1 + (2 * i + 1) * n // (2 * sample) for i in range(sample)})
    wrong = [found for found in faults.pool.map(judge, [f'own:{call}:{way}:{SMALL_BYTES}' for call in chosen]) if found]
    print(f'# {len(chosen)} of {n} blocks, {len(wrong)} wrong', flush=True)
    check(not wrong, '\n'.join(wrong[:20]))


def test_without_fault():
    """the window opens the matrix and solves"""
    done = faults.run(CASE, 'none:0')[0]
    check(done is not None and done.stdout == b'opened\nsolved\nlived\n', done)


def test_one_block():
    """one block is refused"""
    fail_each('12', SAMPLE)


def test_no_more():
    """memory runs out, and stays so"""
    fail_each('on', SAMPLE // 2)


with tempfile.TemporaryDirectory(prefix='seidel-window-faults-') as temporary:
    os.environ['SEIDEL_CACHE'] = 'off'
    os.environ.pop('G_DEBUG', None)  # a warning is no failure here
    subprocess.run([CLI, 'generate', 'poisson-5', '--size', str(SIDE), '--output', 'a.mtx'], cwd=temporary, capture_output=True,
                   timeout=120, check=True)
    faults = Faults(STEPS, LIBRARY, temporary)
    run_tests([test_without_fault, test_one_block, test_no_more])
