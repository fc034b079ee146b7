#!/usr/bin/python3
"""Experiments in the window: one of each kind of picture as it was recorded, and one that is run here. TAP.

    test-experiments.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import glob
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import steps  # noqa: E402
import a11y_lib as a11y  # noqa: E402
import workbench  # noqa: E402
from steps import check, step  # noqa: E402

EXPERIMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'data', 'experiments')
PICTURE = '^Result of the experiment$'
# One of each kind that has a recorded result, and one that takes a moment.
RECORDED = {'curves': 'relaxation', 'heat': 'report-002-shapes', 'boxes': 'strategies', 'table': 'report-002-storages'}
QUICK = 'rounding-or-race'


def read(name):
    with open(os.path.join(EXPERIMENTS, name + '.json'), encoding='utf-8') as file:
        return json.load(file)


def show_experiments(t):
    if t.seidel is None or t.seidel.frame.name != 'grid — Seidel':
        path = os.path.join(t.folder, 'grid.mtx')
        t.installation.run_cli('generate', 'poisson-5', '--size', '12', '--output', path)
        t.start(path)
        t.seidel.wait_for_report('Levels backward', '23, widest 12')
    t.seidel.go_to_page('alt+5', 'Experiments')


def choose(t, name):
    experiment = read(name)
    t.seidel.choose(t.seidel.frame.find('combo box', '^Experiment'), experiment['title'])
    return experiment


def text_of_picture(t):
    return t.seidel.picture(PICTURE).description


def check_recorded(t, kind):
    show_experiments(t)
    name = RECORDED[kind]
    experiment = choose(t, name)
    check(experiment['picture'] == kind, '%s is drawn as %s' % (name, experiment['picture']))
    check(glob.glob(os.path.join(EXPERIMENTS, 'recorded', name + '.*.json')), '%s has no recorded result' % name)
    a11y.wait(lambda: experiment['title'] in text_of_picture(t), 'the picture of ' + name)
    a11y.wait(lambda: 'recorded' in text_of_picture(t).lower(), 'the picture to say that it was recorded: '
              + text_of_picture(t))
    path = os.path.join(t.folder, name + '.png')
    t.seidel.save('ctrl+e', '^Export the Picture$', path)
    colours, commonest, _ = workbench.colours_of(path)
    check(colours > 20 and commonest < 0.995, 'the picture of %s is blank' % name)


@step('draws curves of what was recorded')
def _(t):
    check_recorded(t, 'curves')


@step('draws a heat map of what was recorded')
def _(t):
    check_recorded(t, 'heat')


@step('draws the spread of repeats of what was recorded')
def _(t):
    check_recorded(t, 'boxes')


@step('draws a table of what was recorded')
def _(t):
    check_recorded(t, 'table')


@step('runs an experiment, draws bars of it, and saves its numbers')
def _(t):
    show_experiments(t)
    experiment = choose(t, QUICK)
    combo = t.seidel.frame.find('combo box', '^Result')
    t.seidel.choose(combo, 'This machine')
    t.seidel.frame.find('push button', '^Run$').act()
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Run$') is not None
              and text_of_picture(t).find('easured on') >= 0 and 'recorded' not in text_of_picture(t).lower(),
              'the experiment to end', 4 * a11y.PATIENCE)
    t.seidel.choose(t.seidel.frame.find('combo box', '^Picture'), 'Bars')
    path = os.path.join(t.folder, 'bars.csv')
    t.seidel.save('ctrl+shift+e', '^Export the Data', path)
    with open(path, encoding='utf-8') as file:
        rows = list(csv.reader(file))
    labels = [value['label'] for value in experiment['vary'][0]['values']]
    check(all(any(label in row for row in rows) for label in labels), rows[:4])


@step('opens a cell as a run')
def _(t):
    show_experiments(t)
    choose(t, QUICK)
    before = len(t.seidel.runs())
    t.seidel.frame.find('toggle button', '^Open a cell').act()
    t.seidel.frame.find('push button', '^Solve$').act()
    a11y.wait(lambda: len(t.seidel.runs()) > before or t.seidel.frame.name != 'grid — Seidel',
              'the cell to be opened', 2 * a11y.PATIENCE)


@step('never complained on its error output')
def _(t):
    t.end()
    t.check_complaints()


if __name__ == '__main__':
    check(len(sys.argv) > 1, __doc__)
    sys.exit(steps.main(steps.Session))
