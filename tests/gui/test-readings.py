#!/usr/bin/python3
"""Text that does not say what it is: the dialog that asks how it is to be read, by keys alone, as a screen reader hears it,
and in Italian. TAP.

    test-readings.py BUILD_FOLDER

SEIDEL_TEST_BYTES=N makes the large file of this size (64 MB).

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import sys
import time
import zipfile

import steps
import a11y_lib as a11y
from steps import check, step

# Columns of words beside those of a list, whose headings do not say which they are.
TEXT = 'id,p,kind,q,cost\n7,1,road,2,4.5\n8,2,"rail, fast",1,1.5\n'
DOUBTFUL = '1 1 2.5\n2 2 3.5\n3 3 1.5\n'
BYTES = int(os.environ.get('SEIDEL_TEST_BYTES', 64 << 20))
TABS = 24  # in a dialog of a dozen widgets


def write(t, name, text):
    path = os.path.join(t.folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def start(t, path, title, **environment):
    """Starts with a file; the X window and the node of the dialog that asks, once a row of its list has the focus."""
    if t.seidel is not None:
        t.seidel.kill()
    t.seidel = steps.workbench.Workbench(t.installation, t.complaints, path, **environment)
    window, dialog = t.seidel.dialog(title)
    a11y.wait(lambda: any(row.has('FOCUSED') for row in dialog.find_all('list item')), 'the focus on a row')
    return window, dialog


def go_to(window, dialog, role, name):
    """Presses Tab until a widget has the focus, or what is in it."""
    for _ in range(TABS):
        node = dialog.look(role, name)
        if node is not None and (node.has('FOCUSED') or any(child.has('FOCUSED') for child in node.walk())):
            return node
        a11y.press(window, 'Tab')
        time.sleep(0.1)
    raise AssertionError('Tab does not reach %s %r' % (role, name))


def choose(window, dialog, name, choice):
    """Opens a drop-down and goes down to a choice."""
    combo = go_to(window, dialog, 'combo box', name)
    a11y.press(window, 'space')
    rows = a11y.wait(lambda: [row for row in combo.find_all('list item') if row.labels()], 'the list of ' + name)
    a11y.wait(lambda: any(row.has('FOCUSED') for row in combo.find_all('list item')), 'the focus on a choice')
    a11y.press(window, 'Home', *['Down'] * [row.labels()[0] for row in rows].index(choice))
    a11y.press(window, 'Return')
    a11y.wait(lambda: choice in combo.labels(), '%s to be %s' % (name, choice))


@step('chooses the columns of a list by keys')
def _(t):
    window, dialog = start(t, write(t, 'texts.csv', TEXT), '^How to Read the File$')
    dialog.find('label', '^“texts.csv” does not say what its numbers mean')
    dialog.find('label', '^8 × 8, 2 entries in the file$')
    choose(window, dialog, '^Row', '4: q')
    choose(window, dialog, '^Column', '2: p')
    choose(window, dialog, '^Value', '5: cost')
    choose(window, dialog, '^Counted from', '0')
    a11y.wait(lambda: dialog.look('label', '^3 × 3, 2 entries in the file$'), 'the matrix of these columns')
    a11y.press(window, 'alt+o')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_title('texts — Seidel')
    t.seidel.wait_for_report('Size', '3 × 3')
    a11y.wait(lambda: t.seidel.frame.look('label', r'^Read as a list of entries.* in columns 4, 2 and 5\.$'), 'the bar')


@step('says how many are chosen wrongly, and gives way to Escape')
def _(t):
    window, dialog = start(t, write(t, 'wrong.csv', TEXT), '^How to Read the File$')
    choose(window, dialog, '^Row', '2: p')
    a11y.wait(lambda: dialog.look('label', '^The row and the column are the same column'), 'the complaint')
    check(not dialog.find('push button', '^Open$').usable(), 'it can be opened')
    choose(window, dialog, '^Column', '3: kind')
    a11y.wait(lambda: dialog.look('label', '^These columns do not hold'), 'the complaint on words')
    t.seidel.escape(window)


@step('chooses a reading by arrows')
def _(t):
    window, dialog = start(t, write(t, 'doubtful.txt', DOUBTFUL), '^How to Read the File$')
    a11y.press(window, 'End')
    a11y.wait(lambda: dialog.find_all('list item')[-1].has('FOCUSED'), 'the last row')
    check('A dense table' in dialog.find_all('list item')[-1].labels(), 'the last row is no table')
    a11y.press(window, 'Return')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_report('Entries', '9')


@step('tells decimal commas from two columns')
def _(t):
    window, dialog = start(t, write(t, 'commas.txt', '1,25\n3,5\n2,75\n'), '^How to Read the File$')
    rows = dialog.find_all('list item')
    sizes = {'A dense table': '3 × 2', 'A dense table, with decimal commas': '3 × 1'}
    for name, size in sizes.items():
        row = next(row for row in rows if name in row.labels())
        check(any(label.startswith(size) for label in row.labels()), '%s: %s' % (name, row.labels()))
    a11y.press(window, 'End')
    a11y.wait(lambda: dialog.find_all('list item')[-1].has('FOCUSED'), 'the last row')
    check('A dense table, with decimal commas' in rows[-1].labels(), 'the last row has no decimal commas')
    a11y.press(window, 'Return')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_report('Size', '3 × 1')


@step('offers decimal commas')
def _(t):
    window, dialog = start(t, write(t, 'semicolons.csv', '1;2,5;3\n4;5;6\n'), '^How to Read the File$')
    dialog.find('label', '^A dense table, with decimal commas$')
    a11y.press(window, 'Return')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_report('Size', '2 × 3')


def write_archive(t, name, **members):
    path = os.path.join(t.folder, name)
    with zipfile.ZipFile(path, 'w') as archive:
        for stem, text in members.items():
            archive.writestr(stem + '.txt', text)
    return path


@step('asks about a text in an archive as about a file')
def _(t):
    window, dialog = start(t, write_archive(t, 'doubtful.zip', a=DOUBTFUL), '^How to Read the File$')
    a11y.press(window, 'End')
    a11y.wait(lambda: dialog.find_all('list item')[-1].has('FOCUSED'), 'the last row')
    a11y.press(window, 'Return')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_report('Entries', '9')


@step('chooses a file of an archive, then how it is read')
def _(t):
    window, dialog = start(t, write_archive(t, 'two.zip', a=DOUBTFUL, b='2 2\n0 1\n1 0\n'), '^Choose a Matrix$')
    check(['a.txt' in row.labels() for row in dialog.find_all('list item')] == [True, False], 'the files')
    a11y.press(window, 'End')
    a11y.wait(lambda: dialog.find_all('list item')[-1].has('FOCUSED'), 'the last file')
    a11y.press(window, 'Return')
    window, dialog = t.seidel.dialog('^How to Read the File$')
    a11y.wait(lambda: any(row.has('FOCUSED') for row in dialog.find_all('list item')), 'the focus on a reading')
    dialog.find('label', '2 × 2')
    a11y.press(window, 'End')
    a11y.wait(lambda: dialog.find_all('list item')[-1].has('FOCUSED'), 'the last reading')
    a11y.press(window, 'Return')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_report('Size', '3 × 2')


@step('chooses one of several matrices by keys, in Italian')
def _(t):
    text = ''.join('# name: %s\n# type: matrix\n# rows: %d\n# columns: %d\n%s\n\n'
                   % (name, n, n, ''.join(' 1.5' * n + '\n' for _ in range(n))) for name, n in (('A', 2), ('B', 3)))
    window, dialog = start(t, write(t, 'several.octave', text), '^Scelta di una matrice$', **t.italian())
    rows = dialog.find_all('list item')
    check(len(rows) == 2 and 'B' in rows[1].labels(), 'the matrices')
    a11y.press(window, 'Down')
    a11y.wait(lambda: dialog.find_all('list item')[1].has('FOCUSED'), 'the second matrix')
    a11y.press(window, 'Return')
    t.seidel.wait_for_one_window()
    t.seidel.wait_for_title('several, B — Seidel')


SIDES = ''.join('# name: %s\n# type: matrix\n# rows: 2\n# columns: %d\n%s\n\n' % (name, columns, rows) for name, columns, rows in
                (('A', 2, ' 4 0\n 0 5\n'), ('b', 2, ' 4 8\n 5 10\n'), ('load', 1, ' 12\n 15\n')))


def open_sides(t, name, side, **environment):
    """Starts with a matrix that has three right-hand sides in its file; the drop-down of these."""
    path = write(t, name, SIDES)
    if t.seidel is not None:
        t.seidel.kill()
    t.seidel = steps.workbench.Workbench(t.installation, t.complaints, path, **environment)
    return a11y.wait(lambda: t.seidel.frame.look('combo box', side), 'the choice of right-hand sides')


def in_order(names, first, second):
    places = [[place for place, name in enumerate(names) if name.startswith(start)] for start in (first, second)]
    return all(places) and places[0][0] < places[1][0]


def choose_side(t, combo, choice):
    t.seidel.press('ctrl+b')
    a11y.wait(lambda: any(node.has('FOCUSED') for node in combo.walk()), 'the focus on the right-hand sides')
    t.seidel.choose(combo, choice, lambda: t.seidel.press('space'))


@step('chooses one of several right-hand sides by keys')
def _(t):
    combo = open_sides(t, 'sides.octave', '^Right-hand side in the file')
    frame = t.seidel.frame
    frame.find('label', '^Right-hand side: b, column 1$')
    # Right above the method: in sight.
    a11y.wait(lambda: in_order([node.name for node in frame.find_all('combo box')], 'Right-hand side in the file', 'Method'),
              'the choice above the method')
    choose_side(t, combo, 'load')
    a11y.wait(lambda: frame.look('label', '^Right-hand side: load$'), 'the vector beside b')
    t.seidel.press('ctrl+Return')
    a11y.wait(lambda: len(t.seidel.runs()) == 1, 'a run')
    choose_side(t, combo, 'b, all 2 columns')
    t.seidel.press('ctrl+Return')
    a11y.wait(lambda: len(t.seidel.runs()) == 3, 'a run for each column')


@step('names the right-hand sides of a file in Italian')
def _(t):
    combo = open_sides(t, 'termini.octave', '^Termine noto nel file', **t.italian())
    choose_side(t, combo, 'b, colonna 2')
    a11y.wait(lambda: t.seidel.frame.look('label', '^Termine noto: b, colonna 2$'), 'the second column')


@step('has a name for whatever can be used')
def _(t):
    _, dialog = start(t, write(t, 'names.csv', TEXT), '^How to Read the File$')
    for role in ('combo box', 'check box', 'push button', 'list'):
        for node in dialog.find_all(role):
            check(node.name or not node.has('FOCUSABLE'), 'a %s without a name' % role)
    for row in dialog.find_all('list item'):
        check(row.labels(), 'a row that says nothing')
    check({node.name.split(':')[0] for node in dialog.find_all('combo box')} >= {'Row', 'Column', 'Value', 'Imaginary part',
                                                                  'Counted from'}, 'a drop-down is missing')


@step('asks in Italian')
def _(t):
    window, dialog = start(t, write(t, 'italian.csv', TEXT), '^Come leggere il file$', **t.italian())
    choose(window, dialog, '^Riga', '4: q')
    a11y.wait(lambda: dialog.look('label', '^2 × 2, 2 elementi nel file$'), 'the matrix in Italian')
    dialog.find('check box', '^La prima riga contiene intestazioni$')
    go_to(window, dialog, 'combo box', '^Valore')
    t.seidel.escape(window)


@step('asks about a large file as soon')
def _(t):
    path = os.path.join(t.folder, 'large.csv')
    line = ''.join('%d,%d,road,%d,0.5\n' % (i, i % 997 + 1, i % 499 + 1) for i in range(20000))
    with open(path, 'w', encoding='utf-8') as file:
        file.write('id,p,kind,q,cost\n')
        for _ in range(BYTES // len(line)):
            file.write(line)
    begun = time.monotonic()
    window, dialog = start(t, path, '^How to Read the File$')
    print('# %.1f s from the start of the program to the question, %d bytes' % (time.monotonic() - begun,
                                                                            os.path.getsize(path)))
    dialog.find('label', '^at least .* entries in the file$')
    t.seidel.escape(window)
    os.remove(path)


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
