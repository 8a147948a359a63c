// `npm start`: sets everything up and runs Pincite: its window where there is a display, else a tour in the terminal.

import { env, exit, platform } from 'node:process';
import { carryOut } from './lib/step.mjs';
import { line } from './lib/terminal.mjs';
import { program } from './lib/place.mjs';
import { run } from './lib/process.mjs';
import { forCommandLine, forWindow } from './setup.mjs';
import { tour } from './tour.mjs';

const display = platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

if (!display) line('No display: Pincite will show itself in the terminal.');
if (!(await carryOut(display ? [...forWindow, window()] : [...forCommandLine, ...tour]))) exit(1);

function window() {
  return {
    title: 'Pincite',
    work(say) {
      say('opening the window; close it, or press Ctrl-C here, to end');
      return run(program('pincite-desktop', 'release'), []);
    },
  };
}
