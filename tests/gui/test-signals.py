#!/usr/bin/python3
"""The window ends by a signal as when it is closed: with status 0, and its settings are kept. TAP.

    test-signals.py PROGRAM

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests, same  # noqa: E402

PROGRAM = sys.argv[1]
SETTINGS = os.path.join(os.environ['XDG_CONFIG_HOME'], 'glib-2.0', 'settings', 'keyfile')
PATIENCE = 60


def start():
    """The program, once its window is there."""
    process = subprocess.Popen([PROGRAM])
    until = time.monotonic() + PATIENCE
    while subprocess.run(['xdotool', 'search', '--onlyvisible', '--pid', str(process.pid)], capture_output=True,
                         check=False).returncode != 0:
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


run_tests([test_term, test_hangup, test_interrupt])
