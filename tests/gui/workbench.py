"""The installed workbench in the hands of a test: install, start, open, choose, export, look.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import fcntl
import glob
import json
import os
import re
import shutil
import subprocess

import a11y_lib as a11y

a11y.gi.require_version('GdkPixbuf', '2.0')
from gi.repository import GdkPixbuf  # noqa: E402

COMPLAINTS = re.compile(r'WARNING|CRITICAL|runtime error|Sanitizer')
# Said by the accessibility library about a cache that this GTK does not have; by GTK 4.24 of frames of its own.
HARMLESS = re.compile(r'dbind-WARNING.*org/a11y/atspi/cache|gdk_frame_timings_submitted')


def _read_text(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def _installed_files(build_root):
    """What the build installs, and when each file was written, as text."""
    with open(os.path.join(build_root, 'meson-info', 'intro-installed.json'), encoding='utf-8') as file:
        files = json.load(file)
    return ''.join('%s %s %d\n' % (source, target, os.stat(source).st_mtime_ns)
                   for source, target in sorted(files.items()) if os.path.exists(source))


class Installation:
    """The programs as a package would lay them out, in a folder that all tests of this build share and do not write to.
    The first of them makes it, and makes it again after another build."""

    def __init__(self, build_root):
        build_root = os.path.abspath(build_root)
        self.folder = os.path.join(build_root, 'tests', 'gui', 'installation')
        complete = self.folder + '.files'
        os.makedirs(os.path.dirname(self.folder), exist_ok=True)
        with open(self.folder + '.lock', 'w', encoding='utf-8') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            files = _installed_files(build_root)
            if not os.path.exists(complete) or _read_text(complete) != files:
                self._install(build_root)
                with open(complete, 'w', encoding='utf-8') as file:
                    file.write(files)
        self.program = self._find('bin/seidel')
        self.cli = self._find('bin/seidel-cli')
        prefix = os.path.dirname(os.path.dirname(self.program))
        modules = glob.glob(os.path.join(prefix, 'lib*', '**', 'seidel'), recursive=True)
        self.environment = dict(os.environ)
        # The loader knows of installed libraries by its cache, which the folder is not in.
        self.environment['LD_LIBRARY_PATH'] = os.path.dirname(self._find('libseidel.so'))
        self.environment['XDG_DATA_DIRS'] = os.path.join(prefix, 'share') + \
            ':/usr/local/share:/usr/share'
        self.environment['SEIDEL_MODULE_DIR'] = modules[0] if modules else self.folder

    def _install(self, build_root):
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run(['meson', 'install', '-C', build_root, '--no-rebuild', '--quiet',
                        '--destdir', self.folder], check=True, stdout=subprocess.DEVNULL)
        # What a package's triggers would do.
        subprocess.run(['glib-compile-schemas', os.path.dirname(self._find('*.gschema.xml'))],
                       check=True)

    def _find(self, path):
        found = glob.glob(os.path.join(self.folder, '**', path), recursive=True)
        if not found:
            raise AssertionError('%s was not installed' % path)
        return found[0]

    def run_cli(self, *arguments):
        subprocess.run([self.cli, *arguments], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, timeout=120)


# In the order of their keys, Alt+1 and so on.
PAGES = ('Matrix', 'Levels', 'Convergence', 'Timing', 'Experiments', 'Sweep', 'Multigrid', 'Solution')


class Workbench:
    """One start of the program, until it is closed."""

    def __init__(self, installation, complaints, *arguments, **environment):
        self.errors = open(complaints, 'a+', encoding='utf-8')
        self.process = subprocess.Popen([installation.program, *arguments], stderr=self.errors,
                                        env=dict(installation.environment, **environment))
        try:
            self.root = a11y.application('seidel')
            self.window, self.frame = self._wait_for('Seidel$')
        except BaseException:
            self.kill()
            raise

    def windows(self, title):
        """The X windows of the program whose titles fit."""
        return a11y.window_ids(self.process, title)

    def _wait_for(self, title):
        """A window once it is there, and what is in it."""
        window = a11y.window_id(self.process, title)
        node = a11y.wait(lambda: next((node for node in a11y.windows(self.root)
                                       if re.search(title, node.name)), None),
                         'the accessible window %r' % title)
        return window, node

    # Ending

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.errors.close()

    def close(self):
        """Ctrl+W; the exit status."""
        self.press('ctrl+w')
        status = self.process.wait(a11y.PATIENCE)
        self.errors.close()
        return status

    # Keys and the pointer

    def press(self, *keys):
        status = self.process.poll()
        if status is not None:
            raise AssertionError('the program ended with status %d' % status)
        a11y.press(self.window, *keys)

    def click_in(self, node, across=0.5, down=0.5):
        """Clicks into a widget with the pointer, as parts of its width and height, once it has its place."""
        seen = []

        def settled():
            seen.append((self._geometry(), self.frame.extents(), node.extents()))
            return len(seen) > 1 and seen[-1] == seen[-2] and min(seen[-1][2][2:]) > 0
        a11y.wait(settled, 'the place of %s %r' % (node.role, node.name))
        size, (_, _, frame_width, frame_height), (x, y, width, height) = seen[-1]
        # What is outside the frame is the shadow that the program draws itself.
        x += (size['WIDTH'] - frame_width) // 2 + int(width * across)
        y += (size['HEIGHT'] - frame_height) // 2 + int(height * down)
        self._xdotool('mousemove', '--window', self.window, str(x), str(y), 'click', '1')

    def switch(self, box, on):
        """Makes a check box checked or not with the pointer."""
        a11y.insist(lambda: self.click_in(box), lambda: box.has('CHECKED') == on,
                    '%s %r to be %s' % (box.role, box.name, 'on' if on else 'off'))

    def _focus_among(self, combo):
        """The place of the row of an open drop-down that has the focus, its labels, and the labels of all. A row that begins
        a family has its name first, and may have a reason against it last."""
        rows = [(row, labels) for row in combo.find_all('list item') if (labels := row.labels())]
        place = next((n for n, (row, _) in enumerate(rows) if row.has('FOCUSED')), None)
        return place, rows[place][1] if place is not None else [], [labels for _, labels in rows]

    def choose(self, combo, choice, open_list=None):
        """Chooses from a drop-down by keys, once its list was opened: by the pointer unless something else does."""
        current = combo.labels()
        if choice in current:
            return
        (open_list or (lambda: self.click_in(combo)))()
        # The list takes the focus with its first row, and then gives it to the current choice.
        a11y.wait(lambda: set(current) & set(self._focus_among(combo)[1]), 'the focus on the current choice of the drop-down')

        # As a person does, who looks where the focus is before the next key. The row has it before the list is
        # on the screen, and a key until then goes to the window below.
        def at_first():
            self.press('Home')
            return self._focus_among(combo)[0] == 0
        a11y.wait(at_first, 'Home to reach the first row')
        before = None

        # All steps at once, and what is missing again: looking at the rows takes longer than a step. GTK from 4.10 on
        # has only the rows on the screen and a few more, and others where the focus goes.
        def at_choice():
            nonlocal before
            place, labels, rows = self._focus_among(combo)
            if place is None or choice in labels:
                return place is not None
            wanted = next((n for n, row in enumerate(rows) if choice in row), None)
            if wanted is not None:
                self.press(*['Down' if wanted > place else 'Up'] * abs(wanted - place))
            else:
                self.press(*['Down'] * max(len(rows) - 1 - place, 1) if labels != before else ['Home'])
            before = labels
            return False
        a11y.wait(at_choice, 'the focus to reach the row ' + choice)
        self.press('Return')
        a11y.wait(lambda: choice in combo.labels(), 'the drop-down to show ' + choice)

    def show_side_pane(self, shown):
        pane = self.frame.find('push button', '^Side pane$')
        a11y.insist(lambda: self.press('F9'), lambda: pane.has('PRESSED') == shown,
                    'the side pane to ' + ('come' if shown else 'go'))

    def drop(self, path):
        """Drags a file with the pointer from the window of another program into the middle of this
        one."""
        here = os.path.dirname(os.path.abspath(__file__))
        source = subprocess.Popen(['/usr/bin/python3', os.path.join(here, 'drag-source.py'), path],
                                  stderr=subprocess.DEVNULL)
        try:
            other = a11y.window_id(source, '^Drag from here$')
            # In a corner, clear of what is dropped on.
            self._xdotool('windowmove', '--sync', other, '0', '0')
            x, y = self._middle()
            self._xdotool('mousemove', '--window', other, '40', '60', 'mousedown', '1')
            for part in range(1, 11):
                self._xdotool('mousemove', str(60 + (x - 60) * part // 10),
                              str(90 + (y - 90) * part // 10), 'sleep', '0.03')
            self._xdotool('mouseup', '1')
            source.wait(a11y.PATIENCE)
        finally:
            if source.poll() is None:
                source.kill()
                source.wait()

    def _xdotool(self, *arguments):
        return subprocess.run(['xdotool', *arguments], check=True, capture_output=True, text=True,
                              timeout=a11y.PATIENCE).stdout

    def _geometry(self):
        return {name: int(value) for name, value in
                (line.split('=') for line in
                 self._xdotool('getwindowgeometry', '--shell', self.window).split())}

    def _middle(self):
        at = self._geometry()
        return at['X'] + at['WIDTH'] // 2, at['Y'] + at['HEIGHT'] // 2

    # Dialogs
    #
    # Whether a dialog is there is asked of the X server: GTK 4.8 crashes when it is asked for the
    # accessible windows while one of them is on its way in or out.

    def dialog(self, title):
        """The X window and the accessible one of a dialog."""
        return self._wait_for(title)

    def escape(self, window):
        """Closes a dialog, which may not take keys yet when its text is there."""
        a11y.insist(lambda: a11y.press(window, 'Escape'), lambda: self.windows('.') == [self.window], 'the dialog to close')

    def wait_for_one_window(self):
        a11y.wait(lambda: self.windows('.') == [self.window], 'the dialog to close')

    def _answer(self, window, dialog, path, key=None):
        """Types a path into the entry of a file dialog, which a key opens where there is none yet."""
        def focused():
            return next((node for node in dialog.find_all('text') if node.has('FOCUSED')), None)

        entry = a11y.insist(lambda: key and a11y.press(window, key), focused, 'the entry of the file dialog')
        entry.type(path)
        a11y.wait(lambda: entry.text() == path, 'the path in the entry')
        a11y.press(window, 'Return')
        a11y.wait(lambda: window not in self.windows('.'), 'the file dialog to close')

    def open(self, path):
        self.press('ctrl+o')
        window, dialog = self.dialog('^Open a Matrix$')
        self._answer(window, dialog, path, 'ctrl+l')

    def save(self, key, title, path):
        """A command that asks for a file; until the file is there."""
        self.press(key)
        window, dialog = self.dialog(title)
        self._answer(window, dialog, path)
        a11y.wait(lambda: os.path.exists(path) and os.path.getsize(path) > 0, path)

    # What can be read

    def wait_for_title(self, title):
        a11y.wait(lambda: self.frame.name == title, 'the title %r' % title)

    def report(self):
        """The structure report as a dictionary."""
        labels = self.frame.find('panel', '^Structure report$').labels()
        return dict(zip(labels[::2], labels[1::2]))

    def wait_for_report(self, name, value):
        a11y.wait(lambda: self.report().get(name) == value, 'the report to say %s: %s; it says %s'
                  % (name, value, self.report()))

    def runs(self):
        """The text of each cell of each row of the run table; a hint below it is left out."""
        table = self.frame.look('tree table', '^Runs$')
        rows = table.look('list') if table is not None else None
        if rows is None:
            return []
        return [[cell.labels()[0] for cell in row.find_all('table cell') if cell.labels()]
                for row in rows.find_all('table row')]

    # Choices

    def choose_method(self, method):
        """By keys, in the drop-down."""
        self.choose(self.frame.find('combo box', '^Method'), method, lambda: self.press('alt+m'))

    def page(self):
        """The name of the page that is shown."""
        tabs = self.frame.find('page tab list', '^Page')
        return next((tab.name for tab in tabs.find_all('page tab') if tab.has('SELECTED')), None)

    def go_to_page(self, name):
        self.press('alt+%d' % (PAGES.index(name) + 1))
        a11y.wait(lambda: self.page() == name, 'the %s page' % name)

    def picture(self, name):
        return self.frame.find('image', name)


def colours_of(path):
    """How many colours the picture has, the part of the commonest one, and the mean brightness."""
    pixbuf = GdkPixbuf.Pixbuf.new_from_file(path)
    pixels = pixbuf.get_pixels()
    n = pixbuf.get_n_channels()
    stride = pixbuf.get_rowstride()
    counts = collections.Counter()
    for y in range(pixbuf.get_height()):
        row = pixels[y * stride:y * stride + n * pixbuf.get_width()]
        counts.update(zip(row[0::n], row[1::n], row[2::n]))
    total = sum(counts.values())
    brightness = sum(sum(colour) / 765 * count for colour, count in counts.items()) / total
    return len(counts), counts.most_common(1)[0][1] / total, brightness


def screenshot(path):
    subprocess.run(['scrot', '-o', path], check=True, timeout=a11y.PATIENCE)


CONTROLS = ('push button', 'toggle button', 'check box', 'combo box', 'text', 'spin button', 'slider',
            'image', 'menu item', 'page tab')
MADE_UP = re.compile(r'^(Gtk|Adw|Seidel)[A-Z]\w*$|^$')  # names that GTK makes of the type
DOUBLED = re.compile(r'^(.+) \1…?$', re.IGNORECASE)


def unnamed_controls(root):
    """Controls that a screen reader could not call by a name, or would call by it twice. Parts inside
    a control that has a name count only where they can have the focus: they are what is read then."""
    found = []

    def look(node, path, inside_named):
        for child in node.children():
            role, name = child.role, child.name
            here = path + [name or role]
            nameless = role in CONTROLS and MADE_UP.match(name) is not None
            decoration = role == 'image' and name == 'GtkImage'
            if nameless and not decoration and (not inside_named or child.has('FOCUSABLE')):
                found.append('%s in %s' % (role, ' / '.join(p for p in path if p)))
            if role in CONTROLS and DOUBLED.match(name.replace('_', '')):
                found.append('%s %r is named twice' % (role, name))
            if role == 'check box' and '_' in name:
                found.append('%s %r is named with its mnemonic' % (role, name))
            named = role in ('push button', 'combo box', 'spin button') and not nameless
            look(child, here, named)
    look(root, [], False)
    return found
