#!/usr/bin/python3
"""Drives the installed workbench as a person would: keys and pointer by xdotool, everything read
back over AT-SPI. TAP.

    test-end-to-end.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys

import steps
import a11y_lib as a11y
import workbench
from steps import check, step

# What is published about them, or follows from the formula.
REAL = {
    'name': 'bcsstk14', 'Size': '1,806 × 1,806', 'Entries': '63,454\n32,630 in the file',
    'Symmetry': 'symmetric', 'Diagonal': 'full', 'rows': 1806,
}
MADE = {
    'name': 'grid', 'kind': ('poisson-5', '--size', '30'), 'Size': '900 × 900',
    'Entries': '4,380\n2,640 in the file', 'Symmetry': 'symmetric', 'Diagonal': 'full',
    'Levels forward': '59, widest 30', 'rows': 900,
}
CHAIN = {
    'name': 'chain', 'kind': ('chain', '--size', '500'), 'Size': '500 × 500', 'Entries': '999',
    'Levels forward': '500, widest 1', 'rows': 500,
}
LONG = {
    'name': 'long', 'kind': ('poisson-5', '--size', '300'), 'Size': '90,000 × 90,000',
    'rows': 90000,
}
BROKEN = '%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 4.0\n2 7 1.0\n'


def matrix_path(t, matrix):
    """The real file, or one made once from the formula."""
    if 'kind' not in matrix:
        return os.path.join(os.environ['SEIDEL_TEST_MATRICES'], matrix['name'] + '.mtx')
    path = os.path.join(t.folder, matrix['name'] + '.mtx')
    if not os.path.exists(path):
        t.installation.run_cli('generate', *matrix['kind'], '--output', path)
    return path


def check_report(t, matrix):
    for name, value in matrix.items():
        if name[0].isupper():
            t.seidel.wait_for_report(name, value)


def show(t, matrix):
    """The workbench with this matrix and with its side pane, started with it unless it is there already."""
    title = matrix['name'] + ' — Seidel'
    if t.seidel is None or t.seidel.frame.name != title:
        t.start(matrix_path(t, matrix))
        t.seidel.wait_for_title(title)
    t.seidel.show_side_pane(True)


def show_page(t, matrix, page):
    show(t, matrix)
    t.seidel.go_to_page(page)


def show_generated(t):
    """The matrix of 10,000 rows that the start page offers."""
    if t.seidel is None or t.seidel.frame.look('label', '^10,000 × 10,000') is None:
        t.start()
        t.seidel.frame.find('push button', 'Poisson, 5-point').act()
        t.seidel.wait_for_report('Size', '10,000 × 10,000')


def ask_for(t, method, tolerance, limit=100000):
    """Sets the solver up: the method by keys in its drop-down, the rest by typing."""
    t.seidel.choose_method(method)
    t.seidel.frame.find('text', '^Tolerance').type(tolerance)
    if t.seidel.frame.look('text', '^Iterations') is None:
        t.seidel.frame.find('push button', '^Limits and threads').act()
    t.seidel.frame.find('text', '^Iterations').type(str(limit))


def outcome(t, number):
    """The row of a run in the table; [] while it is not there."""
    runs = t.seidel.runs()
    return runs[number - 1] if len(runs) >= number else []


def count(text):
    return int(text.replace(',', ''))


def solve_first(t):
    """Solves the first matrix by conjugate gradients; the number of the run."""
    show(t, t.first)
    ask_for(t, 'Conjugate gradients', '1e-6')
    number = len(t.seidel.runs()) + 1
    t.seidel.frame.find('push button', '^Solve').act()
    a11y.wait(lambda: 'Converged' in outcome(t, number), 'the run to converge')
    return number


def solved(t):
    """The number of a run of conjugate gradients on the first matrix, which is shown."""
    show(t, t.first)
    for number, run in enumerate(t.seidel.runs(), 1):
        if run[0].startswith('Conjugate gradients') and run[1] == t.first['name']:
            return number
    return solve_first(t)


def start_long(t, key):
    """Starts a run by a key that would take hours; its number, once it iterates."""
    show(t, LONG)
    if t.seidel.frame.find('combo box', '^Method').labels()[:1] != ['Jacobi']:
        ask_for(t, 'Jacobi', '1e-14', 1000000000)
    a11y.wait(lambda: t.seidel.frame.find('push button', '^Solve').usable(), 'Solve to be usable')
    number = len(t.seidel.runs()) + 1
    t.seidel.press(key)
    a11y.wait(lambda: len(outcome(t, number)) > 3 and count(outcome(t, number)[3]) > 0, 'the run to iterate')
    return number


def wait_until_stopped(t, number):
    a11y.wait(lambda: 'Stopped' in outcome(t, number), 'the run list to say Stopped')
    check(count(outcome(t, number)[3]) > 0, 'the iterations so far are lost: %s' % outcome(t, number))
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Solve'), 'Solve to be back')


def convergence(t):
    return t.seidel.picture('^Relative residual of the runs').description


def menu_item(t, role, *path):
    """Chooses from the main menu."""
    if t.seidel.frame.look('menu item', '^%s$' % path[0]) is None:
        t.seidel.frame.find('push button', '^Main menu').act()
    for name in path:
        t.seidel.frame.find(role if name == path[-1] else 'menu item', '^%s$' % name).act()


def choose_style(t, style):
    menu_item(t, 'radio menu item', 'Appearance', style)
    a11y.insist(lambda: t.seidel.press('Escape'), lambda: t.seidel.frame.look('radio menu item') is None,
                'the submenu to close')
    # GTK 4.8 leaves the focus in the submenu that has closed; closing the menu by key takes it back.
    t.seidel.frame.find('push button', '^Main menu').act()
    t.seidel.frame.find('menu item')
    a11y.insist(lambda: t.seidel.press('Escape'), lambda: t.seidel.frame.look('menu item') is None,
                'the menu to close')


# Opening

@step('starts with the file it is given, and says so in its title')
def _(t):
    t.start(matrix_path(t, t.first))
    t.seidel.wait_for_title(t.first['name'] + ' — Seidel')


@step('shows the structure of the matrix')
def _(t):
    show(t, t.first)
    check_report(t, t.first)


@step('has a name for every control')
def _(t):
    show(t, t.first)
    unnamed = workbench.unnamed_controls(t.seidel.frame)
    check(not unnamed, 'without a name: ' + '; '.join(unnamed))


@step('has a name for every control of the panes of a run and of a row')
def _(t):
    solved(t)
    for key, pane in (('alt+Return', 'Close the pane of the run'), ('ctrl+l', 'Close the pane of the row')):
        t.seidel.press(key)
        t.seidel.frame.find('push button', pane)
        unnamed = workbench.unnamed_controls(t.seidel.frame)
        check(not unnamed, 'without a name: ' + '; '.join(unnamed))
    t.seidel.frame.find('push button', 'Close the pane of the row').act()


@step('opens another matrix by the file dialog')
def _(t):
    show(t, t.first)
    t.seidel.open(matrix_path(t, CHAIN))
    t.seidel.wait_for_title('chain — Seidel')
    t.seidel.wait_for_one_window()
    check_report(t, CHAIN)


@step('explains a broken file and keeps what was open')
def _(t):
    show(t, CHAIN)
    path = os.path.join(t.folder, 'broken.mtx')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(BROKEN)
    t.seidel.open(path)
    window, dialog = t.seidel.dialog('broken.mtx” could not be opened')
    text = ' '.join(dialog.labels())
    check('broken.mtx:4' in text, 'the place is missing: ' + text)
    check('chain is still open' in text, 'what is still open is missing: ' + text)
    t.seidel.escape(window)
    t.seidel.wait_for_title('chain — Seidel')
    check_report(t, CHAIN)


@step('goes back to the first matrix by the list of recent files')
def _(t):
    if t.seidel is None:
        show(t, t.first)  # which makes it a recent one
        t.seidel.open(matrix_path(t, CHAIN))
        t.seidel.wait_for_title('chain — Seidel')
        t.seidel.wait_for_one_window()
    t.seidel.frame.find('push button', '^Recent and generated').act()
    t.seidel.frame.find('menu item', '^%s.mtx' % t.first['name']).act()
    t.seidel.wait_for_title(t.first['name'] + ' — Seidel')
    check_report(t, t.first)


# The Matrix page

@step('zooms the picture of the matrix by keys')
def _(t):
    show_page(t, t.first, 'Matrix')
    picture = t.seidel.picture('^Sparsity pattern$')
    a11y.wait(lambda: 'Showing all rows and all columns' in picture.description, 'the whole matrix')
    t.seidel.press('ctrl+plus', 'ctrl+plus')
    a11y.wait(lambda: re.search(r'Showing rows [\d,]+ to [\d,]+ and columns', picture.description),
              'a part of the matrix')
    near = picture.description
    t.seidel.press('ctrl+minus')
    a11y.wait(lambda: picture.description != near, 'a larger part')
    t.seidel.press('ctrl+0')
    a11y.wait(lambda: 'Showing all rows and all columns' in picture.description, 'the whole matrix')


@step('reads out what is under the cursor of the keyboard')
def _(t):
    def reads(pattern):
        a11y.wait(lambda: t.seidel.frame.look('label', pattern), 'the read-out ' + pattern)
    show_page(t, t.first, 'Matrix')
    t.seidel.click_in(t.seidel.picture('^Sparsity pattern$'))
    reads('^row [\\d,]+, column [\\d,]+:')
    t.seidel.press('ctrl+Home')
    # The diagonal is full: there is a number, and the first row depends on none.
    reads('^row 1, column 1: [−\\d.e]+.* level 1 of')
    t.seidel.press('Down', 'Right', 'Right')
    reads('^row 2, column 3: ')
    t.seidel.press('ctrl+End')
    last = '{:,}'.format(t.first['rows'])
    reads('^row %s, column %s: [−\\d.e]+' % (last, last))


# Solving

@step('solves with the method that was chosen by keys, and reports the outcome')
def _(t):
    run = outcome(t, solve_first(t))
    check(run[0].startswith('Conjugate gradients'), 'another method ran: %s' % run)
    check(run[1] == t.first['name'], 'another matrix was solved: %s' % run)
    check(count(run[3]) > 0, 'the iterations are missing: %s' % run)
    check(float(run[5]) <= 1e-6, 'the residual is above the tolerance: %s' % run)


@step('turns the pages by keys')
def _(t):
    show(t, t.first)
    for page in ('Levels', 'Convergence', 'Timing', 'Matrix'):
        t.seidel.go_to_page(page)


@step('hides and shows the curve of a run')
def _(t):
    number = solved(t)
    t.seidel.go_to_page('Convergence')
    a11y.wait(lambda: 'Conjugate gradients' in convergence(t), 'the run to be described')
    box = t.seidel.frame.find('check box', '^Show run %d$' % number)
    t.seidel.switch(box, False)
    a11y.wait(lambda: ': hidden.' in convergence(t), 'the curve to go')
    t.seidel.switch(box, True)
    a11y.wait(lambda: ': hidden.' not in convergence(t), 'the curve to come back')


@step('shows a long run while it goes on')
def _(t):
    show(t, t.first)
    t.seidel.open(matrix_path(t, LONG))
    t.seidel.wait_for_title('long — Seidel')
    check_report(t, LONG)
    number = start_long(t, 'ctrl+Return')
    t.seidel.go_to_page('Convergence')
    stop = t.seidel.frame.find('push button', '^Stop')
    a11y.wait(stop.usable, 'Stop to be there to press')
    a11y.wait(lambda: 'Jacobi' in convergence(t), 'the run to be described')
    first = convergence(t)
    second = a11y.wait(lambda: convergence(t) != first and convergence(t), 'news of the run')
    a11y.wait(lambda: convergence(t) != second, 'more news of the run')
    before = count(outcome(t, number)[3])
    a11y.wait(lambda: count(outcome(t, number)[3]) > before, 'the iterations of the table to grow')
    t.seidel.press('ctrl+period')
    wait_until_stopped(t, number)


@step('stops a long run by the button')
def _(t):
    number = start_long(t, 'F5')
    t.seidel.frame.find('push button', '^Stop').act()
    wait_until_stopped(t, number)


@step('stops a long run by the keyboard')
def _(t):
    number = start_long(t, 'F5')
    t.seidel.press('ctrl+period')
    wait_until_stopped(t, number)


# Taking things out

@step('exports a picture of every page that is not blank')
def _(t):
    solved(t)
    for page in ('Matrix', 'Levels', 'Convergence', 'Timing'):
        t.seidel.go_to_page(page)
        path = os.path.join(t.folder, page + '.png')
        t.seidel.save('ctrl+e', '^Export the Picture', path)
        colours, commonest, _ = workbench.colours_of(path)
        check(colours > 20 and commonest < 0.995,
              '%s.png looks blank: %d colours, %.4f of one' % (page, colours, commonest))


@step('exports vector pictures')
def _(t):
    solved(t)
    t.seidel.go_to_page('Timing')
    for suffix, beginning in (('svg', b'<svg'), ('pdf', b'%PDF-')):
        path = os.path.join(t.folder, 'picture.' + suffix)
        t.seidel.save('ctrl+e', '^Export the Picture', path)
        with open(path, 'rb') as file:
            text = file.read()
        check(beginning in text[:400], '%s begins with %r' % (path, text[:60]))
        check(len(text) > 2000, '%s has %d bytes' % (path, len(text)))


@step('exports the data of every page')
def _(t):
    solved(t)
    for page in ('Matrix', 'Levels', 'Convergence', 'Timing'):
        t.seidel.go_to_page(page)
        path = os.path.join(t.folder, page + '.csv')
        t.seidel.save('ctrl+shift+e', '^Export the Data', path)
        with open(path, encoding='utf-8') as file:
            rows = list(csv.reader(file))
        check(len(rows) > 2, '%s.csv has %d rows' % (page, len(rows)))
        check(len(rows[0]) > 1 and all(len(row) == len(rows[0]) for row in rows),
              '%s.csv has uneven rows: %r, %r' % (page, rows[0], rows[-1]))
        as_json = os.path.join(t.folder, page + '.json')
        t.seidel.save('ctrl+shift+e', '^Export the Data', as_json)
        with open(as_json, encoding='utf-8') as file:
            objects = json.load(file)
        check(len(objects) == len(rows) - 1 and all(list(line) == rows[0] for line in objects),
              '%s.json has %d objects, %r' % (page, len(objects), objects[:1]))


# The window

@step('shows its shortcuts')
def _(t):
    show(t, t.first)
    t.seidel.press('ctrl+question')
    window, dialog = t.seidel.dialog('Shortcuts')
    a11y.wait(lambda: 'Open a matrix' in dialog.labels(), 'the shortcut of opening')
    t.seidel.escape(window)


@step('turns dark and light by command')
def _(t):
    def brightness():
        path = os.path.join(t.folder, 'screen.png')
        workbench.screenshot(path)
        return workbench.colours_of(path)[2]
    show(t, t.first)
    choose_style(t, 'Light')
    a11y.wait(lambda: brightness() > 0.7, 'a light window')
    choose_style(t, 'Dark')
    a11y.wait(lambda: brightness() < 0.4, 'a dark window')


@step('shows who made it')
def _(t):
    show(t, t.first)
    menu_item(t, 'menu item', 'About Seidel')
    window, dialog = t.seidel.dialog('^About')
    a11y.wait(lambda: 'The Seidel project' in dialog.labels(), 'the text of the about window')
    t.seidel.escape(window)


@step('stops a live run and ends with status 0 when it is closed')
def _(t):
    start_long(t, 'F5')
    t.close()


@step('remembers the page, the side pane, the set-up and the style')
def _(t):
    show_page(t, t.first, 'Levels')
    ask_for(t, 'Jacobi', '1e-14')
    choose_style(t, 'Dark')
    t.seidel.show_side_pane(False)
    t.close()
    t.start(matrix_path(t, t.first))
    t.seidel.wait_for_title(t.first['name'] + ' — Seidel')
    check(t.seidel.page() == 'Levels', 'it shows the page ' + str(t.seidel.page()))
    pane = t.seidel.frame.find('push button', '^Side pane$')
    check(not pane.has('PRESSED'), 'the side pane is back')
    t.seidel.show_side_pane(True)
    combo = t.seidel.frame.find('combo box', '^Method')
    a11y.wait(lambda: 'Jacobi' in combo.labels(), 'the method of the last time')
    path = os.path.join(t.folder, 'again.png')
    t.seidel.save('ctrl+e', '^Export the Picture', path)
    check(workbench.colours_of(path)[2] < 0.4, 'the picture is not dark any more')
    t.close()


@step('starts without a file on a page that offers some')
def _(t):
    t.start()
    t.seidel.frame.find('push button', 'Poisson, 5-point').act()
    t.seidel.wait_for_report('Size', '10,000 × 10,000')


@step('solves with the automatic choice, and says what it came to')
def _(t):
    show_generated(t)
    ask_for(t, 'Automatic', '1e-8')
    number = len(t.seidel.runs()) + 1
    t.seidel.press('ctrl+Return')
    a11y.wait(lambda: 'Converged' in outcome(t, number), 'the run to converge')
    run = outcome(t, number)
    check(re.match(r'^Conjugate gradients \+ .* \(auto\) · ', run[0]), 'not said: %s' % run)
    check(float(run[5]) <= 1e-8, 'the residual is above the tolerance: %s' % run)


@step('saves the matrix, and opens what it saved when it is dropped on the window')
def _(t):
    show_generated(t)
    path = os.path.join(t.folder, 'kept.mtx')
    t.seidel.save('ctrl+shift+s', '^Save the Matrix', path)
    t.seidel.drop(path)
    t.seidel.wait_for_title('kept — Seidel')
    t.seidel.wait_for_report('Size', '10,000 × 10,000')
    t.seidel.wait_for_report('Entries', '49,600\n29,800 in the file')


@step('reads the file again')
def _(t):
    path = os.path.join(t.folder, 'changing.mtx')
    shutil.copyfile(matrix_path(t, t.first), path)
    t.start(path)
    t.seidel.wait_for_title('changing — Seidel')
    check_report(t, t.first)
    shutil.copyfile(matrix_path(t, CHAIN), path)
    t.seidel.press('ctrl+shift+r')
    check_report(t, CHAIN)
    t.close()


steps.end_quietly()


# Without a display

def check_decimals(t, environment, folder):
    """In a locale with a decimal comma there is none: numbers are written in one way."""
    locales = os.path.join(t.folder, 'locales')
    os.mkdir(locales)
    subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', os.path.join(locales, 'de_DE.UTF-8')], capture_output=True, check=False)
    done = subprocess.run([t.installation.program, matrix_path(t, CHAIN)], cwd=folder, capture_output=True, text=True, timeout=120,
                          env={**environment, 'LC_ALL': 'de_DE.UTF-8', 'LOCPATH': locales}, check=False)
    check(done.returncode == 0, 'the exit status is %d: %s' % (done.returncode, done.stderr))
    # Three digits after a comma are thousands.
    found = re.findall(r'.*\d,(?:\d{1,2}|\d{4,})\b.*', done.stdout)
    check(not found, 'decimal commas: %s' % found)


@step('without a display shows the structure, solves, and writes the pictures')
def _(t):
    environment = dict(t.installation.environment)
    environment.pop('DISPLAY', None)
    environment.pop('WAYLAND_DISPLAY', None)
    environment.pop('GDK_BACKEND', None)
    folder = os.path.join(t.folder, 'headless')
    os.mkdir(folder)
    done = subprocess.run([t.installation.program, matrix_path(t, CHAIN)], env=environment,
                          cwd=folder, capture_output=True, text=True, timeout=120)
    check(done.returncode == 0, 'the exit status is %d: %s' % (done.returncode, done.stderr))
    for text in ('500', '999', 'onverged'):
        check(text in done.stdout, '%r is missing: %s' % (text, done.stdout))
    check_decimals(t, environment, folder)
    pictures = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
                if name.endswith('.png')]
    check(len(pictures) >= 4, 'there are %d pictures: %s' % (len(pictures), done.stdout))
    for path in pictures:
        colours, commonest, _ = workbench.colours_of(path)
        check(colours > 10 and commonest < 0.999,
              '%s looks blank: %d colours, %.4f of one' % (path, colours, commonest))


class Session(steps.Session):
    """Begins with a real matrix where there is one."""

    def __init__(self, build_root, folder):
        super().__init__(build_root, folder)
        matrices = os.environ.get('SEIDEL_TEST_MATRICES', '')
        real = os.path.join(matrices, REAL['name'] + '.mtx')
        self.first = REAL if os.path.exists(real) else MADE


if __name__ == '__main__':
    sys.exit(steps.main(Session))
