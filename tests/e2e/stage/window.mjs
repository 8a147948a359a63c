// The real window, opened under WebDriver with a home of its own.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Builder, By, Capabilities } from 'selenium-webdriver';
import { LONGEST, PYTHON, run, start, until } from './process.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'src-tauri', 'target');
/** The window's program. */
export const program = process.env.PINCITE_WINDOW ?? join(target, 'debug', 'pincite-desktop');

/** Where set-up put models and the runtime library. */
const data = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
const setUp = process.env.PINCITE_HOME || join(data, 'pincite');

/** Sample documents, and the folder for screenshots. */
export const assets = join(root, 'assets');
export const artifacts = join(root, 'tests', 'e2e', 'artifacts');

/**
 * Opens Pincite on a display, with an empty library or with `home` from an earlier window. `within` is a command line that
 * starts the driver and the window somewhere else, such as in a root of its own, with another `binary`.
 */
export async function openWindow(display, options = {}) {
  const { home = newHome(), dark = false, size = [1280, 800], binary = program, within = [] } = options;
  const env = { ...environment(display, { home, dark }), TAURI_WEBVIEW_AUTOMATION: 'true' };
  const port = await freePort();
  const [command, ...args] = [...within, 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'];
  const server = start(command, args, { env });
  await until(`WebKitWebDriver ${server.errors()}`, () => listens(port));
  const capabilities = new Capabilities({
    browserName: 'wry',
    'webkitgtk:browserOptions': { binary, args: [] },
  });
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  const window = new Window(driver, server, display, home, size);
  await window.place(size);
  return window;
}

/** Opens the window of an earlier home as a person does, without a driver: only keys and the mouse of the display reach it. */
export async function openAlone(display, { home, dark = false }) {
  const alone = start(program, [], { env: environment(display, { home, dark }), cwd: home });
  await display.xdotool('windowfocus', '--sync', await display.window('Pincite'));
  return alone;
}

/** What a window finds: a home of its own on a display. */
function environment(display, { home, dark }) {
  return {
    ...display.env,
    LC_ALL: 'C.UTF-8', // tests read English, whatever the computer speaks
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    PINCITE_HOME: home,
    GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
  };
}

/** A library of its own; models and the runtime library are those that set-up brought about. */
export function newHome() {
  const home = mkdtempSync(join(tmpdir(), 'pincite-e2e-'));
  for (const shared of ['models', 'runtime']) symlinkSync(join(setUp, shared), join(home, shared));
  return home;
}

class Window {
  constructor(driver, server, display, home) {
    Object.assign(this, { driver, server, display, home });
  }

  /** Gives the page a size, at the corner of the screen: the menu bar lies above, so that places in both are the same. */
  async place([width, height]) {
    await this.until('the menu bar', () => document.documentElement.dataset.menu);
    await this.display.place('Pincite', [0, 0], [width, height]);
    await until("the window's width", () => this.eval((width) => innerWidth === width, width));
    const bar = await until('the height of the menu bar', () => this.eval((height) => height - innerHeight, height));
    await this.display.place('Pincite', [0, -bar], [width, height + bar]);
    await until("the page's height", () => this.eval((height) => innerHeight === height, height));
  }

  /** Runs a function in the page. */
  eval(work, ...args) {
    return this.driver.executeScript(`return (${work}).apply(null, arguments)`, ...args);
  }

  find(selector) {
    return this.driver.findElement(By.css(selector));
  }

  findAll(selector) {
    return this.driver.findElements(By.css(selector));
  }

  /** Waits until a function of the page gives something true, and returns it; a failure includes the messages of the window. */
  async until(what, work, args = [], milliseconds = LONGEST) {
    try {
      return await until(what, () => this.eval(work, ...args), milliseconds);
    } catch (problem) {
      const messages = () => [...document.querySelectorAll('.notice')].map((one) => one.innerText).join(' | ');
      problem.message += `; the window shows: ${(await this.eval(messages).catch(() => '')) || 'nothing'}`;
      await this.picture(`failed-${what.replaceAll(/\W+/g, '-').slice(0, 60)}`).catch(() => undefined);
      throw problem;
    }
  }

  /** Types on the real keyboard of the display, as a user does. */
  key(...names) {
    return this.display.xdotool('key', '--delay', '40', ...names);
  }

  /** Types into the field with the focus, and waits until the field holds the text: keys reach the page later. */
  async type(text) {
    await this.display.xdotool('type', '--delay', '4', text);
    await this.until('the typed text in its field', (typed) => document.activeElement?.value?.endsWith(typed), [text]);
  }

  /** Keeps a picture of the window for people to look at. */
  async picture(name) {
    mkdirSync(artifacts, { recursive: true });
    await this.until('the window to come to rest', () =>
      document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getTiming().iterations > 9),
    );
    writeFileSync(join(artifacts, `${name}.png`), await this.screenshot(), 'base64');
  }

  /** What the window shows, as a PNG in base64. The driver waits for the next frame, and a window at rest draws none. */
  async screenshot() {
    await this.eval(() => {
      const dot = document.createElement('i');
      Object.assign(dot.style, { position: 'fixed', right: 0, bottom: 0, width: '1px', height: '1px' });
      document.body.append(dot);
      let frame = 0;
      const blink = () => (dot.style.background = frame++ % 2 ? 'rgb(0 0 0 / 0.01)' : 'transparent');
      const timer = setInterval(blink, 20);
      globalThis.endBlinking = () => (clearInterval(timer), dot.remove());
    });
    try {
      return await this.driver.takeScreenshot();
    } finally {
      await this.eval(() => globalThis.endBlinking());
    }
  }

  /** Asks the window to close, as a person does: the program ends in order. */
  async closeByItsButton() {
    const script = fileURLToPath(new URL('close_window.py', import.meta.url));
    await run(PYTHON, [script, await this.display.window('Pincite')], { env: this.display.env });
  }

  /**
   * Closes the window; its library is kept if a later window is to open it. What the page keeps is written by a process of
   * WebKit after the window is gone: it may not be ended before.
   */
  async close({ keep = false } = {}) {
    await this.driver.quit().catch(() => undefined);
    if (keep) await this.server.untilEnded('WebKitNetwork');
    await this.server.end();
    if (!keep) rmSync(this.home, { recursive: true, force: true });
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function listens(port) {
  return fetch(`http://127.0.0.1:${port}/status`).then(
    () => true,
    () => false,
  );
}
