#!/usr/bin/python3
"""A sweep played as a teacher would: by keys, the scale and the buttons, read back over AT-SPI. TAP.

    test-sweep.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys

import steps
import a11y_lib as a11y
from steps import check, step

PICTURE = '^Rows of the sweep$'


def show_sweep(t):
    """A grid of 12 × 12 points at the beginning of its sweep, the focus on the picture."""
    t.open_grid(12)
    t.seidel.go_to_page('Sweep')
    a11y.wait(lambda: t.seidel.frame.look('image', PICTURE) is not None, 'the sweep')
    t.seidel.click_in(t.seidel.picture(PICTURE), 0.02, 0.9)
    t.seidel.press('Home')
    wait_for_status(t, '^Level 0 of 23: 1 ready, 143 waiting$')


def wait_for_status(t, text):
    a11y.wait(lambda: t.seidel.frame.look('label', text) is not None, 'the line %r' % text)


@step('steps through the levels by keys')
def _(t):
    show_sweep(t)
    t.seidel.press('Right', 'Right', 'Right')
    wait_for_status(t, '^Level 3 of 23: 3 computed now, 3 done, 4 ready, 134 waiting$')
    t.seidel.press('Left')
    wait_for_status(t, '^Level 2 of 23: ')
    t.seidel.press('End')
    wait_for_status(t, '^Level 23 of 23: 1 computed now, 143 done$')
    check('Level 23 of 23' in t.seidel.picture(PICTURE).description, 'the picture does not say its step')


@step('plays to the end by the space bar, and pauses')
def _(t):
    show_sweep(t)
    t.seidel.press(*['Down'] * 9, 'space')  # slowly: it must not be over before it is looked at
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Pause$') is not None, 'it to play')
    wait_for_status(t, '^Level [1-9][0-9]* of 23: ')
    t.seidel.press('space')
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Play$') is not None, 'it to pause')
    t.seidel.press(*['Up'] * 9, 'space')
    wait_for_status(t, '^Level 23 of 23: ')


@step('steps and goes to the end by the buttons')
def _(t):
    show_sweep(t)
    t.seidel.frame.find('push button', '^A step on$').act()
    wait_for_status(t, '^Level 1 of 23: ')
    t.seidel.frame.find('push button', '^To the end$').act()
    wait_for_status(t, '^Level 23 of 23: ')
    t.seidel.frame.find('push button', '^To the beginning$').act()
    wait_for_status(t, '^Level 0 of 23: ')


@step('reads out the row under the pointer, and selects it')
def _(t):
    show_sweep(t)
    t.seidel.click_in(t.seidel.picture(PICTURE), 0.5, 0.5)
    wait_for_status(t, r'^row \d+ \(line \d+, point \d+\): waiting · depends on rows \d+, \d+ · x = 0 → 0$')
    wait_for_status(t, '^Selected: 1 of 144 rows')


def tab_to(t, role, name):
    """Gives a widget the focus as a person without a mouse does."""
    def arrived():
        if t.seidel.frame.find(role, name).has('FOCUSED'):
            return True
        t.seidel.press('Tab')
        return False
    a11y.wait(arrived, 'the focus on %s %s' % (role, name))


@step('obeys Space wherever the focus is, once its page is in view')
def _(t):
    show_sweep(t)
    t.seidel.press(*['Down'] * 9)
    t.seidel.go_to_page('Matrix')
    a11y.wait(lambda: t.seidel.picture('^Sparsity pattern$').has('FOCUSED'), 'the pattern to get the focus')
    tab_to(t, 'push button', '^Solve')
    t.seidel.go_to_page('Sweep')
    a11y.wait(lambda: t.seidel.picture(PICTURE).has('FOCUSED'), 'the picture to get the focus')
    for role, name in (('image', PICTURE), ('push button', '^Open$'), ('push button', '^Solve')):
        tab_to(t, role, name)
        t.seidel.press('space')
        a11y.wait(lambda: t.seidel.frame.look('push button', '^Pause$') is not None, 'it to play')
        t.seidel.press('space')
        a11y.wait(lambda: t.seidel.frame.look('push button', '^Play$') is not None, 'it to pause')
    check(not t.seidel.runs(), 'Space started a run')


@step('works in the presentation')
def _(t):
    show_sweep(t)
    t.seidel.press('F11', 'Right')
    wait_for_status(t, '^Level 1 of 23: ')
    t.seidel.press('F11')


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
