// Pictures of every main state of the window, as JPEG files in this folder: `node docs/pictures/make.mjs`. It needs the
// programs that the tests use. Not for judging the pictures.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDisplay } from '../../tests/e2e/stage/display.mjs';
import { ask, pagesDrawn, press, untilStatus } from '../../tests/e2e/stage/steps.mjs';
import { openWindow } from '../../tests/e2e/stage/window.mjs';

/** All pictures together: a clone should stay light. */
const MOST_BYTES = 4 * 1024 * 1024;
const SAMPLES = ['services-agreement.pdf', 'annual-report.pdf', 'supply-agreement.pdf'];
const VARIANTS = [
  { name: 'light', theme: 'light', size: [1280, 800] },
  {
    name: 'dark',
    theme: 'dark',
    size: [1280, 800],
    only: ['start', 'hits', 'all-answers', 'table', 'questions', 'tuning'],
  },
  { name: 'light-1920', theme: 'light', size: [1920, 1080], only: ['hits', 'tuning'] },
  { name: 'light-150', theme: 'light', size: [1280, 800], larger: 3, only: ['start', 'hits', 'questions'] },
];

const there = (selector) => document.querySelector(selector);

/** The states in order; each begins where the one before ended. */
const STATES = {
  async start(window) {
    await window.until('the first steps', there, ['[data-samples]']);
  },
  async ready(window) {
    await press(window, '[data-samples]');
    await untilStatus(window, SAMPLES, 'ready');
  },
  async hits(window) {
    await ask(window, 'How much notice is needed to terminate for convenience?');
    await pagesDrawn(window);
  },
  async 'all-answers'(window) {
    await ask(window, 'Which clauses limit liability?');
    await pagesDrawn(window);
  },
  async table(window) {
    await window.key('ctrl+t');
    await window.until('the lists', there, ['[data-create-grid]']);
    await press(window, '[data-create-grid]');
    await window.until(
      'a filled column',
      () => document.querySelectorAll("[data-cell][data-state='found']").length > 6,
      [],
      120_000,
    );
  },
  async questions(window) {
    await window.key('ctrl+j');
    await window.until('the questions', there, ['#questions']);
  },
  async tuning(window) {
    await window.key('ctrl+j', 'ctrl+i');
    await window.until('the plan', there, ['#tuning article button.primary']);
  },
  async 'no-match'(window) {
    await window.key('ctrl+i');
    await ask(window, 'Who is the best pizza chef in Naples?');
  },
  async settings(window) {
    await window.key('ctrl+comma');
    await window.until('the settings', there, ['dialog[open] select']);
  },
  async help(window) {
    await window.key('Escape', 'F1');
    await window.until('the keys', there, ['dialog[open] kbd']);
  },
  async failure(window, folder) {
    await window.key('Escape');
    const file = join(folder, 'letter.pdf');
    writeFileSync(file, 'Dear Sirs, this is not a PDF.');
    await window.eval((path) => {
      const { invoke } = window.__TAURI_INTERNALS__;
      return invoke('collections').then(([{ id }]) => invoke('add', { collection: id, paths: [path] }));
    }, file);
    await untilStatus(window, ['letter.pdf'], 'failed');
  },
};

async function take(display, folder, { name, theme, size, larger = 0, only }) {
  const window = await openWindow(display, { size, dark: theme === 'dark' });
  try {
    if (larger) await window.key(...Array(larger).fill('ctrl+plus'));
    for (const [state, reach] of Object.entries(STATES)) {
      await reach(window, folder);
      if (!only || only.includes(state)) await save(window, `${state}-${name}`);
    }
  } finally {
    await window.close();
  }
}

async function save(window, name) {
  // Messages go, and pictures of pages come.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const picture = Buffer.from(await window.screenshot(), 'base64');
  const script = join(import.meta.dirname, 'jpeg.py');
  execFileSync('/usr/bin/python3', [script, join(import.meta.dirname, `${name}.jpg`)], { input: picture });
  console.log(name);
}

const folder = mkdtempSync(join(tmpdir(), 'pincite-pictures-'));
const display = await openDisplay();
try {
  for (const variant of VARIANTS) await take(display, folder, variant);
} finally {
  await display.close();
  rmSync(folder, { recursive: true, force: true });
}
const pictures = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jpg'));
const bytes = pictures.reduce((sum, name) => sum + statSync(join(import.meta.dirname, name)).size, 0);
console.log(`${pictures.length} pictures, ${(bytes / 1024 / 1024).toFixed(1)} MiB`);
if (bytes > MOST_BYTES) throw new Error('The pictures are too heavy: leave some out.');
