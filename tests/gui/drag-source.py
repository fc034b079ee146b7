#!/usr/bin/python3
"""A little window that a file can be dragged out of; it ends when the file was dropped.

    drag-source.py FILE

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys

import gi

gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def main():
    loop = GLib.MainLoop()
    window = Gtk.Window(title='Drag from here', default_width=120, default_height=120)
    label = Gtk.Label(label='a file')
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(sys.argv[1])])
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect('prepare', lambda *_: Gdk.ContentProvider.new_for_value(files))
    source.connect('drag-end', lambda *_: loop.quit())
    label.add_controller(source)
    window.set_child(label)
    window.present()
    loop.run()


if __name__ == '__main__':
    main()
