#!/usr/bin/python3
"""Sessions as a person meets them: runs that are there again after closing and after kill -9, named runs,
session files. TAP.

    test-sessions.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import json
import os
import subprocess
import sys

import steps
import a11y_lib as a11y
import workbench
from steps import check, step

CHART = '^Relative residual of the runs'


def look_at(t, name):
    """A picture to look at, where they are wanted."""
    folder = os.environ.get('SEIDEL_TEST_PICTURES')
    if folder:
        os.makedirs(folder, exist_ok=True)
        workbench.screenshot(os.path.join(folder, name + '.png'))


def wait_for_runs(t, count):
    """The rows of the table, once so many of them have ended."""
    def ended():
        rows = t.seidel.runs()
        return rows if len(rows) == count and all(row[2] == 'Converged' for row in rows) else None
    return a11y.wait(ended, '%d runs that converged; there are %s' % (count, t.seidel.runs()))


def solve(t, count):
    t.seidel.press('ctrl+Return')
    return wait_for_runs(t, count)


def start_with_grid(t):
    path = os.path.join(t.folder, 'grid.mtx')
    t.installation.run_cli('generate', 'poisson-5', '--size', '12', '--output', path)
    t.start(path)
    t.seidel.wait_for_title('grid — Seidel')


def continue_last(t, count):
    """A new start, and the offer to go on."""
    t.start()
    name = '^Continue with %d Runs?$' % count
    look_at(t, 'start')
    t.seidel.frame.find('push button', name).act()
    return wait_for_runs(t, count)


def session(t, *arguments):
    """What the command line reads of a session."""
    return subprocess.run([t.installation.cli, 'session', *arguments], env=t.installation.environment,
                          check=True, capture_output=True, text=True, timeout=60).stdout


@step('keeps two runs when the window is closed, without a question')
def _(t):
    start_with_grid(t)
    solve(t, 1)
    t.rows = solve(t, 2)
    t.close()


@step('offers them at the next start, with their curves and without their matrix')
def _(t):
    rows = continue_last(t, 2)
    check(rows == t.rows, 'the table says %s, not %s' % (rows, t.rows))
    check(t.seidel.page() == 'Convergence', 'the page is %s' % t.seidel.page())
    a11y.wait(lambda: '2 runs' in t.seidel.picture(CHART).description, 'two curves')
    look_at(t, 'continued')
    t.seidel.go_to_page('Matrix')
    look_at(t, 'continued-matrix')


@step('opens the matrix of a run from its file')
def _(t):
    t.seidel.frame.find('push button', 'Open the Matrix of the Run').act()
    t.seidel.wait_for_title('grid — Seidel')
    solve(t, 3)


@step('has all runs that ended when it is killed')
def _(t):
    # Nothing is left to be written once the file says so.
    t.seidel.press('F2')
    name_run(t, 'the third', 'noted before the end')
    wait_for_title_of_run(t, 'the third')
    a11y.wait(lambda: 'the third' in newest_session(t), 'the name in the file')
    t.seidel.kill()
    rows = continue_last(t, 3)
    check([row[0] for row in rows].count('the third') == 1, 'the names are %s' % [row[0] for row in rows])
    look_at(t, 'killed')


@step('lists the runs that have the words typed')
def _(t):
    t.seidel.press('ctrl+f')
    t.seidel.frame.find('entry', '^Filter the runs$')
    t.seidel.press('T', 'h', 'i', 'r', 'd', 'space', 'c', 'o', 'n', 'v')
    a11y.wait(lambda: [row[0] for row in t.seidel.runs()] == ['the third'], 'one run; there are %s' % t.seidel.runs())
    look_at(t, 'filtered')
    t.seidel.press('ctrl+a', 'BackSpace')
    wait_for_runs(t, 3)


@step('saves a report as PDF')
def _(t):
    path = os.path.join(t.folder, 'report.pdf')
    t.seidel.save('ctrl+alt+r', '^Save a Report$', path)
    t.seidel.wait_for_one_window()
    with open(path, 'rb') as file:
        check(file.read(5) == b'%PDF-', 'what it is')


@step('exports the runs as the command line prints them, as JSON and CSV')
def _(t):
    for ending in ('json', 'csv'):
        path = os.path.join(t.folder, 'runs.' + ending)
        t.seidel.save('ctrl+alt+e', '^Export the Runs$', path)
        t.seidel.wait_for_one_window()
        a11y.wait(lambda: os.path.exists(path), path)
    with open(os.path.join(t.folder, 'runs.json'), encoding='utf-8') as file:
        runs = json.load(file)
    check([run['name'] for run in runs].count('the third') == 1, 'the runs are %s' % [run['name'] for run in runs])
    with open(path, encoding='utf-8') as file:
        check(file.readline() == 'run,iteration,seconds,residual,relative,error,normal,maximum,reason\n', 'the heading')
        check(len({line[0] for line in csv.reader(file)}) == 3, 'three runs')


@step('saves the session under a name, and goes on in that file')
def _(t):
    path = os.path.join(t.folder, 'monday.seidel')
    t.seidel.save('ctrl+alt+s', '^Save the Session$', path)
    t.seidel.wait_for_title('monday.seidel — Seidel')
    t.seidel.frame.find('push button', 'Open the Matrix of the Run').act()
    t.seidel.wait_for_title('grid — monday.seidel — Seidel')
    solve(t, 4)
    a11y.wait(lambda: len(json.loads(session(t, path, '--json'))) == 4, 'four runs in the file')
    t.close()


@step('opens the file, and says which runs were made with other contents of the matrix')
def _(t):
    grid = os.path.join(t.folder, 'grid.mtx')
    t.installation.run_cli('generate', 'poisson-5', '--size', '13', '--output', grid)
    t.start(os.path.join(t.folder, 'monday.seidel'))
    wait_for_runs(t, 4)
    t.seidel.frame.find('push button', 'Open the Matrix of the Run').act()
    t.seidel.wait_for_title('grid — monday.seidel — Seidel')
    a11y.wait(lambda: len(t.seidel.frame.find_all('label', 'other contents now')) == 4, 'the hint of all four')
    look_at(t, 'changed')


@step('refuses a file that is damaged, and keeps what is there')
def _(t):
    path = os.path.join(t.folder, 'damaged.seidel')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('no session')
    t.seidel.open(path)
    _, dialog = t.seidel.dialog('could not be opened')
    dialog.find('label', 'session file is damaged')
    dialog.find('push button', 'Close').act()
    t.seidel.wait_for_one_window()
    wait_for_runs(t, 4)


def name_run(t, name, note):
    _, dialog = t.seidel.dialog('^Run [0-9]+$')
    entry = dialog.find('text', '^Name$')
    entry.type(name)
    dialog.find('text', '^Note$').type(note)
    dialog.find('push button', 'Apply').act()
    t.seidel.wait_for_one_window()


def wait_for_title_of_run(t, title):
    a11y.wait(lambda: any(row[0] == title for row in t.seidel.runs()), 'a run called %r' % title)


def newest_session(t):
    folder = os.path.join(os.environ['XDG_DATA_HOME'], 'seidel', 'sessions')
    with open(os.path.join(folder, max(os.listdir(folder))), 'rb') as file:
        return file.read().decode(errors='replace')


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
