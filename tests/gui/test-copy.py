#!/usr/bin/python3
"""A run copied as text by clicks: what is in the clipboard is what seidel-cli writes of it, and makes the run again. TAP.

    test-copy.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import shlex
import subprocess
import sys

import steps
import a11y_lib as a11y
from steps import check, step

HERE = os.path.dirname(os.path.abspath(__file__))
FORMS = {'Command Line': 'command', 'C Program': 'c', 'Python': 'python', 'SciPy': 'scipy', 'PETSc Options': 'petsc'}


def clipboard():
    """The text that another program would paste."""
    done = subprocess.run(['/usr/bin/python3', os.path.join(HERE, 'clipboard.py')], capture_output=True, text=True,
                          check=False, timeout=a11y.PATIENCE)
    return done.stdout


def cli(t, *words):
    done = subprocess.run([t.installation.cli, *words], env=t.installation.environment, capture_output=True, text=True,
                          check=False, timeout=a11y.PATIENCE)
    check(done.returncode == 0, done.stderr)
    return done.stdout


def show_run(t):
    """A run of conjugate gradients on a grid, everything about it shown; the words of its command line."""
    if t.open_grid(12):
        t.seidel.choose_method('Conjugate gradients')
        t.seidel.press('F5')
        a11y.wait(lambda: t.seidel.runs() and 'Converged' in t.seidel.runs()[-1][2], 'the run')
    if t.seidel.frame.look('push button', '^Copy As$') is None:
        t.seidel.press('alt+Return')
    t.seidel.frame.find('push button', '^Copy As$')


def copy_as(t, form):
    """The pointer opens the menu and chooses."""
    button = t.seidel.frame.find('push button', '^Copy As$')
    item = a11y.insist(lambda: t.seidel.click_in(button),
                       lambda: t.seidel.frame.look('menu item', '^%s$' % form), 'the menu of the run')
    t.seidel.click_in(item)
    a11y.wait(lambda: t.seidel.frame.look('menu item', '^%s$' % form) is None, 'the menu to close')
    return clipboard()


@step('copies a command line that makes the run again')
def _(t):
    show_run(t)
    words = shlex.split(copy_as(t, 'Command Line'))
    check(words[:2] == ['seidel-cli', 'solve'], words)
    check('cg' in words, words)
    again = json.loads(cli(t, *words[1:], '--json'))
    check(str(again['iterations']) in t.seidel.runs()[-1], (again['iterations'], t.seidel.runs()))
    t.words = words[1:]


for NAME, ID in FORMS.items():
    @step('copies what seidel-cli writes: ' + NAME)
    def _(t, name=NAME, form=ID):
        show_run(t)
        text = copy_as(t, name)
        expected = cli(t, *t.words, '--print-as', form)
        check(text == expected, '%r is not %r' % (text, expected))


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
