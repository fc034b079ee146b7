#!/usr/bin/python3
"""The hierarchy of a run with multigrid: when its page is there, and what it says. TAP.

    test-multigrid.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import os
import sys

import steps
import a11y_lib as a11y
from steps import check, step

PICTURE = '^Levels of multigrid$'


def show_grid(t):
    """A grid of 60 × 60 points."""
    t.open_grid(60)


def tabs(t):
    """The pages that the window offers."""
    bar = t.seidel.frame.find('page tab list', '^Page')
    return [tab.name for tab in bar.find_all('page tab')]


def solve(t, method):
    show_grid(t)
    t.seidel.choose_method(method)
    n = len(t.seidel.runs())
    t.seidel.press('F5')
    a11y.wait(lambda: len(t.seidel.runs()) > n and 'Converged' in t.seidel.runs()[-1], 'the run to converge')


def show_hierarchy(t):
    """The page of a run of the multigrid method, which is selected."""
    show_grid(t)
    if not any(run[0].startswith('Multigrid') for run in t.seidel.runs()):
        solve(t, 'Multigrid')
    t.seidel.go_to_page('Multigrid')
    a11y.wait(lambda: t.seidel.frame.look('image', PICTURE) is not None, 'the hierarchy')


@step('offers the page once a run uses multigrid')
def _(t):
    show_grid(t)
    check('Multigrid' not in tabs(t), 'the page is there before any run: %s' % tabs(t))
    solve(t, 'Conjugate gradients')
    check('Multigrid' not in tabs(t), 'the page is there without multigrid: %s' % tabs(t))
    solve(t, 'Multigrid')
    a11y.wait(lambda: 'Multigrid' in tabs(t), 'the page to be offered')


@step('says what the levels are')
def _(t):
    show_hierarchy(t)
    text = t.seidel.picture(PICTURE).description
    for part in ('Smoothed aggregation, 3 levels', 'Level 1, 3,600 rows, 17,760 entries', 'solved directly',
                 'Before, norm 1, energy 1', 'Smoothed again'):
        check(part in text, '%r is not in %r' % (part, text))


@step('saves the numbers of the levels')
def _(t):
    show_hierarchy(t)
    path = os.path.join(t.folder, 'levels.csv')
    t.seidel.save('ctrl+shift+e', '^Export the Data', path)
    with open(path, encoding='utf-8') as file:
        rows = list(csv.DictReader(file))
    check([row['level'] for row in rows] == ['1', '2', '3'], rows)
    check(rows[0]['rows'] == '3600' and rows[0]['nonzeros'] == '17760', rows)


@step('says why there is nothing to show for another run')
def _(t):
    show_hierarchy(t)
    solve(t, 'Conjugate gradients')
    a11y.wait(lambda: t.seidel.frame.look('label', '^No hierarchy to show$') is not None, 'the reason')


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
