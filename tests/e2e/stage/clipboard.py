"""Prints what is on the clipboard of the screen: its text, or with the argument "html" its rich text."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402  (versions must be chosen first)

clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
if sys.argv[1:] == ["html"]:
    rich = clipboard.wait_for_contents(Gdk.Atom.intern("text/html", False))
    text = rich.get_data().decode() if rich else ""
else:
    text = clipboard.wait_for_text()
sys.stdout.write(text or "")
