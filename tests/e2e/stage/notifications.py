"""Stands in for the desktop: takes the notifications of a session's bus, and prints the title of each on a line."""

import sys

from gi.repository import Gio, GLib

INTERFACE = """
<node><interface name="org.freedesktop.Notifications">
  <method name="Notify">
    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
  </method>
  <method name="GetCapabilities"><arg type="as" direction="out"/></method>
  <method name="GetServerInformation">
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
  </method>
</interface></node>
"""

ANSWERS = {
    "Notify": GLib.Variant("(u)", (1,)),
    "GetCapabilities": GLib.Variant("(as)", (["body"],)),
    "GetServerInformation": GLib.Variant("(ssss)", ("stage", "Pincite", "1", "1.2")),
}


def answer(_connection, _sender, _path, _interface, method, arguments, invocation):
    if method == "Notify":
        print(arguments.unpack()[3], flush=True)
    invocation.return_value(ANSWERS[method])


def connected(connection, _name):
    description = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
    connection.register_object("/org/freedesktop/Notifications", description, answer, None, None)


def named(_connection, _name):
    print("ready", flush=True)


def lost(_connection, _name):
    sys.exit("the bus gives the name of the desktop to somebody else")


NAME = "org.freedesktop.Notifications"
Gio.bus_own_name(Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, connected, named, lost)
GLib.MainLoop().run()
