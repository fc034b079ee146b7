#!/usr/bin/python3
"""seidel-cli solve on ranks of two machines, which are network namespaces with names of their own, connected by a pair of
virtual interfaces. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_cases import CLI, FOLDER, run_all  # noqa: E402
from cli_cluster import ENVIRONMENT, PATIENCE, Running, matrix, need_ranks, thread_names, wait_for  # noqa: E402
from cli_tap import Skip, check, near, same  # noqa: E402

# Interfaces have names of at most 15 characters.
HOSTS = [f'seidel{os.getpid() % 10**7}{end}' for end in 'ab']
# One of the networks that are set aside for documentation (RFC 5737).
ADDRESSES = ['192.0.2.1', '192.0.2.2']


def run(*words):
    done = subprocess.run(words, capture_output=True, check=False, timeout=60)
    return done.returncode == 0, done.stdout.decode()


def ip(*words):
    good, _ = run('ip', *words)
    if not good:
        raise Skip(f'network namespaces cannot be made here (ip {" ".join(words)})')


def on_host(host):
    """What starts a command on one of the machines."""
    return ['ip', 'netns', 'exec', host, 'unshare', '--uts', 'sh', '-c', f'hostname {host} && exec "$@"', 'sh']


def launcher(ranks):
    """mpirun for both machines, with a command in place of ssh: its arguments are the machine and the command there."""
    agent = CLI.write('agent', f'#!/bin/sh\nshift\nexec {shlex.join(on_host(HOSTS[1]))} sh -c "$*"\n')
    os.chmod(agent, 0o755)
    slots = ','.join(f'{address}:{ranks // 2}' for address in ADDRESSES)
    return f'mpirun --host {slots} --mca plm_rsh_agent {agent} --mca mpi_yield_when_idle 1 -n {{ranks}}'


class Network:
    """Both machines, until the end of a “with”, whatever happens in it."""

    def __enter__(self):
        need_ranks()
        if os.geteuid() != 0:
            raise Skip('only root makes network namespaces')
        if not all(map(shutil.which, ('ip', 'unshare', 'hostname'))):
            raise Skip('ip, unshare or hostname is not installed (iproute2, util-linux, hostname)')
        try:
            self.make()
        except Skip:
            self.__exit__()
            raise
        return self

    @staticmethod
    def make():
        for host in HOSTS:
            ip('netns', 'add', host)
        ip('link', 'add', HOSTS[0], 'netns', HOSTS[0], 'type', 'veth', 'peer', 'name', HOSTS[1], 'netns', HOSTS[1])
        for host, address in zip(HOSTS, ADDRESSES):
            ip('-n', host, 'addr', 'add', address + '/24', 'dev', host)
            ip('-n', host, 'link', 'set', 'lo', 'up')
            ip('-n', host, 'link', 'set', host, 'up')
        if not run(*on_host(HOSTS[0]), 'true')[0]:
            raise Skip('a machine cannot have a name of its own here (unshare --uts)')

    def __exit__(self, *_):
        for host in HOSTS:
            for pid in self.processes(host):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            run('ip', 'netns', 'del', host)

    @staticmethod
    def processes(host):
        good, pids = run('ip', 'netns', 'pids', host)
        return list(map(int, pids.split())) if good else []

    def wait_until_solving(self):
        """Rank 0 reports from a thread as soon as it iterates."""
        wait_for(lambda: any('report' in thread_names(pid) for pid in self.ranks(HOSTS[0])), PATIENCE, 'no ranks')

    def ranks(self, host):
        found = []
        for pid in self.processes(host):
            try:
                with open(f'/proc/{pid}/comm', encoding='utf-8') as file:
                    if file.read().strip() == 'seidel-worker':
                        found.append(pid)
            except OSError:
                pass
        return found

    def assert_nothing_left(self):
        wait_for(lambda: not any(map(self.processes, HOSTS)), PATIENCE, 'processes are left behind')
        same(os.listdir(FOLDER + '/cache/seidel/jobs'), [], 'files of jobs')


def test_two_hosts():
    """two machines: the solution is that of one, and the ranks are on both"""
    with Network() as network:
        here = json.loads(CLI.good('solve', matrix(12), '--method', 'cg', '--json', '--output', 'x-here.mtx'))
        done = subprocess.run(
            [*on_host(HOSTS[0]), CLI.program, 'solve', matrix(12), '--method', 'cg', '--engine', 'petsc', '--ranks', '4', '--launcher',
             launcher(4), '--json', '--output', 'x-there.mtx'],
            cwd=FOLDER, env={**os.environ, **ENVIRONMENT}, capture_output=True, timeout=240, check=False)
        same(done.returncode, 0, done.stderr.decode())
        there = json.loads(done.stdout)
        same(there['reason'], here['reason'])
        near(there['iterations'], here['iterations'], 2)
        same([rank['host'] for rank in there['ranks']], [HOSTS[0]] * 2 + [HOSTS[1]] * 2)
        check(all(rank['bandwidth'] > 0 for rank in there['ranks'][1:]), 'bandwidth')
        CLI.good('compare', 'x-here.mtx', 'x-there.mtx', '--threshold', '1e-6')
        network.assert_nothing_left()


def end_early(interfere):
    """A run on both machines that something happens to: its outcome."""
    with Network() as network:
        running = Running(ranks=2, under=on_host(HOSTS[0]), launcher=launcher(2))
        network.wait_until_solving()
        began = time.monotonic()
        interfere(network)
        status, outcome, complaint = running.end(began)
        same(status, 1, complaint)
        check(outcome is not None, complaint)
        same(outcome['reason'], 'rank-lost')
        network.assert_nothing_left()
        same(len(running.read_history()) > 0, outcome['residual']['initial'] is not None, 'history')
        return outcome


def test_network_gone():
    """the network goes away: the run ends with that reason, and nothing is left on either machine"""
    outcome = end_early(lambda network: ip('-n', HOSTS[0], 'link', 'set', HOSTS[0], 'down'))
    check(HOSTS[1] in outcome['message'], outcome['message'])


def test_rank_gone():
    """a rank of the other machine is killed: the same"""
    outcome = end_early(lambda network: os.kill(network.ranks(HOSTS[1])[0], signal.SIGKILL))
    check(outcome['message'] != '', 'a message')


run_all(globals())
