#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seidel-cli with little address space, and with signals at any time. TAP.

    test-limits.py SEIDEL_CLI [--full] [TEST…]

Each run solves its system, ends with a message, or ends by the signal; its output is then as it was, or complete, and
nothing else is left behind. --full takes a larger matrix and a thousand signals. TEST is a function of this file without its
test_; by default all run.
"""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
FULL = '--full' in sys.argv
SIDE = 1000 if FULL else 300
MEGABYTE = 1 << 20
ROOMS = [64, 128, 192, 256, 320, 384, 448, 512, 576, 640, 704, 768, 896, 1024]
METHODS = [('cg', '--preconditioner', 'ic0'), ('umfpack',), ('gauss-seidel',)]
# Far more than it takes on a machine that does nothing else.
PATIENCE = 60
MOST_SECONDS = 2.0
SOON = 0.1
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGPIPE]
N_SIGNALS = 1000 if FULL else 60
OLD = b'the old content\n'


def used():
    """The processor time of the processes that have ended, which is what they take on a machine that does nothing else, or more."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def used_by(pid):
    """That of a process that runs, as clock_getcpuclockid() has it; 0 once it has ended."""
    try:
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def run_limited(megabytes, *words):
    """The finished process and its processor time."""
    begin = used()
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=PATIENCE, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE,) * 2))
    return done, used() - begin


def test_version():
    """--version works with 128 MB of address space"""
    done, _ = run_limited(128, '--version')
    check(done.returncode == 0 and done.stdout.startswith(b'seidel-cli '), done)


def test_rooms():
    """with 64 MB to 1 GB of address space a system is solved, or the run ends with a message"""
    solved, seconds_of = 0, []
    for megabytes in ROOMS:
        for method in METHODS:
            write_old()
            done, seconds = run_limited(megabytes, 'solve', 'a.mtx', '--max-iterations', '3', '--output', 'x.mtx', '--method', *method)
            where = f'{megabytes} MB, {method[0]}: {done.returncode}, {done.stderr[-300:]}'
            check(done.returncode in (0, 3) or (done.returncode > 0 and (done.stderr.strip() or b'ended' in done.stdout)), where)
            check((read_output() == OLD) == (done.returncode not in (0, 3)), where)
            solved += done.returncode in (0, 3)
            seconds_of.append((seconds, where))
    seconds_of.sort()
    print(f'# {len(seconds_of)} runs, {solved} with a result, the median {seconds_of[len(seconds_of) // 2][0]:.2f} s, '
          f'the longest {seconds_of[-1][0]:.2f} s of a processor: {seconds_of[-1][1]}', flush=True)
    check(solved > 0, 'none was solved')
    check(seconds_of[-1][0] < MOST_SECONDS, seconds_of[-1])


def write_old():
    with open(os.path.join(folder, 'x.mtx'), 'wb') as file:
        file.write(OLD)


def read_output():
    with open(os.path.join(folder, 'x.mtx'), 'rb') as file:
        return file.read()


def test_signals():
    """signals at any time: the output is the old one or complete, and nothing else is left"""
    commands = [('solve', 'a.mtx', '--method', 'cg', '--max-iterations', '30', '--output', 'x.mtx'), ('convert', 'a.mtx', 'x.mtx')]
    complete = {}
    for words in commands:
        begin = time.monotonic()
        subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=PATIENCE, check=False)
        complete[words] = (len(read_output().splitlines()), time.monotonic() - begin)
    before = set(os.listdir(folder))
    chance = random.Random(1)
    seconds, spent = [], []
    for i in range(N_SIGNALS):
        words = commands[i % len(commands)]
        number = SIGNALS[i % len(SIGNALS)]
        write_old()
        process = subprocess.Popen([PROGRAM, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL))
        time.sleep(chance.random() * complete[words][1])
        # It is stopped meanwhile: what it does until then is not its end.
        os.kill(process.pid, signal.SIGSTOP)
        os.kill(process.pid, number)
        begin, before_signal, ended = time.monotonic(), used_by(process.pid), used()
        os.kill(process.pid, signal.SIGCONT)
        text = process.communicate(timeout=PATIENCE)[1]
        seconds.append(time.monotonic() - begin)
        spent.append(used() - ended - before_signal)
        where = f'{words[0]}, signal {number}, run {i}: {process.returncode}, {text[-200:]}'
        check(process.returncode in (0, 1, 3, 130, -number), where)
        content = read_output()
        # What is interrupted while it solves has a solution, too: that of the last iteration.
        check(content == OLD or len(content.splitlines()) == complete[words][0], where + f', {len(content)} bytes')
        check(set(os.listdir(folder)) == before, where + f', left {set(os.listdir(folder)) - before}')
    for what, times in ('they took', seconds), ('of a processor', spent):
        times.sort()
        late = sum(second > SOON for second in times)
        print(f'# {N_SIGNALS} ends, {what}: the median {1000.0 * times[N_SIGNALS // 2]:.0f} ms, the longest '
              f'{1000.0 * times[-1]:.0f} ms, {late} of more than {1000.0 * SOON:.0f} ms', flush=True)
    # On a machine that does something else they wait for a processor.
    check(late == 0, f'{late} late ends')


def test_cut_cache():
    """a copy in the cache that is cut while it is mapped: a message, and the output as it was"""
    cache = os.path.join(folder, 'cache')
    environment = {**os.environ, 'XDG_CACHE_HOME': cache}
    environment.pop('SEIDEL_CACHE')
    # Large enough to be worth a copy, which takes a moment after the file was written.
    subprocess.run([PROGRAM, 'generate', 'poisson-5', '--size', '500', '--output', 'large.mtx'], cwd=folder, capture_output=True,
                   timeout=PATIENCE, check=True)
    copies = []
    until = time.monotonic() + PATIENCE
    while not copies and time.monotonic() < until:
        time.sleep(0.2)
        subprocess.run([PROGRAM, 'info', 'large.mtx'], cwd=folder, env=environment, capture_output=True, timeout=PATIENCE, check=True)
        copies = [os.path.join(path, name) for path, _, names in os.walk(cache) for name in names
                  if os.path.getsize(os.path.join(path, name)) > MEGABYTE]
    check(copies, 'no copy in the cache')
    write_old()
    process = subprocess.Popen([PROGRAM, 'solve', 'large.mtx', '--method', 'jacobi', '--max-iterations', '1000000', '--output', 'x.mtx'],
                               cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    # Until it is mapped.
    while copies[0] not in open(f'/proc/{process.pid}/maps', encoding='utf-8').read():
        check(process.poll() is None and time.monotonic() < until, f'not mapped: {process.returncode}')
        time.sleep(0.01)
    for copy in copies:
        os.chmod(copy, 0o600)
        os.truncate(copy, 0)
    text = process.communicate(timeout=PATIENCE)[1]
    check(process.returncode == 1 and text.startswith(b'seidel-cli: '), f'{process.returncode}, {text}')
    check(read_output() == OLD, 'another output')


with tempfile.TemporaryDirectory(prefix='seidel-limits-') as folder:
    os.environ['SEIDEL_CACHE'] = 'off'
    os.environ.pop('G_DEBUG', None)
    subprocess.run([PROGRAM, 'generate', 'poisson-5', '--size', str(SIDE), '--output', 'a.mtx'], cwd=folder, capture_output=True,
                   timeout=PATIENCE, check=True)
    chosen = [globals()['test_' + word] for word in sys.argv[2:] if word != '--full']
    run_tests(chosen or [test_version, test_rooms, test_signals, test_cut_cache])
