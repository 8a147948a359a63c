"""A small window in the lower right corner from which the files named on the command line can be dragged."""

import pathlib
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402  (versions must be chosen first)


def offer(_widget, _context, data, _info, _time, uris):
    data.set_uris(uris)


def main(paths):
    uris = [pathlib.Path(path).resolve().as_uri() for path in paths]
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.set_default_size(120, 80)
    window.move(1800, 1000)
    box = Gtk.EventBox()
    box.add(Gtk.Label(label=f"{len(uris)} files"))
    box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
    box.drag_source_add_uri_targets()
    box.connect("drag-data-get", offer, uris)
    window.add(box)
    window.connect("map-event", lambda *_: print("ready", flush=True))
    window.show_all()
    Gtk.main()


main(sys.argv[1:])
