#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seidel-cli with little address space, and with signals at any time. TAP.

    test-limits.py SEIDEL_CLI [--full] [--seed N] [TEST…]

Each run solves its system, ends with a message, or ends by the signal; its output is then as it was, or complete, and
nothing else is left behind. --full takes a larger matrix and a thousand signals, at moments drawn from N. TEST is a function of
this file without its test_; by default all run.
"""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
FULL = '--full' in sys.argv
SIDE = 1000 if FULL else 300
MEGABYTE = 1 << 20
ROOMS = [64, 128, 192, 256, 320, 384, 448, 512, 576, 640, 704, 768, 896, 1024]
METHODS = [('cg', '--preconditioner', 'ic0'), ('umfpack',), ('gauss-seidel',)]
# Far more than it takes on a machine that does nothing else.
PATIENCE = 120
# What little room may cost, in processor times of the same run without a limit: 0.8 to 1.3 on two cores, 2 where they do much else.
MOST_TIMES = 5.0
# Far more than passes between the mapping of a copy and its cut.
RUN_SECONDS = 5
SOON = 0.1
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGPIPE]
# Python ignores SIGPIPE, and what a shell starts in the background SIGINT and SIGHUP: then there would be nothing to end.
TAKEN = [number for number in SIGNALS if number != signal.SIGKILL]
N_SIGNALS = 1000 if FULL else 60
SEED = int(sys.argv[sys.argv.index('--seed') + 1]) if '--seed' in sys.argv else 1
CORES = 4  # for each of the trials that run at a time
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
    """The finished process and its processor time; None: without a limit."""
    room = resource.RLIM_INFINITY if megabytes is None else megabytes * MEGABYTE
    begin = used()
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=PATIENCE, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room)))
    return done, used() - begin


def solve_limited(megabytes, method):
    return run_limited(megabytes, 'solve', 'a.mtx', '--max-iterations', '3', '--output', 'x.mtx', '--method', *method)


def test_version():
    """--version works with 128 MB of address space"""
    done, _ = run_limited(128, '--version')
    check(done.returncode == 0 and done.stdout.startswith(b'seidel-cli '), done)


def test_rooms():
    """with 64 MB to 1 GB of address space a system is solved, or the run ends with a message"""
    usual = {method: solve_limited(None, method)[1] for method in METHODS}
    solved, times_of = 0, []
    for megabytes in ROOMS:
        for method in METHODS:
            write_old()
            done, seconds = solve_limited(megabytes, method)
            where = f'{megabytes} MB, {method[0]}: {done.returncode}, {done.stderr[-300:]}'
            check(done.returncode in (0, 3) or (done.returncode > 0 and (done.stderr.strip() or b'ended' in done.stdout)), where)
            check((read_output() == OLD) == (done.returncode not in (0, 3)), where)
            solved += done.returncode in (0, 3)
            times_of.append((seconds / usual[method], seconds, where))
    times_of.sort()
    longest, seconds, where = times_of[-1]
    print(f'# {len(times_of)} runs, {solved} with a result; of a processor, in times of the run without a limit: the median '
          f'{times_of[len(times_of) // 2][0]:.2f}, the most {longest:.2f}, which is {seconds:.2f} s: {where}', flush=True)
    check(solved > 0, 'none was solved')
    check(longest < MOST_TIMES, times_of[-1])


def write_old():
    with open(os.path.join(folder, 'x.mtx'), 'wb') as file:
        file.write(OLD)


def read_output():
    with open(os.path.join(folder, 'x.mtx'), 'rb') as file:
        return file.read()


class Trial:
    """A run in a folder of its own, which gets a signal at some moment."""

    def __init__(self, words, number, moment):
        self.words = words
        self.number = number
        self.moment = moment

    def run(self, complete):
        """Returns why it did not end as it should, or None; measures how long that took."""
        with tempfile.TemporaryDirectory(dir=folder) as place:
            output = os.path.join(place, 'x.mtx')
            os.symlink(os.path.join(folder, 'a.mtx'), os.path.join(place, 'a.mtx'))
            with open(output, 'wb') as file:
                file.write(OLD)
            process = subprocess.Popen([PROGRAM, *self.words], cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       preexec_fn=lambda: [signal.signal(number, signal.SIG_DFL) for number in TAKEN])
            time.sleep(self.moment)
            # It is stopped meanwhile: what it does until then is not its end.
            os.kill(process.pid, signal.SIGSTOP)
            os.kill(process.pid, self.number)
            begin, before = time.monotonic(), used_by(process.pid)
            os.kill(process.pid, signal.SIGCONT)
            _, status, usage = os.wait4(process.pid, 0)
            self.seconds = time.monotonic() - begin
            # Of one that had ended before the signal there is nothing to measure.
            self.spent = usage.ru_utime + usage.ru_stime - before if before > 0.0 else 0.0
            process.returncode = os.waitstatus_to_exitcode(status)
            self.where = f'{self.words[0]}, signal {self.number} after {self.moment:.3f} s: {process.returncode}'
            with open(output, 'rb') as file:
                content = file.read()
            if process.returncode not in (0, 1, 3, 130, -self.number):
                return self.where
            # What is interrupted while it solves has a solution, too: that of the last iteration.
            if content != OLD and len(content.splitlines()) != complete:
                return f'{self.where}, {len(content)} bytes'
            left = set(os.listdir(place)) - {'a.mtx', 'x.mtx'}
            # Between two calls of the system what replaces a file has a name; the next one who writes there removes it.
            if left and self.number in (signal.SIGKILL, signal.SIGPIPE):
                subprocess.run([PROGRAM, 'generate', 'poisson-5', '--size', '10', '--output', 'x.mtx'], cwd=place, capture_output=True,
                               timeout=PATIENCE, check=True)
                print(f'# {self.where}, left {left} for the next one', flush=True)
                left = set(os.listdir(place)) - {'a.mtx', 'x.mtx'}
            return f'{self.where}, left {left}' if left else None


def make_trials():
    """So many trials, at random moments, and the lines of the output of each command."""
    commands = [('solve', 'a.mtx', '--method', 'cg', '--max-iterations', '30', '--output', 'x.mtx'), ('convert', 'a.mtx', 'x.mtx')]
    complete, seconds = {}, {}
    for words in commands:
        begin = time.monotonic()
        subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=PATIENCE, check=False)
        seconds[words] = time.monotonic() - begin
        complete[words] = len(read_output().splitlines())
    chance = random.Random(SEED)
    return [Trial(words, SIGNALS[i % len(SIGNALS)], chance.random() * seconds[words])
            for i in range(N_SIGNALS) for words in [commands[i % len(commands)]]], complete


def test_signals():
    """signals at any time: the output is the old one or complete, and nothing else is left"""
    trials, complete = make_trials()
    # Several at a time, where each has cores of its own.
    with ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // CORES)) as pool:
        wrong = [found for found in pool.map(lambda trial: trial.run(complete[trial.words]), trials) if found]
    for what, key in ('they took', lambda trial: trial.seconds), ('of a processor', lambda trial: trial.spent):
        trials.sort(key=key)
        late = [trial for trial in trials if key(trial) > SOON]
        print(f'# {N_SIGNALS} ends, {what}: the median {1000.0 * key(trials[N_SIGNALS // 2]):.0f} ms, the longest '
              f'{1000.0 * key(trials[-1]):.0f} ms, {len(late)} of more than {1000.0 * SOON:.0f} ms', flush=True)
        for trial in late[-20:]:
            print(f'#   {1000.0 * trial.seconds:.0f} ms, {1000.0 * trial.spent:.0f} of a processor: {trial.where}', flush=True)
    check(not wrong, '\n'.join(wrong[:20]))
    # On a machine that does something else they wait for a processor.
    check(not late, f'{len(late)} late ends')


def make_copies(environment):
    """The files of large.mtx in the cache."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        subprocess.run([PROGRAM, 'info', 'large.mtx'], cwd=folder, env=environment, capture_output=True, timeout=PATIENCE, check=True)
        copies = [os.path.join(path, name) for path, _, names in os.walk(environment['XDG_CACHE_HOME']) for name in names
                  if os.path.getsize(os.path.join(path, name)) > MEGABYTE]
        if copies:
            return copies
        # A file is worth a copy a moment after it was written.
        time.sleep(0.2)
    raise AssertionError('no copy in the cache')


