#!/usr/bin/python3
"""A solution looked at as an engineer would: where the residual is largest, by keys, the pointer and the buttons, read
back over AT-SPI. TAP.

    test-solution.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys

import steps
import a11y_lib as a11y
from steps import check, step

PICTURE = '^Values of the solution$'


def show_solution(t):
    """A grid of 12 × 12 points that was solved, its solution over the rows, nothing selected."""
    if t.open_grid(12):
        t.seidel.press('F5')
        a11y.wait(lambda: t.seidel.runs() and 'Converged' in t.seidel.runs()[-1][2], 'the run')
    t.seidel.go_to_page('Solution')
    choose(t, '^Values', 'Solution')
    choose(t, '^Drawn as', 'Over the rows')
    wait_for(t, '^Solution of run 1: 144 values from ')


def wait_for(t, text):
    a11y.wait(lambda: t.seidel.frame.look('label', text) is not None, 'the line %r' % text)


def choose(t, box, choice):
    t.seidel.choose(t.seidel.frame.find('combo box', box), choice)


@step('shows the largest error, and selects its row')
def _(t):
    show_solution(t)
    choose(t, '^Values', 'Error')
    wait_for(t, '^Error of run 1: 144 values, magnitudes from .*; the largest is in row ')
    # The page of the convergence has a button of this name, too.
    next(button for button in t.seidel.frame.find_all('push button', '^Largest$')
         if button.description.startswith('Select the row')).act()
    wait_for(t, '^Selected: 1 of 144 rows')
    wait_for(t, r'^row \d+ \(line \d+, point \d+\): x = .* · residual = .* · error = ')
    t.seidel.frame.find('push button', '^Clear$').act()


@step('moves over the grid by keys, and picks rows')
def _(t):
    show_solution(t)
    choose(t, '^Drawn as', 'Rows as cells')
    a11y.wait(lambda: t.seidel.frame.look('image', PICTURE) is not None, 'the cells')
    t.seidel.click_in(t.seidel.picture(PICTURE), 0.5, 0.5)
    wait_for(t, '^Selected: 1 of 144 rows')
    t.seidel.press('Right', 'Down', 'ctrl+space')
    wait_for(t, '^Selected: 2 of 144 rows')
    wait_for(t, r'^row \d+ \(line \d+, point \d+\): x = ')
    t.seidel.press('Escape')
    a11y.wait(lambda: t.seidel.frame.look('label', '^Selected: ') is None, 'the selection to go')


@step('selects the rows of the largest values in the sorted picture')
def _(t):
    show_solution(t)
    choose(t, '^Drawn as', 'Sorted')
    a11y.wait(lambda: t.seidel.frame.look('image', PICTURE) is not None, 'the plot')
    t.seidel.click_in(t.seidel.picture(PICTURE), 0.5, 0.5)
    t.seidel.press('Home', 'space', 'shift+Right', 'shift+Right')
    wait_for(t, '^Selected: 3 of 144 rows')
    check('144 values' in t.seidel.picture(PICTURE).description, 'the picture is not described')
    t.seidel.go_to_page('Matrix')
    wait_for(t, '^Selected: 3 of 144 rows')
    t.seidel.frame.find('push button', '^Clear$').act()


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
