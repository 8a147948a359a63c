// A bus of its own for a display, on which notifications of the system are heard.

import { fileURLToPath } from 'node:url';
import { PYTHON, start, until } from './process.mjs';

const listener = fileURLToPath(new URL('notifications.py', import.meta.url));

/** Windows opened on the display from now on speak on this bus. `titles` are those of the notifications so far. */
export async function hearNotifications(display) {
  const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address=1']);
  const address = reading(bus);
  await until(`a bus ${bus.errors()}`, () => address.lines().length > 0);
  display.env.DBUS_SESSION_BUS_ADDRESS = address.lines()[0];
  const desktop = start(PYTHON, [listener], { env: display.env });
  const heard = reading(desktop);
  await until(`the desktop ${desktop.errors()}`, () => heard.lines().includes('ready'));
  return {
    titles: () => heard.lines().slice(1),
    end: () => Promise.all([desktop.end(), bus.end()]),
  };
}

/** Whole lines that a process has printed so far. */
function reading({ child }) {
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  return { lines: () => text.split('\n').slice(0, -1) };
}
