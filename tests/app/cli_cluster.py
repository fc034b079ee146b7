# What tests of runs by ranks share: starting them, finding their processes, and waiting.
# SPDX-License-Identifier: GPL-3.0-or-later
import csv
import json
import os
import random
import shutil
import subprocess
import time

from cli_cases import CLI, FOLDER
from cli_tap import Skip, check, same

WORKER = os.path.join(os.environ['SEIDEL_TEST_WORKER_DIR'], 'seidel-worker')
MARK = f'SEIDEL_TEST_RUN=cli-{os.getpid()}'
ENVIRONMENT = {'SEIDEL_WORKER_DIR': os.path.dirname(WORKER), 'XDG_CACHE_HOME': FOLDER + '/cache',
               'SEIDEL_TEST_RUN': MARK.split('=')[1]}
RANK_KEYS = {'rank', 'host', 'process', 'rows', 'entries', 'crossing', 'halo_bytes', 'products_seconds',
             'reductions_seconds', 'memory_bytes', 'latency_seconds', 'bandwidth', 'exchanges_seconds', 'sums'}
# It goes on until it is killed.
ENDLESS = ['--method', 'jacobi', '--rhs', 'random:5', '--tolerance', '0', '--max-iterations', '1000000000', '--stagnation-window',
           '1000000000', '--engine', 'petsc', '--json']
# Seconds until a run has to have ended on a machine that does nothing else, and until one has that does not.
PROMPT = 2.0
PATIENCE = 240.0
random.seed(17)


def need_ranks():
    if not os.path.exists(WORKER):
        raise Skip('PETSc is not installed (petsc-dev)')
    if shutil.which('mpirun') is None:
        raise Skip('there is no mpirun')


def matrix(size):
    name = f'poisson-{size}.mtx'
    if not os.path.exists(CLI.path(name)):
        CLI.good('generate', 'poisson-7', '--size', size, '--output', name)
    return name


def solve(*words, status=0):
    return json.loads(CLI.good('solve', *words, '--engine', 'petsc', '--json', status=status, env=ENVIRONMENT))


def processes(name):
    """The processes of this test with that name."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{pid}/environ', 'rb') as file:
                mine = MARK.encode() in file.read().split(b'\0')
            with open(f'/proc/{pid}/comm', encoding='utf-8') as file:
                if mine and file.read().strip() == name[:15]:
                    found.append(int(pid))
        except OSError:
            pass
    return found


def launchers():
    """Those of Open MPI 4 and 5, the first one on top."""
    return [pid for name in ('mpirun', 'prterun', 'orted', 'prted') for pid in processes(name)]


def thread_names(pid):
    names = []
    try:
        for thread in os.listdir(f'/proc/{pid}/task'):
            with open(f'/proc/{pid}/task/{thread}/comm', encoding='utf-8') as file:
                names.append(file.read().strip())
    except OSError:
        pass
    return names


def wait_for(what, seconds, message):
    end = time.monotonic() + seconds
    while not what():
        check(time.monotonic() < end, message)
        time.sleep(0.005)


def assert_prompt(seconds):
    """How long the ends of some runs took. One that had to wait for a processor says nothing; the quickest does. Where others
    use the processors, an end is prompt that takes no longer than to start the ranks, iterate once and end."""
    print(f'# {len(seconds)} ends of runs: the quickest {min(seconds):.2f} s, the longest {max(seconds):.2f} s')
    if min(seconds) >= PROMPT:
        began = time.monotonic()
        solve(matrix(12), '--method', 'jacobi', '--max-iterations', 1, '--ranks', 2, status=3)
        whole = time.monotonic() - began
        check(min(seconds) < whole, f'it took {min(seconds):.1f} s to end, and {whole:.1f} s to start, iterate once and end')


def assert_nothing_left(jobs=True):
    wait_for(lambda: not processes('seidel-worker') and not launchers(), PATIENCE, 'processes are left behind')
    folder = FOLDER + '/cache/seidel/jobs'
    same(jobs and os.listdir(folder), jobs and [], 'files of jobs')


class Running:
    """A run in the background whose history is written when it ends."""

    def __init__(self, ranks, *, size=20, under=(), launcher=None):
        self.history = CLI.path('history.csv')
        if os.path.exists(self.history):
            os.unlink(self.history)
        self.child = subprocess.Popen(
            [*under, CLI.program, 'solve', matrix(size), *ENDLESS, '--ranks', str(ranks), '--history', self.history,
             *(['--launcher', launcher] if launcher is not None else [])],
            cwd=FOLDER, env={**os.environ, **ENVIRONMENT}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait_until_solving(self):
        """Rank 0 reports from a thread as soon as it iterates."""
        wait_for(lambda: any('report' in thread_names(pid) for pid in processes('seidel-worker')), PATIENCE, 'no rank iterates')

    def end(self, began):
        """Its status, outcome and what it complained of, once it has ended; keeps the seconds since a moment."""
        out, err = self.child.communicate(timeout=PATIENCE)
        self.seconds = time.monotonic() - began
        return self.child.returncode, json.loads(out) if out else None, err.decode()

    def read_history(self):
        with open(self.history, encoding='utf-8', newline='') as file:
            return list(csv.DictReader(file))

    def check_history(self, outcome):
        """A run that ends before its first residual is known has no history; the last line of others is the last iteration."""
        history = self.read_history()
        same(len(history) > 0, outcome['residual']['initial'] is not None, 'history')
        same(int(history[-1]['iteration']) if history else 0, outcome['iterations'])
