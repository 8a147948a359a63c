// Two people, each with a window and a home of their own, share a library on a server: what one adds, marks and fills appears
// in the window of the other.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServer } from '../server/start.mjs';
import { openDisplay } from './stage/display.mjs';
import { run } from './stage/process.mjs';
import { add, ask, boxInSight, fill, press, untilStatus } from './stage/steps.mjs';
import { assets, newHome, openWindow, program } from './stage/window.mjs';

const agreement = join(assets, 'services-agreement.pdf');
const originals = mkdtempSync(join(tmpdir(), 'pincite-originals-'));
const PATIENCE = 300_000;

let server, ann, ben;

/** A person with a display, a home that works with the shared library, and a window. */
async function person(name) {
  const home = newHome();
  server.sql(`CREATE ROLE ${name} LOGIN`);
  writeFileSync(join(home, 'shared-library'), server.library(name));
  const display = await openDisplay();
  return { home, display, window: await openWindow(display, { home }) };
}

/** What the command says of a library, from a home of its own. */
async function pincite(home, library, ...args) {
  const command = program.replace(/pincite-desktop$/, 'pincite');
  return JSON.parse(
    await run(command, [...args, '--json', '--home', home, ...(library ? ['--library', library] : [])]),
  );
}

before(async () => {
  server = await startServer();
  const home = newHome();
  await pincite(home, server.library('postgres'), 'library', 'originals', originals);
  await pincite(home, server.library('postgres'), 'library', 'looks', '--note', 'on');
  rmSync(home, { recursive: true, force: true });
  ann = await person('ann');
  ben = await person('ben');
});

after(async () => {
  for (const someone of [ann, ben]) {
    await someone?.window.close();
    await someone?.display.close();
    if (someone) rmSync(someone.home, { recursive: true, force: true });
  }
  await server?.stop();
  rmSync(originals, { recursive: true, force: true });
});

const there = (selector) => document.querySelector(selector) !== null;

test('what one adds is hidden from the other, who sees it once they may', async () => {
  await add(ann.window, [agreement]);
  const hidden = () => document.body.innerText.includes('Drop PDFs or folders here');
  assert.ok(await ben.window.eval(hidden), 'Ben sees an empty library');
  await press(ann.window, '[data-members]');
  await ann.window.until('the maker', there, ["[data-member='ann']"]);
  await ann.window.eval(() => document.querySelector('dialog input').focus());
  await ann.window.type('bob');
  await ann.window.key('Return');
  await ann.window.until('a message', there, ["dialog [role='alert']"]);
  await fill(ann.window, 'dialog input', 'ben');
  await press(ann.window, '[data-add-member]');
  await ann.window.until('the new member', there, ["[data-member='ben']"]);
  await ann.window.picture('91-members');
  await ann.window.key('Escape');
  await ben.window.until('the collection', there, ['[data-document]']);
});

test('a file that one drops is read by the other from the shared folder', async () => {
  await untilStatus(ben.window, [agreement], 'ready');
  const [first] = await ask(ben.window, 'Which law governs the agreement?');
  assert.match(first.name, /services-agreement/);
  await boxInSight(ben.window, 'sentence');
  assert.deepEqual(readdirSync(join(ben.home, 'originals')).length, 1, 'a copy of what was looked at');
});

test('a review table that one makes is filled and marked by both', async () => {
  await ann.window.key('ctrl+t');
  await ann.window.until('the form', there, ['[data-create-grid]']);
  await press(ann.window, "#grid input[value='own']");
  await ann.window.until('the field', there, ['#grid textarea']);
  await fill(ann.window, '#grid textarea', 'What is the cap on liability?\nWhich law governs the agreement?');
  await press(ann.window, '[data-create-grid]');
  await ann.window.until('the filled table', there, ["[data-grid-state='done']"], PATIENCE);
  await ben.window.key('ctrl+t');
  await ben.window.until('the same table', () => document.querySelectorAll('[data-cell]').length === 2);
  const cells = () => [...document.querySelectorAll('[data-cell]')].map(({ dataset }) => dataset.cell);
  const [cap, law] = await ben.window.eval(cells);
  await press(ben.window, `[data-cell='${cap}']`);
  await ben.window.eval((cell) => document.querySelector(`[data-cell='${cell}']`).focus(), cap);
  await ben.window.key('y');
  await ann.window.until("Ben's mark", there, [`[data-cell='${cap}'][data-judged='right']`]);
  await press(ann.window, `[data-cell='${law}']`);
  await ann.window.eval((cell) => document.querySelector(`[data-cell='${cell}']`).focus(), law);
  await ann.window.key('y');
  await ben.window.until("Ann's mark", there, [`[data-cell='${law}'][data-judged='right']`]);
  // They differ: what was said last counts, and both see what the other said.
  await ben.window.eval((cell) => document.querySelector(`[data-cell='${cell}']`).focus(), law);
  await press(ben.window, `[data-cell='${law}']`);
  await press(ben.window, "[data-judge='absent']");
  await ann.window.until("Ben's mark", there, [`[data-cell='${law}'][data-judged='absent'] [data-others]`]);
  const said = () => document.querySelector("[data-other='ann']").textContent.trim();
  await ben.window.until("Ann's former mark", there, ["[data-other='ann']"]);
  assert.equal(await ben.window.eval(said), 'ann marked it as right.');
  await ben.window.picture('90-shared-table');
  await press(ben.window, '[data-take-back]');
  await ann.window.until('the mark is gone', (cell) => !document.querySelector(`[data-cell='${cell}'][data-judged]`), [
    law,
  ]);
  await press(ann.window, `[data-cell='${law}']`);
  await press(ann.window, "[data-judge='right']");
  await ben.window.until("Ann's mark again", there, [`[data-cell='${law}'][data-judged='right']`]);
});

