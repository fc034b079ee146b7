#!/usr/bin/python3
"""What is selected in one view, seen in the others: by keys and pointer, read back over AT-SPI. TAP.

    test-linked.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import sys

import steps
import a11y_lib as a11y
from steps import step

CHART = '^Rows in each dependency level$'
PATTERN = '^Sparsity pattern$'


def show_grid(t):
    """A grid of 30 × 30 points: level i + j + 1 for the point (i, j), 59 of them."""
    t.open_grid(30)


def wait_for_label(t, text):
    a11y.wait(lambda: t.seidel.frame.look('label', text) is not None, 'the line %r' % text)


def focus_picture(t, page, picture):
    """Turns to a page and puts the focus on its picture, with the pointer where no row is."""
    show_grid(t)
    t.seidel.go_to_page(page)
    if t.seidel.frame.look('label', '^Selected: ') is not None:
        t.seidel.frame.find('push button', '^Clear$').act()
        a11y.wait(lambda: t.seidel.frame.look('label', '^Selected: ') is None, 'nothing to be selected')
    t.seidel.click_in(t.seidel.picture(picture), 0.98, 0.97)


@step('picks levels by keys, whose rows are then selected in the pattern')
def _(t):
    focus_picture(t, 'Levels', CHART)
    t.seidel.press('Home', 'space')
    wait_for_label(t, '^Selected: 1 of 900 rows, 3 entries; level 1 of 59$')
    t.seidel.press('shift+Right', 'shift+Right')
    wait_for_label(t, '^Selected: 6 of 900 rows, 24 entries; levels 1 to 3 of 59$')
    t.seidel.frame.find('push button', '^Show in the Pattern$').act()
    a11y.wait(lambda: t.seidel.page() == 'Matrix', 'the Matrix page')
    a11y.wait(lambda: '6 rows are selected' in t.seidel.picture(PATTERN).description,
              'the pattern to say that rows are selected')


@step('draws the borders of ranks, and selects the rows that read columns of others')
def _(t):
    focus_picture(t, 'Matrix', PATTERN)
    t.seidel.choose(t.seidel.frame.find('combo box', '^Over the entries'), 'Borders of 2 ranks')
    wait_for_label(t, '^Selected: 60 of 900 rows')
    t.seidel.choose(t.seidel.frame.find('combo box', '^Over the entries'), 'Dependencies of a row')


@step('picks a level by the pointer')
def _(t):
    focus_picture(t, 'Levels', CHART)
    t.seidel.click_in(t.seidel.picture(CHART), 0.5, 0.7)
    wait_for_label(t, '^Selected: (29|30) of 900 rows')


@step('picks rows in the pattern by keys, whose levels are then named')
def _(t):
    focus_picture(t, 'Matrix', PATTERN)
    t.seidel.press('ctrl+Home', 'Down', 'shift+Down', 'shift+Down')
    wait_for_label(t, '^Selected: 3 of 900 rows, 12 entries; levels 2 to 4 of 59$')
    t.seidel.go_to_page('Levels')
    wait_for_label(t, '^Selected: 3 of 900 rows')


@step('reads out what a row waits for, and its chains')
def _(t):
    focus_picture(t, 'Matrix', PATTERN)
    t.seidel.press('ctrl+Home')
    wait_for_label(t, '^row 1, column 1: .* level 1 of 59 · waits for 0 rows · '
                      'longest chain: 1 up to it, 59 from it$')
    t.seidel.press('ctrl+End')
    wait_for_label(t, '^row 900, column 900: .* level 59 of 59 · waits for 2 rows · '
                      'longest chain: 59 up to it, 1 from it$')


@step('goes to a row by digits typed on the picture, and shows it on its own')
def _(t):
    focus_picture(t, 'Matrix', PATTERN)
    t.seidel.press('ctrl+Home', '3', '2', '2', 'Return')
    wait_for_label(t, '^Row 322$')
    wait_for_label(t, '^Selected: 1 of 900 rows, 5 entries; level 32 of 59$')
    t.seidel.press('ctrl+l', '4', '0', 'Return')
    wait_for_label(t, '^Row 40$')
    t.seidel.frame.find('push button', '^Back to the row visited before$').act()
    wait_for_label(t, '^Row 322$')
    t.seidel.go_to_page('Sweep')
    wait_for_label(t, '^Row 322$')
    t.seidel.frame.find('push button', '^Close the pane of the row$').act()
    a11y.wait(lambda: t.seidel.frame.look('label', '^Row 322$') is None, 'the pane to go')


@step('gives the selection up by Escape, and shows the chart below the pattern')
def _(t):
    focus_picture(t, 'Matrix', PATTERN)
    t.seidel.press('ctrl+Home', 'space')
    wait_for_label(t, '^Selected: 1 of 900 rows')
    t.seidel.press('Escape')
    a11y.wait(lambda: t.seidel.frame.look('label', '^Selected: ') is None, 'nothing to be selected')
    t.seidel.frame.find('push button', '^Levels$').act()
    a11y.wait(lambda: t.seidel.frame.look('image', CHART) is not None, 'the chart below the pattern')
    t.seidel.frame.find('push button', '^Levels$').act()


@step('passes the methods that do not suit by arrows')
def _(t):
    path = os.path.join(t.folder, 'flow.mtx')
    t.installation.run_cli('generate', 'convection-diffusion', '--size', '8', '--output', path)
    t.start(path)
    a11y.wait(lambda: t.seidel.report().get('Levels backward', '…') != '…', 'the analysis', 60)
    # Between the methods of sweeps and this one are some that need a symmetric matrix.
    t.seidel.choose_method('GMRES')


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