def cut_after(seconds, copies, environment):
    """The exit status and the message of a run whose copy is cut these seconds after it was mapped."""
    process = subprocess.Popen([PROGRAM, 'solve', 'large.mtx', '--method', 'jacobi', '--max-iterations', '1000000000',
                                '--time-limit', str(RUN_SECONDS), '--output', 'x.mtx'],
                               cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    until = time.monotonic() + PATIENCE
    while copies[0] not in open(f'/proc/{process.pid}/maps', encoding='utf-8').read():
        check(process.poll() is None and time.monotonic() < until, f'not mapped: {process.returncode}')
        time.sleep(0.01)
    time.sleep(seconds)
    for copy in copies:
        os.chmod(copy, 0o600)
        os.truncate(copy, 0)
    text = process.communicate(timeout=PATIENCE)[1]
    return process.returncode, text


def test_cut_cache():
    """a copy in the cache that is cut while it is mapped: a message, and the output as it was"""
    environment = {**os.environ, 'XDG_CACHE_HOME': os.path.join(folder, 'cache')}
    environment.pop('SEIDEL_CACHE')
    subprocess.run([PROGRAM, 'generate', 'poisson-5', '--size', '500', '--output', 'large.mtx'], cwd=folder, capture_output=True,
                   timeout=PATIENCE, check=True)
    write_old()
    # While it is read, and while Jacobi iterates on a form of its own of the few different values: then the copy is missed when
    # the outcome is verified.
    for seconds in 0.0, 1.0:
        found = cut_after(seconds, make_copies(environment), environment)
        check(found == (1, b'seidel-cli: a file in the cache was truncated while it was in use\n'), f'after {seconds} s: {found}')
        check(read_output() == OLD, 'another output')


def test_fonts_that_never_come():
    """font libraries that wait for ever do not keep a picture waiting"""
    fonts = os.path.join(folder, 'fonts.conf')
    os.mkfifo(fonts)
    write_old()
    done = subprocess.run([PROGRAM, 'render', 'sparsity', 'a.mtx', '--output', 'p.png'], cwd=folder, capture_output=True, timeout=PATIENCE,
                          check=False, env={**os.environ, 'FONTCONFIG_FILE': fonts})
    check(done.returncode == 1 and b'does not go on' in done.stderr, done)
    check(not os.path.exists(os.path.join(folder, 'p.png')), 'a picture')


with tempfile.TemporaryDirectory(prefix='seidel-limits-') as folder:
    os.environ['SEIDEL_CACHE'] = 'off'
    os.environ.pop('G_DEBUG', None)
    subprocess.run([PROGRAM, 'generate', 'poisson-5', '--size', str(SIDE), '--output', 'a.mtx'], cwd=folder, capture_output=True,
                   timeout=PATIENCE, check=True)
    chosen = [globals()['test_' + word] for word in sys.argv[2:] if 'test_' + word in globals()]
    run_tests(chosen or [test_version, test_rooms, test_signals, test_cut_cache, test_fonts_that_never_come])
