// A screen of its own for the tests, with the mouse and clipboard that belong to it.

import { fileURLToPath } from 'node:url';
import { PYTHON, run, start, until } from './process.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Opens a screen of 1920 × 1080. */
export async function openDisplay() {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'];
  const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset'];
  const server = start('Xvfb', args, { stdio });
  let number = '';
  server.child.stdio[3].on('data', (data) => (number += data));
  await until(`a screen from Xvfb ${server.errors()}`, () => number.includes('\n'));
  return new Display(`:${number.trim()}`, server);
}

class Display {
  constructor(name, server) {
    this.server = server;
    this.env = { ...process.env, DISPLAY: name, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
    delete this.env.WAYLAND_DISPLAY;
  }

  xdotool(...args) {
    return run('xdotool', args.map(String), { env: this.env });
  }

  /** The number of the window that has a title; nothing if none in sight has it. */
  async find(title) {
    const found = await this.xdotool('search', '--onlyvisible', '--name', `^${title}$`).catch(() => '');
    return found.trim().split('\n').at(-1);
  }

  /** The same, once the window is there. */
  window(title) {
    return until(`a window called ${title}`, () => this.find(title));
  }

  /** Moves the window of a title to a corner of the screen and gives it a size. */
  async place(title, [x, y], [width, height]) {
    const window = await this.window(title);
    await this.xdotool('windowmove', window, x, y, 'windowsize', window, width, height, 'windowfocus', window);
  }

  /** Takes the window of a title off the screen, as a person does who goes on with other work. */
  async hide(title) {
    await this.xdotool('windowunmap', await this.window(title));
  }

  /** What a paste would bring: text, or with 'html' rich text. */
  clipboard(...kind) {
    return run(PYTHON, [here('clipboard.py'), ...kind], { env: this.env });
  }

  /**
   * Picks files up in a small window and lets them go at a place of the screen. `held` runs while they are held there,
   * `gone` once they are let go: what is dropped is fetched from the small window, which stays open until then.
   */
  async drop(paths, [x, y], held, gone) {
    const source = start(PYTHON, [here('drag_source.py'), ...paths], { env: this.env });
    await until('the drag source', () => source.child.stdout.read()?.toString().includes('ready'));
    try {
      await this.xdotool('mousemove', 1860, 1040, 'sleep', 0.2, 'mousedown', 1);
      for (const step of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1]) {
        await this.xdotool('mousemove', Math.round(1860 + (x - 1860) * step), Math.round(1040 + (y - 1040) * step));
        await this.xdotool('sleep', 0.06);
      }
      await held();
      await this.xdotool('mouseup', 1);
      await gone();
    } finally {
      await source.end();
    }
  }

  close() {
    return this.server.end();
  }
}
