#!/usr/bin/python3
"""Experiments in the window: one of each kind of picture that ships is opened, looked at and exported; one is run to its end,
and a cell of it opened as a run. TAP.

    test-experiments.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import os
import sys

import steps
import a11y_lib as a11y
import workbench
from steps import check, step

PICTURE = '^Result of the experiment$'

# Of each kind: title, kind, measures in the exported data, its cells, and what the description must say. All were recorded.
SHIPPED = (
    ('Gauss-Jordan elimination against the size: processor and device', 'Curves', 42, 'is below'),
    ('Conjugate gradients with a dense and a sparse matrix', 'Bars', 6, ''),
    ('Rows of a block and threads of a row in dense conjugate gradients', 'Heat map', 121, 'gap: '),
    ('Passes of unordered sweeps, repeated', 'Boxes', 3, ''),
    ('The race of the printed kernel, a hundred times', 'Histogram', 3, ''),
    ('Absolute errors on real matrices in single precision', 'Table', 66, ''),
)
LIVE = 'The relaxation that converges fastest'
N_LIVE = 57


def show_page(t):
    if t.seidel is None:
        t.start()
        t.seidel.frame.find('push button', 'Poisson, 5-point').act()
        t.seidel.wait_for_report('Size', '10,000 × 10,000')
    t.seidel.go_to_page('Experiments')


def combo(t, name):
    return t.seidel.frame.find('combo box', '^%s' % name)


def said(t):
    """The picture in words."""
    return t.seidel.picture(PICTURE).description


def wait_for_end(t):
    """Each cell that is measured changes the words."""
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Run$'), 'the end', progress=lambda: said(t))


def choose(t, title):
    show_page(t)
    t.seidel.choose(combo(t, 'Experiment'), title)
    a11y.wait(lambda: said(t).startswith(title), 'the experiment %r; it is %r' % (title, said(t)))


def colours_of_picture(t, name):
    path = os.path.join(t.folder, name + '.png')
    t.seidel.save('ctrl+e', '^Export the Picture', path)
    return workbench.colours_of(path)


def numbers(t, name):
    path = os.path.join(t.folder, name + '.csv')
    t.seidel.save('ctrl+shift+e', '^Export the Data', path)
    with open(path, encoding='utf-8') as file:
        return list(csv.DictReader(file))


def cells(rows):
    """The cells of exported rows: what comes before their state."""
    names = list(rows[0])[:list(rows[0]).index('state')]
    return sorted({tuple(row[name] for name in names) for row in rows})


def register(title, kind, n_cells, words):
    @step('opens a recorded experiment as %s' % kind.lower())
    def _(t):
        choose(t, title)
        check(kind in combo(t, 'Picture').labels(), 'the picture is %s' % combo(t, 'Picture').labels())
        check('Recorded on' in said(t) and words in said(t), 'the description is %r' % said(t))
        n_colours, commonest, _ = colours_of_picture(t, kind)
        check(n_colours > 20 and commonest < 0.995, '%d colours, %.4f of one' % (n_colours, commonest))
        exported = cells(numbers(t, kind))
        check(len(exported) == n_cells, 'other cells are exported: %s' % exported)


for shipped in SHIPPED:
    register(*shipped)


@step('draws each kind of picture differently')
def _(t):
    choose(t, SHIPPED[2][0])
    seen = set()
    for kind in ('Bars', 'Heat map', 'Boxes', 'Histogram', 'Table'):
        t.seidel.choose(combo(t, 'Picture'), kind)
        path = os.path.join(t.folder, 'as-%s.svg' % kind)
        t.seidel.save('ctrl+e', '^Export the Picture', path)
        with open(path, 'rb') as file:
            seen.add(file.read())
    check(len(seen) == 5, '%d of 5 pictures differ' % len(seen))


@step('runs an experiment to its end, cell by cell')
def _(t):
    choose(t, LIVE)
    t.seidel.choose(combo(t, 'Result'), 'This machine')
    a11y.wait(lambda: 'Not measured yet' in said(t), 'a blank result')
    t.seidel.frame.find('push button', '^Run$').act()
    a11y.wait(lambda: 'Measured on' in said(t), 'the first cell')
    wait_for_end(t)
    check('of %d cells' % N_LIVE not in said(t), 'it ended with %r' % said(t))
    check('Agrees' in said(t), 'the verdict is not in %r' % said(t))
    rows = [row for row in numbers(t, 'live') if row['measure'] == 'iterations']
    check(len(rows) == N_LIVE and all(row['runs'] == '3' for row in rows), 'it measured %s' % rows)
    # Of 16 points along x: ω = 1 is far from the best.
    taken = {row['ω']: float(row['median']) for row in rows if row['Points along x'] == '16'}
    check(taken['1'] > 5 * taken['1.7'], 'it measured %s' % taken)


@step('opens a cell as a run')
def _(t):
    choose(t, LIVE)
    table = t.seidel.frame.find('push button', '^Run table$')
    a11y.insist(lambda: t.seidel.press('ctrl+r'), lambda: table.has('PRESSED'), 'the run table')
    n = len(t.seidel.runs())
    t.seidel.frame.find('push button', '^Open a cell').act()
    t.seidel.frame.find('combo box', '^Cell')
    solve = a11y.wait(lambda: t.seidel.frame.find_all('push button', '^Solve$')[1:], 'Solve in the list of cells')
    solve[-1].act()
    a11y.wait(lambda: len(t.seidel.runs()) > n and 'Running' not in t.seidel.runs()[-1], 'the run')
    check(t.seidel.runs()[-1][0].startswith('SOR'), 'it ran %s' % t.seidel.runs()[-1])


@step('makes an experiment of the matrix at hand')
def _(t):
    show_page(t)
    t.seidel.frame.find('push button', '^Vary').act()
    t.seidel.frame.find('text', '^Values$').type('1, 2')
    t.seidel.frame.find('push button', '^Measure$').act()
    # Not of the experiment before.
    a11y.wait(lambda: 'size varies' in said(t) and 'Measured on' in said(t), 'the first cell')
    wait_for_end(t)
    check(len(cells(numbers(t, 'varied'))) == 2, 'it has other cells')


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
