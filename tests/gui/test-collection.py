#!/usr/bin/python3
"""Opens a matrix from the collection as a person would, from a server of the test's own: keys by
xdotool, everything read back over AT-SPI. TAP.

    test-collection.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import http.server
import io
import os
import sys
import tarfile
import threading

import steps
import a11y_lib as a11y
import workbench
from steps import check, step

MANY = 2900
TITLE = '^SuiteSparse Matrix Collection$'
# A tridiagonal matrix: every number about it can be seen.
SIZE = 60
MATRIX = '%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n%s%s' % (
    SIZE, SIZE, 2 * SIZE - 1, ''.join('%d %d 4\n' % (i, i) for i in range(1, SIZE + 1)),
    ''.join('%d %d -1\n' % (i + 1, i) for i in range(1, SIZE)))


def make_index():
    lines = ['HB,chain60,%d,%d,%d,1,0,0,1,1,1,structural problem,%d'
             % (SIZE, SIZE, 3 * SIZE - 2, 3 * SIZE - 2)]
    for i in range(MANY - 1):
        lines.append('Group%d,matrix%04d,%d,%d,%d,1,0,0,0,%g,0,kind %d,%d'
                     % (i % 40, i, i + 1, i + 1 + i % 3, 5 * i, i % 2, i % 7, 5 * i))
    return ('%d\n31-Oct-2023 18:12:37\n%s\n' % (MANY, '\n'.join(lines))).encode()


def make_archive():
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode='w:gz') as archive:
        info = tarfile.TarInfo('chain60/chain60.mtx')
        info.size = len(MATRIX)
        archive.addfile(info, io.BytesIO(MATRIX.encode()))
    return packed.getvalue()


class Handler(http.server.BaseHTTPRequestHandler):
    files = {'/files/ssstats.csv': make_index(), '/MM/HB/chain60.tar.gz': make_archive()}
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        content = self.files.get(self.path)
        if content is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header('Content-Length', str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def labels(node):
    """What can be read around the table: the rows are hundreds of objects."""
    for child in node.children():
        if child.role == 'label':
            yield child.name
        if child.role != 'tree table':
            yield from labels(child)


def wait_for_status(dialog, text):
    a11y.wait(lambda: any(label.startswith(text) for label in labels(dialog)),
              'the status %r' % text)


def open_dialog(t):
    """The X window and the accessible one of the dialog, which is opened unless it is there."""
    if t.seidel is None:
        t.start()
    if not t.seidel.windows(TITLE):
        t.seidel.press('ctrl+shift+o')
    return t.seidel.dialog(TITLE)


def open_index(t):
    """The dialog with the index of the server, which is downloaded unless it is there."""
    window, dialog = open_dialog(t)
    if a11y.wait(lambda: [label for label in labels(dialog)
                          if label == 'No List of Matrices Yet' or 'matrices · index of' in label],
                 'an index, or that there is none') == ['No List of Matrices Yet']:
        a11y.press(window, 'Return')
    a11y.wait(lambda: any('matrices · index of' in label for label in labels(dialog)), 'the index')
    return window, dialog


def search(t, text):
    """Types into the search entry."""
    window, dialog = open_index(t)
    a11y.press(window, 'ctrl+f', 'ctrl+a', *text)
    wait_for_status(dialog, '1 of 2,900 matrices')
    return window, dialog


def download(t):
    """Finds and opens the matrix."""
    window, _ = search(t, 'chain60')
    a11y.press(window, 'Down', 'Return')
    t.seidel.wait_for_title('chain60 — Seidel')
    t.seidel.wait_for_one_window()


@step('opens the dialog by its key, which says that there is no index yet')
def _(t):
    _, dialog = open_dialog(t)
    a11y.wait(lambda: 'No List of Matrices Yet' in labels(dialog), 'the words about the index')
    check(Handler.asked == [], 'it asked for %s on its own' % Handler.asked)


@step('fetches the index at the press of Return')
def _(t):
    window, dialog = open_dialog(t)
    a11y.wait(lambda: 'No List of Matrices Yet' in labels(dialog), 'the words about the index')
    a11y.press(window, 'Return')
    wait_for_status(dialog, '2,900 of 2,900 matrices · index of 31-Oct-2023 18:12:37')
    check(Handler.asked == ['/files/ssstats.csv'], 'it asked for %s' % Handler.asked)


@step('says what the server does not have, in place')
def _(t):
    window, dialog = search(t, 'matrix0007')
    a11y.press(window, 'Return')
    a11y.wait(lambda: any('Group7/matrix0007 could not be downloaded' in label and '404' in label
                          for label in labels(dialog)), 'the reason')
    check(Handler.asked[-1] == '/MM/Group7/matrix0007.tar.gz', 'it asked for %s' % Handler.asked)


@step('has a name for every control of the dialog')
def _(t):
    _, dialog = open_index(t)
    unnamed = workbench.unnamed_controls(dialog)
    check(not unnamed, 'without a name: ' + '; '.join(unnamed))


@step('finds a matrix, downloads it and opens it')
def _(t):
    download(t)
    t.seidel.wait_for_report('Size', '60 × 60')
    t.seidel.wait_for_report('Levels forward', '60, widest 1')
    check(Handler.asked[-1] == '/MM/HB/chain60.tar.gz', 'it asked for %s' % Handler.asked)
    check(Handler.asked.count('/files/ssstats.csv') == 1, 'it asked for the index again')


@step('opens it again without the server, and remembers what was searched for')
def _(t):
    if t.seidel is None:
        download(t)
    t.close()
    t.server.shutdown()
    t.server.server_close()
    t.start()
    t.seidel.frame.find('push button', '^Open from the SuiteSparse').act()
    window, dialog = t.seidel.dialog(TITLE)
    wait_for_status(dialog, '1 of 2,900 matrices')
    a11y.press(window, 'Return')
    t.seidel.wait_for_title('chain60 — Seidel')
    t.seidel.wait_for_one_window()
    t.close()


steps.end_quietly()


class Session(steps.Session):
    """Has a server of its own, and settings that name it."""

    def __init__(self, build_root, folder):
        super().__init__(build_root, folder)
        self.installation.environment['GIO_USE_PROXY_RESOLVER'] = 'dummy'
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        settings = os.path.join(os.environ['XDG_CONFIG_HOME'], 'seidel')
        os.makedirs(settings)
        with open(os.path.join(settings, 'collection.ini'), 'w', encoding='utf-8') as file:
            file.write('[collection]\nserver=http://127.0.0.1:%d\n' % self.server.server_address[1])


if __name__ == '__main__':
    sys.exit(steps.main(Session))
