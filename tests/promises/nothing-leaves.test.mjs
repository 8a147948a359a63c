// The fifth promise: nothing leaves the machine. Every connection of the real programs is watched from outside while
// they read a document and answer a question. Fetching a model is the one thing that may connect, and is not done here.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { program } from '../../.ci/lib/place.mjs';
import { watched } from './connections.mjs';
import { newLibrary, partly, pincite, samples } from './library.mjs';

const collection = ['--collection', 'Samples'];
/** What the shell says of a program that was ended by the signal TERM. */
const stopped = 128 + 15;
let library;

before(() => (library = newLibrary()));
after(() => library.remove());

test('the watching itself sees a connection', () => {
  const knock = "import socket; socket.socket().connect_ex(('127.0.0.1', 9))";
  const { opened } = watched('python3', ['-c', knock]);
  assert.equal(opened.length, 1, 'if this connection is not seen, the tests below prove nothing');
});

test('reading documents opens no connection', () => {
  assert.ok(samples.length >= 3, 'without documents nothing is read');
  const { code, stderr, opened } = watched(pincite, ['add', ...samples, ...collection], {
    env: library.env,
  });
  assert.equal(code, partly, `the documents must really have been read: ${stderr}`);
  assert.deepEqual(opened, [], "a document's text must not travel");
});

test('answering a question opens no connection', () => {
  const question = ['ask', 'Who may end this agreement, and when?', ...collection, '--mode', 'hybrid', '--json'];
  const { code, stdout, stderr, opened } = watched(pincite, question, { env: library.env });
  assert.equal(code, 0, stderr);
  const { hits } = JSON.parse(stdout);
  assert.ok(hits.length > 0, 'a question that found nothing has not been through the whole search');
  assert.ok(
    hits.every(({ score }) => score.dense !== null),
    'the encoder must have taken part',
  );
  assert.deepEqual(opened, [], 'a question must not travel');
});

test('the window opens no connection', () => {
  const inside = ['--auto-servernum', 'dbus-run-session', '--', program('pincite-desktop', 'debug')];
  const { code, stderr, opened } = watched('xvfb-run', inside, { env: library.env, seconds: 20 });
  assert.equal(code, stopped, `the window must have stayed open until it was stopped: ${stderr}`);
  assert.deepEqual(opened, [], "neither the program nor the page's engine may reach out");
});