test('the folder of originals shows nothing to who is let into no collection', () => {
  const files = readdirSync(originals, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  assert.equal(files.length, 1);
  const stored = readFileSync(join(files[0].parentPath, files[0].name));
  assert.ok(!stored.includes('%PDF'));
  assert.ok(!files[0].name.includes(createHash('sha256').update(readFileSync(agreement)).digest('hex')));
});

test('a collection goes to the library of a computer and back with its files, tables and marks', async () => {
  const home = newHome();
  const [name] = (await pincite(home, server.library('ann'), 'collections')).map((collection) => collection.name);
  const files = join(home, 'files');
  const copied = await pincite(home, server.library('ann'), 'library', 'copy', name, '--to', 'own', '--files', files);
  assert.deepEqual(copied, { collection: name, documents: 1, without_file: [] });
  assert.deepEqual(readFileSync(join(files, 'services-agreement.pdf')), readFileSync(agreement));
  await pincite(home, null, 'collections', 'rename', name, 'Copy');
  await pincite(home, null, 'library', 'copy', 'Copy', '--to', server.library('ann'));
  const places = [
    [server.library('ann'), name],
    [null, 'Copy'],
    [server.library('ann'), 'Copy'],
  ];
  const seen = [];
  for (const [library, collection] of places) {
    const of = ['-c', collection];
    const { hits } = await pincite(home, library, 'ask', ...of, 'Which law governs the agreement?');
    const [table] = await pincite(home, library, 'grid', 'list', ...of);
    const { cells } = await pincite(home, library, 'grid', 'show', ...of, table.name);
    const judged = cells.map(({ judged, answers }) => [judged, answers.map(({ citation }) => citation)]);
    seen.push({ hits: hits.map(({ pieces, page }) => [page, pieces]), judged });
  }
  assert.equal(seen[0].judged.length, 2);
  assert.deepEqual(seen[1], seen[0]);
  assert.deepEqual(seen[2], seen[0]);
  assert.equal((await pincite(home, server.library('ben'), 'collections')).length, 1, 'Ben was not let into the copy');
  rmSync(home, { recursive: true, force: true });
});

test('the firm knows who looked at what, and says so', async () => {
  assert.ok(await ben.window.eval(there, '[data-looks]'));
  const home = newHome();
  const looks = await pincite(home, server.library('postgres'), 'library', 'looks');
  const ofBen = looks.filter(({ person }) => person === 'ben');
  assert.ok(ofBen.some(({ question }) => question === 'Which law governs the agreement?'));
  assert.ok(
    ofBen.some(({ question, document }) => question === null && document !== null),
    'and the page that he saw',
  );
  assert.deepEqual(await pincite(home, server.library('ben'), 'library', 'looks'), []);
  await assert.rejects(pincite(home, server.library('ben'), 'library', 'looks', '--note', 'off'), /ended with 1/);
  await assert.rejects(pincite(home, server.library('ben'), 'library', 'originals', home), /ended with 1/);
  rmSync(home, { recursive: true, force: true });
});

test('the settings say which library is shared', async () => {
  await ben.window.key('ctrl+comma');
  await ben.window.until('the settings', there, ['[data-library]']);
  await press(ben.window, '[data-library]');
  await ben.window.until('the address', there, ['[data-shared]']);
  const shown = await ben.window.eval(() => document.querySelector('[data-shared]').textContent);
  assert.equal(shown, `Shared library: ${server.library('ben')}`);
});

test('a bundle is read in a window, which offers no changes of it', async () => {
  const home = newHome();
  const bundle = join(home, 'larch.pincite');
  const [name] = (await pincite(home, server.library('ann'), 'collections')).map((collection) => collection.name);
  const { key } = await pincite(home, server.library('ann'), 'library', 'bundle', name, bundle);
  await pincite(home, null, 'library', 'use', bundle, '--key', key);
  const display = await openDisplay();
  const window = await openWindow(display, { home });
  try {
    await window.until('the note', there, ['[data-read-only]']);
    const [first] = await ask(window, 'Which law governs the agreement?');
    assert.match(first.name, /services-agreement/);
    await boxInSight(window, 'sentence');
    assert.ok(!(await window.eval(there, '[data-bundle]')), 'a collection cannot be changed');
    await window.picture('92-bundle');
    await window.key('ctrl+comma');
    await window.until('the settings', there, ['[data-library]']);
    await press(window, '[data-library]');
    await window.until('who signed it', there, ['dialog [data-bundle]']);
    const shown = await window.eval(() => document.querySelector('dialog [data-bundle]').textContent);
    assert.ok(shown.includes(key), shown);
  } finally {
    await window.close();
    await display.close();
    rmSync(home, { recursive: true, force: true });
  }
});
