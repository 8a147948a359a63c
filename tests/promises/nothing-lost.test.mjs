// The first promise: nothing is lost. A program that is killed in the middle of its work leaves a library that opens,
// shows as ready only what can be found, and is completed by the next run. Users' files are never written.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import test from 'node:test';
import { killed, newLibrary, run, samples } from './library.mjs';

const collection = ['--collection', 'Samples'];

test('a kill at any moment loses nothing', async () => {
  const undisturbed = newLibrary();
  const began = performance.now();
  assert.equal(
    run(undisturbed, 'add', ...samples, ...collection).status,
    0,
    'the samples can be read, a scanned page too',
  );
  const whole = performance.now() - began;
  const library = newLibrary();
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    await killed(library, whole * share, 'add', ...samples, ...collection);
    for (const { id, name, passages } of documents(library).filter(({ status }) => status === 'ready'))
      assert.ok(found(library, id) > 0, `${name} is shown as ready with ${passages} passages but finds none`);
  }
  const { status } = run(library, 'add', ...samples, ...collection);
  assert.equal(status, 0, 'the next run completes what was begun');
  assert.deepEqual(summary(library), summary(undisturbed), 'as if nothing had happened');
  undisturbed.remove();
  library.remove();
});

test('the files of users are never written', () => {
  const before = samples.map(state);
  const library = newLibrary();
  run(library, 'add', ...samples, ...collection);
  run(library, 'ask', 'What is the cap on liability?', ...collection);
  library.remove();
  assert.deepEqual(samples.map(state), before, 'neither their bytes nor their times may change');
});

/** Documents as listed; before the first job is written there may be no collection yet. */
function documents(library) {
  const { status, stdout, stderr } = run(library, 'documents', ...collection, '--json');
  const told = JSON.parse(stdout || '{}');
  if (status === 0) return told;
  assert.equal(told.error?.code, 'engine.unknown_collection', `the library must open: ${stdout}${stderr}`);
  return [];
}

function found(library, id) {
  const { stdout, stderr } = run(library, 'ask', 'agreement', ...collection, '--document', String(id), '--json');
  return stdout ? JSON.parse(stdout).hits.length : assert.fail(stderr);
}

function summary(library) {
  const told = documents(library).map(({ name, status, pages, passages }) => ({ name, status, pages, passages }));
  return told.sort((a, b) => a.name.localeCompare(b.name));
}

function state(path) {
  const { mtimeMs, mode } = statSync(path);
  return { path, mtimeMs, mode, hash: createHash('sha256').update(readFileSync(path)).digest('hex') };
}
