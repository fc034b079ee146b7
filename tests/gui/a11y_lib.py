"""A small driver of GTK 4 programs over AT-SPI: find by role and name, act, wait; keys by xdotool.

Everything here waits on a predicate with a generous limit, which is a guard against hanging and
never a measurement. A window has a thousand nodes: they are asked by messages of D-Bus that do not
wait for each other, where libatspi waits for three answers of each, and what is known of a node for
ever is asked once. Messages by GDBus would take three times as much of this program's time.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import functools
import re
import subprocess
import time
import warnings

warnings.simplefilter('ignore')
import dbus  # noqa: E402
import dbus.bus  # noqa: E402
import dbus.mainloop.glib  # noqa: E402
import gi  # noqa: E402

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 120  # seconds
RETRY = 5  # seconds until what had no effect is done again
ATSPI = 'org.a11y.atspi.'
PROPERTIES = 'org.freedesktop.DBus.Properties'
# By the names of AT-SPI 2.46 and GTK 4.8, what later ones call otherwise.
RENAMED = {'button': 'push button', 'toggle button': 'push button', 'grouping': 'panel'}
LEAVES = ('label', 'image', 'icon', 'separator', 'page tab', 'scroll bar', 'slider')  # what is in them is theirs


def role_name(number):
    name = Atspi.role_get_name(Atspi.Role(number))
    return RENAMED.get(name, name)


@functools.cache
def connect():
    """The bus of accessibility."""
    address = dbus.SessionBus().call_blocking('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', '', ())
    return dbus.bus.BusConnection(address, mainloop=dbus.mainloop.glib.DBusGMainLoop())


class Calls:
    """Calls that are on their way to nodes."""

    def __init__(self):
        self.pending = 0
        self.loop = GLib.MainLoop()

    def send(self, place, interface, method, take, signature='', arguments=()):
        """Gives the answer to take (), unless there is none: the node has vanished."""
        def answered(*answer):
            try:
                take(*answer)
            finally:
                self.end_one()
        self.pending += 1
        connect().call_async(*place, interface, method, signature, arguments, answered, lambda _: self.end_one())

    def end_one(self):
        self.pending -= 1
        if self.pending == 0:
            self.loop.quit()

    def finish(self):
        if self.pending > 0:
            self.loop.run()


def wait(predicate, what, timeout=PATIENCE, progress=None):
    """The first true value of the predicate. A node that vanished while it was looked at counts
    as not yet. Where progress () is given, the limit begins again whenever its value changes: how long
    all of it takes depends on what else the machine does."""
    deadline = time.monotonic() + timeout
    before = None
    while True:
        try:
            value = predicate()
            if not value and progress is not None:
                now = progress()
                if now != before:
                    before, deadline = now, time.monotonic() + timeout
        except dbus.DBusException:
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

    roles = {}  # by place: a node keeps its role, and no other gets its path

    def __init__(self, place):
        self.place = place  # the name of its program on the bus, and its path

    def ask(self, interface, method, signature='', *arguments):
        """What a method returns."""
        return connect().call_blocking(*self.place, interface, method, signature, arguments)

    def read(self, interface, name):
        value = self.ask(PROPERTIES, 'Get', 'ss', ATSPI + interface, name)
        return str(value) if isinstance(value, str) else value

    @property
    def name(self):
        return self.read('Accessible', 'Name') or self.label_of_item()

    def label_of_item(self):
        """The text of what labels a menu item, which in GTK from 4.10 on is its only name."""
        if self.role.endswith('menu item'):
            for kind, places in self.ask(ATSPI + 'Accessible', 'GetRelationSet'):
                if kind == int(Atspi.RelationType.LABELLED_BY):
                    return Node(tuple(places[0])).text()
        return ''

    @property
    def role(self):
        if self.place not in self.roles:
            self.roles[self.place] = role_name(self.ask(ATSPI + 'Accessible', 'GetRole'))
        return self.roles[self.place]

    @property
    def description(self):
        return self.read('Accessible', 'Description')

    def has(self, state):
        words = self.ask(ATSPI + 'Accessible', 'GetState')
        number = int(getattr(Atspi.StateType, state))
        return bool(words[number // 32] >> number % 32 & 1)

    def usable(self):
        """GTK 4.8 says SENSITIVE and leaves ENABLED unsaid."""
        return self.has('SENSITIVE')

    def children(self):
        return [Node(tuple(place)) for place in self.ask(ATSPI + 'Accessible', 'GetChildren')]

    def walk(self):
        """All below it with their roles: each after what it is in, and after those before it."""
        calls = Calls()
        children = collections.defaultdict(list)

        def open_up(node):
            def take_children(places):
                children[node] = [Node(tuple(place)) for place in places]
                for child in children[node]:
                    open_up(child)

            def take_role(number):
                self.roles[node.place] = role_name(number)
            if node.place not in self.roles:
                calls.send(node.place, ATSPI + 'Accessible', 'GetRole', take_role)
            if self.roles.get(node.place) not in LEAVES:
                calls.send(node.place, ATSPI + 'Accessible', 'GetChildren', take_children)

        def in_order(node):
            for child in children[node]:
                if child.place in self.roles:
                    yield child
                    yield from in_order(child)
        open_up(self)
        calls.finish()
        return list(in_order(self))

    def find_all(self, role, name=None):
        nodes = [node for node in self.walk() if node.role == role]
        if name is None:
            return nodes
        names = read_names(nodes)
        pattern = re.compile(name)
        return [node for node in nodes if node in names and pattern.search(names[node] or node.label_of_item())]

    def look(self, role, name=None):
        """The first that fits, or None, at once."""
        return next(iter(self.find_all(role, name)), None)

    def find(self, role, name=None, timeout=PATIENCE):
        return wait(lambda: self.look(role, name), '%s %r' % (role, name), timeout)

    def actions(self):
        return [self.ask(ATSPI + 'Action', 'GetName', 'i', i)
                for i in range(self.read('Action', 'NActions'))]

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
        if not self.ask(ATSPI + 'Action', 'DoAction', 'i', index):
            raise AssertionError('%s %r refused %s' % (self.role, self.name, names[index]))

    def type(self, text):
        if not self.ask(ATSPI + 'EditableText', 'SetTextContents', 's', text):
            raise AssertionError('%s %r takes no text' % (self.role, self.name))

    def text(self):
        return str(self.ask(ATSPI + 'Text', 'GetText', 'ii', 0, self.read('Text', 'CharacterCount')))

    def value(self):
        return self.read('Value', 'CurrentValue')

    def set_value(self, value):
        self.ask(PROPERTIES, 'Set', 'ssv', ATSPI + 'Value', 'CurrentValue', float(value))

    def extents(self):
        """x, y, width, height in the window. Coordinates of the screen make GTK 4.8 warn."""
        return self.ask(ATSPI + 'Component', 'GetExtents', 'u', int(Atspi.CoordType.WINDOW))

    def labels(self):
        """What can be read in it, in order."""
        nodes = [node for node in self.walk() if node.role == 'label']
        names = read_names(nodes)
        return [names[node] for node in nodes if node in names]


def read_names(nodes):
    """The names of those that are still there."""
    calls = Calls()
    names = {}
    for node in nodes:
        calls.send(node.place, PROPERTIES, 'Get', lambda name, node=node: names.update({node: str(name)}), 'ss',
                   (ATSPI + 'Accessible', 'Name'))
    calls.finish()
    return names


def application(name, timeout=PATIENCE):
    """The accessible root of a running program, once it has a window."""
    desktop = Node(('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'))

    def look():
        programs = desktop.children()
        names = read_names(programs)
        return next((node for node in programs if names.get(node) == name and node.children()), None)
    return wait(look, 'the program ' + name, timeout)


def windows(root):
    """The toplevel windows of a program."""
    return list(root.children())


def is_popup(window):
    """Whether an X window is a tooltip or a menu, which newer versions of GTK give a title, too."""
    found = subprocess.run(['xwininfo', '-id', window], capture_output=True, text=True, check=False, timeout=PATIENCE)
    return 'Override Redirect State: no' not in found.stdout


def window_ids(process, title):
    """The X windows of a process that are shown and have this title (a regular expression)."""
    # xdotool combines its criteria with "or" by default.
    found = subprocess.run(['xdotool', 'search', '--all', '--onlyvisible', '--pid', str(process.pid), '--name', title],
                           capture_output=True, text=True, check=False, timeout=PATIENCE)
    return [window for window in found.stdout.split() if not is_popup(window)]


def window_id(process, title):
    """The newest of them, once there is one."""
    return wait(lambda: window_ids(process, title), 'the X window %r' % title)[-1]


# Newer keyboards of X have the symbols of these keys in five places, of which xdotool takes one that needs Alt.
FUNCTION_KEYS = {'F%d' % n: 66 + n if n < 11 else 84 + n for n in range(1, 13)}


def press(window, *keys):
    """Types keys into an X window, after it has the focus: "a", "ctrl+F5"."""
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
    sent = ['+'.join(str(FUNCTION_KEYS.get(part, part)) for part in key.split('+')) for key in keys]
    subprocess.run(['xdotool', 'key', '--delay', '20', *sent], check=True, timeout=PATIENCE)


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
