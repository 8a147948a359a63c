// What axe-core finds in the real window: names, roles, contrast, in eight states, light and dark.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bringAxe, violations } from './stage/axe.mjs';
import { openDisplay } from './stage/display.mjs';
import { ask, pagesDrawn, press, untilStatus } from './stage/steps.mjs';
import { openWindow } from './stage/window.mjs';

const samples = ['services-agreement.pdf', 'annual-report.pdf', 'supply-agreement.pdf'];
let display, window, folder;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
  window = await openWindow(display);
  await bringAxe(window);
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const there = (selector) => document.querySelector(selector);

test('start', async () => {
  await window.until('the first steps', there, ['[data-samples]']);
  assert.deepEqual(await violations(window), []);
});

test('hits', async () => {
  await press(window, '[data-samples]');
  await untilStatus(window, samples, 'ready');
  await ask(window, 'How much notice is needed to terminate for convenience?');
  await pagesDrawn(window);
  assert.deepEqual(await violations(window), []);
});

test('an unfolded hit, with its reasons and a mark', async () => {
  await window.key('Down', 'y');
  await window.until('a mark', there, ['li.chosen [aria-pressed="true"]']);
  await window.eval(() => document.querySelectorAll('li.chosen details').forEach((one) => (one.open = true)));
  assert.deepEqual(await violations(window), []);
});

test('help', async () => {
  await window.key('F1');
  await window.until('the keys', there, ['dialog[open] kbd']);
  assert.deepEqual(await violations(window), []);
  await window.key('Escape');
  await window.until('its end', () => !document.querySelector('dialog'));
});

test('settings', async () => {
  await window.key('ctrl+comma');
  await window.until('the settings', there, ['dialog[open] select']);
  assert.deepEqual(await violations(window), []);
  await window.key('Escape');
  await window.until('its end', () => !document.querySelector('dialog'));
});

test('the questions pane', async () => {
  await window.key('ctrl+j');
  await window.until('the selected result', there, ['[data-selected-result] [data-add]']);
  await press(window, '[data-selected-result] [data-add]');
  await window.until('the field', there, ['[data-selected-result] textarea']);
  await window.type('Who may end the agreement early?');
  await window.key('Return');
  await window.until('the question', there, ['[data-question]']);
  assert.deepEqual(await violations(window), []);
  await window.key('ctrl+j');
});

test('the pane to improve search', async () => {
  await window.key('ctrl+i');
  const ready = () => document.querySelector('#tuning article button.primary')?.disabled === false;
  await window.until('the plan', ready, [], 120_000);
  assert.deepEqual(await violations(window), []);
  await window.key('ctrl+i');
});

test('not found', async () => {
  await ask(window, 'Who is the best pizza chef in Naples?');
  await window.until('the sentence', () => /^Not found/.test(document.querySelector('[data-asked]').innerText));
  assert.deepEqual(await violations(window), []);
});

test('failure', async () => {
  const fake = join(folder, 'letter.pdf');
  writeFileSync(fake, 'Dear Sirs, this is not a PDF.');
  await window.eval((path) => {
    const { invoke } = window.__TAURI_INTERNALS__;
    return invoke('collections').then(([{ id }]) => invoke('add', { collection: id, paths: [path] }));
  }, fake);
  await untilStatus(window, ['letter.pdf'], 'failed');
  assert.deepEqual(await violations(window), []);
});
