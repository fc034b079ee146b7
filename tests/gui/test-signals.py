#!/usr/bin/python3
"""The window ends by a signal as when it is closed: with status 0, and its settings are kept. It survives what would be
the signal SIGBUS elsewhere: that its copy of a matrix is truncated. TAP.

    test-signals.py PROGRAM SEIDEL_CLI

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests, same  # noqa: E402

PROGRAM, CLI = sys.argv[1:3]
SETTINGS = os.path.join(os.environ['XDG_CONFIG_HOME'], 'glib-2.0', 'settings', 'keyfile')
PATIENCE = 120


def start(*words, title='', environment=None):
    """The program, once its window is there, with a title that begins so."""
    process = subprocess.Popen([PROGRAM, *words], env=environment)
    until = time.monotonic() + PATIENCE
    while subprocess.run(['xdotool', 'search', '--all', '--onlyvisible', '--pid', str(process.pid), '--name', '^' + title],
                         capture_output=True, check=False).returncode != 0:
        check(process.poll() is None, f'the program ended with {process.returncode}')
        check(time.monotonic() < until, 'no window')
        time.sleep(0.1)
    return process


def end_by(number):
    if os.path.exists(SETTINGS):
        os.remove(SETTINGS)
    process = start()
    try:
        process.send_signal(number)
        same(process.wait(PATIENCE), 0, 'exit status')
    finally:
        process.kill()
    with open(SETTINGS, encoding='utf-8') as file:
        text = file.read()
    check('session=' in text and "'page'" in text, text)


def test_term():
    """the end of a session of the desktop"""
    end_by(signal.SIGTERM)


def test_hangup():
    """the end of the terminal"""
    end_by(signal.SIGHUP)


def test_interrupt():
    """Ctrl+C in the terminal"""
    end_by(signal.SIGINT)


def find_copies(cache):
    return [os.path.join(path, name) for path, _, names in os.walk(os.path.join(cache, 'seidel')) for name in names
            if os.path.getsize(os.path.join(path, name)) > 1 << 20]


def test_cut_copy():
    """its copy of a matrix is truncated while it is open"""
    with tempfile.TemporaryDirectory(prefix='seidel-cut-') as folder:
        cache = os.path.join(folder, 'cache')
        environment = {**os.environ, 'XDG_CACHE_HOME': cache}
        environment.pop('SEIDEL_CACHE', None)
        path = os.path.join(folder, 'large.mtx')
        subprocess.run([CLI, 'generate', 'poisson-5', '--size', '500', '--output', path], check=True, capture_output=True)
        until = time.monotonic() + PATIENCE
        # A file that has just been written is not worth a copy yet.
        while not find_copies(cache):
            check(time.monotonic() < until, 'no copy in the cache')
            time.sleep(0.2)
            subprocess.run([CLI, 'info', path], env=environment, check=True, capture_output=True)
        process = start(path, title='large', environment=environment)
        try:
            for copy in find_copies(cache):
                os.chmod(copy, 0o600)
                os.truncate(copy, 0)
            subprocess.run(['xdotool', 'key', 'ctrl+Return', 'alt+2', 'alt+1'], check=True)
            time.sleep(2)  # for what it computes of the matrix
            check(process.poll() is None, f'it ended with {process.returncode}')
            process.send_signal(signal.SIGTERM)
            same(process.wait(PATIENCE), 0, 'exit status')
        finally:
            process.kill()


def test_again():
    """started again while the last one still ends: each time there is a window"""
    process = start()
    try:
        for pause in (0.0, 0.05, 0.2, 0.5):
            process.send_signal(signal.SIGTERM)
            time.sleep(pause)
            last, process = process, start()
            same(last.wait(PATIENCE), 0, 'exit status')
    finally:
        process.kill()


run_tests([test_cut_copy, test_term, test_hangup, test_interrupt, test_again])
