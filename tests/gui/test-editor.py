#!/usr/bin/python3
"""A small matrix entered as a teacher would, by keys, and pasted from a spreadsheet; its levels read back over AT-SPI.
TAP.

    test-editor.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys
import time

import steps
import a11y_lib as a11y
from steps import check, step

# A path of six rows closed to a ring, as it is written on a blackboard.
SIX = ('4 -1 0 0 0 -1', '-1 4 -1 0 0 0', '0 -1 4 -1 0 0', '0 0 -1 4 -1 0', '0 0 0 -1 4 -1', '-1 0 0 0 -1 4')
FACTS = '^6 rows · 18 entries · 6 levels, the widest of 1 row · symmetric$'
ALLOWED = 60  # seconds
KEYS = {'-': 'minus', ' ': 'space', ',': 'comma', '.': 'period'}


def type_text(window, text):
    a11y.press(window, *[KEYS.get(character, character) for character in text])


def open_editor(t):
    t.seidel.press('ctrl+m')
    window, dialog = t.seidel.dialog('^New Matrix$')
    a11y.wait(lambda: dialog.look('image', '^Entries of the matrix$') is not None, 'the table')
    a11y.wait(lambda: dialog.find('image', '^Entries of the matrix$').has('FOCUSED'), 'the focus on the table')
    return window, dialog


@step('shows the levels of a matrix of six rows within a minute from the start')
def _(t):
    begun = time.monotonic()
    t.start()
    window, dialog = open_editor(t)
    for row in SIX:
        type_text(window, row)
        a11y.press(window, 'Return')
    a11y.wait(lambda: dialog.look('label', FACTS) is not None, 'the levels')
    taken = time.monotonic() - begun
    print('# %.1f s from the start to the levels' % taken)
    check(taken <= ALLOWED, 'it took %.1f s' % taken)
    a11y.press(window, 'ctrl+Return')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_title('matrix — Seidel')
    t.seidel.wait_for_report('Levels forward', '6, widest 1')


@step('undoes and redoes')
def _(t):
    t.start()
    window, dialog = open_editor(t)
    type_text(window, '5 -2')
    a11y.press(window, 'Return')
    a11y.wait(lambda: dialog.look('label', '^6 rows · 7 entries') is not None, 'the entry')
    a11y.press(window, 'ctrl+z')
    a11y.wait(lambda: dialog.look('label', '^6 rows · 6 entries') is not None, 'it to be undone')
    a11y.press(window, 'ctrl+shift+z')
    a11y.wait(lambda: dialog.look('label', '^6 rows · 7 entries') is not None, 'it to be redone')
    a11y.press(window, 'ctrl+w')
    t.seidel.wait_for_one_window()


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
