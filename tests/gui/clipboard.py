#!/usr/bin/python3
"""Prints the text that is in the clipboard.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys

import gi

gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def main():
    loop = GLib.MainLoop()
    found = []

    def done(clipboard, result):
        try:
            found.append(clipboard.read_text_finish(result))
        except GLib.Error as error:
            print(error.message, file=sys.stderr)
        loop.quit()

    Gtk.init()
    Gdk.Display.get_default().get_clipboard().read_text_async(None, done)
    GLib.timeout_add_seconds(20, loop.quit)
    loop.run()
    sys.stdout.write(found[0] if found and found[0] else '')


if __name__ == '__main__':
    main()
