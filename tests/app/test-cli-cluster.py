#!/usr/bin/python3
"""seidel-cli solve on ranks: what it prints, and what is left when processes are killed. Arguments: see
cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import random
import signal
import time

from cli_cases import CLI, run_all
from cli_cluster import ENVIRONMENT, PATIENCE, RANK_KEYS, Running, assert_nothing_left, assert_prompt, launchers, matrix, need_ranks, processes, solve, wait_for
from cli_tap import check, near, same


def test_outcome():
    """solve: the outcome of ranks is that of one process, and describes each"""
    need_ranks()
    here = json.loads(CLI.good('solve', matrix(12), '--method', 'cg', '--json'))
    for ranks in (1, 3):
        there = solve(matrix(12), '--method', 'cg', '--ranks', ranks, '--output', f'x-{ranks}.mtx')
        same((there['reason'], there['engine'], there['n_ranks']), (here['reason'], 'petsc', ranks))
        near(there['iterations'], here['iterations'], 2)
        same([rank['rank'] for rank in there['ranks']], list(range(ranks)))
        same(set(there['ranks'][0]), RANK_KEYS)
        same(sum(rank['rows'] for rank in there['ranks']), 12**3)
        check(os.path.exists(CLI.path(f'x-{ranks}.mtx')), 'the solution')
    text = CLI.good('solve', matrix(12), '--method', 'cg', '--engine', 'petsc', '--ranks', 2, env=ENVIRONMENT)
    check('PETSc, 2 ranks' in text and 'in sums over all ranks' in text, text)


def test_plan():
    """--dry-run: what each rank takes"""
    need_ranks()
    plan = solve(matrix(12), '--method', 'cg', '--ranks', 2, '--dry-run')
    check(0 < plan['memory']['rank']['needed'] < plan['memory']['host']['needed'], plan['memory'])
    assert_nothing_left(jobs=False)


def test_unavailable():
    """without the program of the ranks, the list of engines says what to install"""
    env = {'SEIDEL_WORKER_DIR': '/nowhere'}
    check('petsc-dev' in CLI.good('engines', env=env), 'what to install')
    message = CLI.bad(1, 'solve', matrix(12), '--engine', 'petsc', env=env)
    check('petsc-dev' in message, message)


def test_rank_killed():
    """a rank is killed at 20 random moments: the reason, the history, and nothing left"""
    need_ranks()
    matrix(20)
    seconds = []
    for i in range(20):
        run = Running(ranks=3)
        wait_for(lambda: len(processes('seidel-worker')) == 3, PATIENCE, 'no ranks')
        time.sleep(random.choice([0.0, 0.1, 0.3, 1.0]) * random.random())
        victims = processes('seidel-worker')
        began = time.monotonic()
        os.kill(random.choice(victims), signal.SIGKILL)
        status, outcome, complaint = run.end(began)
        seconds.append(run.seconds)
        assert_nothing_left()
        same(status, 1, f'status in round {i}')
        if outcome is None:  # before the run began
            check('could not be started' in complaint, complaint)
            continue
        same(outcome['reason'], 'rank-lost')
        check(outcome['message'] != '', 'a message')
        run.check_history(outcome)
    assert_prompt(seconds)


def test_launcher_killed():
    """the launcher is killed: the same"""
    need_ranks()
    for _ in range(3):
        run = Running(ranks=2)
        wait_for(lambda: len(processes('seidel-worker')) == 2, PATIENCE, 'no ranks')
        time.sleep(random.random())
        began = time.monotonic()
        os.kill(launchers()[0], signal.SIGKILL)
        status, outcome, complaint = run.end(began)
        assert_nothing_left()
        same(status, 1)
        check(outcome is None or outcome['reason'] == 'rank-lost', complaint)


def test_program_killed():
    """seidel-cli itself is killed: no process stays"""
    need_ranks()
    run = Running(ranks=2)
    wait_for(lambda: len(processes('seidel-worker')) == 2, PATIENCE, 'no ranks')
    run.child.kill()
    run.child.communicate()
    assert_nothing_left(jobs=False)


def test_interrupted():
    """Ctrl+C ends a run with what it has"""
    need_ranks()
    seconds = []
    reached = 0
    delay = 0.0
    while len(seconds) < 3 or reached == 0:  # the first may end before an iteration is reported
        check(delay < PATIENCE, 'no run iterates')
        run = Running(ranks=2)
        run.wait_until_solving()
        time.sleep(delay)
        began = time.monotonic()
        run.child.send_signal(signal.SIGINT)
        status, outcome, _ = run.end(began)
        seconds.append(run.seconds)
        assert_nothing_left(jobs=False)
        same((status, outcome['reason']), (130, 'cancelled'))
        run.check_history(outcome)
        reached = max(reached, outcome['iterations'])
        delay = 2 * delay + 0.05
    assert_prompt(seconds)


run_all(globals())
