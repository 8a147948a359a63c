"""Prints the text on the clipboard of the screen."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402  (the version must be chosen first)

text = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text()
sys.stdout.write(text or "")
