"""Writes the PNG picture on standard input as a JPEG file, which is a third as large. Argument: the file."""

import sys

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402  (the version must be chosen first)

loader = GdkPixbuf.PixbufLoader()
loader.write(sys.stdin.buffer.read())
loader.close()
loader.get_pixbuf().savev(sys.argv[1], "jpeg", ["quality"], ["80"])
