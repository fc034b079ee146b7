"""A small driver of GTK 4 programs over AT-SPI: find by role and name, act, wait; keys by xdotool.

Everything here waits on a predicate with a generous limit, which is a guard against hanging and
never a measurement.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import re
import subprocess
import time
import warnings

warnings.simplefilter('ignore')
import gi  # noqa: E402

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 120  # seconds
RETRY = 5  # seconds until what had no effect is done again


def let_events_in():
    """libatspi's cache goes stale unless its messages are handled."""
    context = GLib.MainContext.default()
    while context.pending():
        context.iteration(False)


def wait(predicate, what, timeout=PATIENCE):
    """The first true value of the predicate. A node that vanished while it was looked at counts
    as not yet."""
    deadline = time.monotonic() + timeout
    while True:
        let_events_in()
        try:
            value = predicate()
        except GLib.Error:
            value = None
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError('timed out waiting for ' + what)
        time.sleep(0.05)


def insist(act, is_so, what):
    """Acts, and again where nothing came of it for a while: a key or a click may go to what is about to vanish."""
    def acted():
        if not is_so():
            act()
        try:
            return wait(is_so, what, RETRY)
        except AssertionError:
            return None
    return wait(acted, what)


class Node:
    """One accessible object."""

    def __init__(self, accessible):
        self.accessible = accessible

    @property
    def name(self):
        return self.accessible.get_name() or ''

    @property
    def role(self):
        return self.accessible.get_role_name()

    @property
    def description(self):
        return self.accessible.get_description() or ''

    def has(self, state):
        return self.accessible.get_state_set().contains(getattr(Atspi.StateType, state))

    def usable(self):
        """GTK 4.8 says SENSITIVE and leaves ENABLED unsaid."""
        return self.has('SENSITIVE')

    def children(self):
        self.accessible.clear_cache()
        for i in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(i)
            if child is not None:
                yield Node(child)

    def walk(self):
        for child in self.children():
            yield child
            yield from child.walk()

    def find_all(self, role, name=None):
        pattern = re.compile(name) if name is not None else None
        return [node for node in self.walk()
                if node.role == role and (pattern is None or pattern.search(node.name))]

    def look(self, role, name=None):
        """The first that fits, or None, at once."""
        pattern = re.compile(name) if name is not None else None
        for node in self.walk():
            if node.role == role and (pattern is None or pattern.search(node.name)):
                return node
        return None

    def find(self, role, name=None, timeout=PATIENCE):
        return wait(lambda: self.look(role, name), '%s %r' % (role, name), timeout)

    def actions(self):
        return [Atspi.Action.get_action_name(self.accessible, i)
                for i in range(Atspi.Action.get_n_actions(self.accessible))]

    def act(self, action=None):
        """Does the named action, or the first: what a click does."""
        names = self.actions()
        if not names:
            inner = self.look(self.role)  # a menu button leaves acting to the button in it
            if inner is not None:
                inner.act(action)
                return
            raise AssertionError('%s %r can do nothing' % (self.role, self.name))
        index = names.index(action) if action is not None else 0
        if not Atspi.Action.do_action(self.accessible, index):
            raise AssertionError('%s %r refused %s' % (self.role, self.name, names[index]))

    def type(self, text):
        if not Atspi.EditableText.set_text_contents(self.accessible, text):
            raise AssertionError('%s %r takes no text' % (self.role, self.name))

    def text(self):
        return Atspi.Text.get_text(self.accessible, 0,
                                   Atspi.Text.get_character_count(self.accessible))

    def value(self):
        return Atspi.Value.get_current_value(self.accessible)

    def set_value(self, value):
        if not Atspi.Value.set_current_value(self.accessible, value):
            raise AssertionError('%s %r takes no value' % (self.role, self.name))

    def extents(self):
        """x, y, width, height in the window. Coordinates of the screen make GTK 4.8 warn."""
        rectangle = Atspi.Component.get_extents(self.accessible, Atspi.CoordType.WINDOW)
        return rectangle.x, rectangle.y, rectangle.width, rectangle.height

    def labels(self):
        """What can be read in it, in order."""
        return [node.name for node in self.walk() if node.role == 'label']


def application(name, timeout=PATIENCE):
    """The accessible root of a running program, once it has a window."""
    def look():
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for i in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(i)
            if child is not None and child.get_name() == name and child.get_child_count() > 0:
                return Node(child)
        return None
    return wait(look, 'the program ' + name, timeout)


def windows(root):
    """The toplevel windows of a program."""
    return list(root.children())


def window_ids(process, title):
    """The X windows of a process that are shown and have this title (a regular expression)."""
    # xdotool combines its criteria with "or" by default.
    found = subprocess.run(['xdotool', 'search', '--all', '--onlyvisible', '--pid',
                            str(process.pid), '--name', title],
                           capture_output=True, text=True, timeout=PATIENCE)
    return found.stdout.split()


def window_id(process, title):
    """The newest of them, once there is one."""
    return wait(lambda: window_ids(process, title), 'the X window %r' % title)[-1]


def press(window, *keys):
    """Types keys into an X window, after it has the focus."""
    def focused():
        got = subprocess.run(['xdotool', 'getwindowfocus'], capture_output=True, text=True,
                             timeout=PATIENCE)
        if got.stdout.strip() == window:
            return True
        # Not when it has it: a window that is activated again drops its open menus.
        subprocess.run(['xdotool', 'windowactivate', window], capture_output=True,
                       timeout=PATIENCE)
        return False
    wait(focused, 'the focus of window ' + window)
    subprocess.run(['xdotool', 'key', '--delay', '20', *keys], check=True, timeout=PATIENCE)


def dump(node, depth=0):
    """The tree as text: what a failure report and the author of a test want to see."""
    lines = []
    for child in node.children():
        text = ''
        if child.role in ('text', 'password text'):
            text = ' text=%r' % child.text()
        about = ' (%s)' % child.description if child.description else ''
        lines.append('%s%s %r%s%s' % ('  ' * depth, child.role, child.name, about, text))
        lines.extend(dump(child, depth + 1))
    return lines
