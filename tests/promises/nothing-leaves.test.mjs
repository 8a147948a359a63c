// The fifth promise: nothing leaves the machine. Every connection of the real programs is watched from outside while
// they read a document and answer a question. Fetching a model is the one thing that may connect, and is not done here.
//
// A regression: from version 1.29 ONNX Runtime tells its makers of each use, with a number that identifies the machine.
// It connects only now and then, but keeps what it has to tell in the user's cache folder at once. Therefore the files
// written are watched too.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { program } from '../../.ci/lib/place.mjs';
import { openDisplay } from '../e2e/stage/display.mjs';
import { watched } from './connections.mjs';
import { newLibrary, pincite, samples } from './library.mjs';

const collection = ['--collection', 'Samples'];
/** What the shell says of a program that was ended by the signal TERM. */
const stopped = 128 + 15;
let library;

before(() => (library = newLibrary()));
after(() => library.remove());

test('the watching itself sees connections and files', () => {
  const knock = "import socket; socket.socket().connect_ex(('127.0.0.1', 9)); open('/dev/null', 'w')";
  const { connections, written } = watched('python3', ['-c', knock]);
  assert.equal(connections.length, 1, 'if this connection is not seen, the tests below prove nothing');
  assert.ok(written.includes('/dev/null'), 'nor do they if this file is not seen');
});

test('reading documents tells nobody', () => {
  assert.ok(samples.length >= 3, 'without documents nothing is read');
  const { code, stderr, ...traces } = watched(pincite, ['add', ...samples, ...collection], { env: library.env });
  assert.equal(code, 0, `the documents must really have been read: ${stderr}`);
  assertNothingLeft(traces);
});

test('answering a question tells nobody', () => {
  const question = ['ask', 'Who may end this agreement, and when?', ...collection, '--mode', 'hybrid', '--json'];
  const { code, stdout, stderr, ...traces } = watched(pincite, question, { env: library.env });
  assert.equal(code, 0, stderr);
  const { hits } = JSON.parse(stdout);
  assert.ok(hits.length > 0, 'a question that found nothing has not been through the whole search');
  const dense = hits.every(({ score }) => typeof score.dense === 'number');
  assert.ok(dense, 'the encoder must have taken part');
  assertNothingLeft(traces);
});

// A regression: the screen must outlive what is watched. A program of the session that looks for a screen that is gone
// from its socket tries one over the loopback network next.
test('the window opens no connection', async (t) => {
  const screen = await openDisplay();
  t.after(() => screen.close());
  const env = { ...library.env, DISPLAY: screen.env.DISPLAY, GDK_BACKEND: 'x11' };
  const inside = ['--', program('pincite-desktop', 'debug')];
  const { code, stderr, connections } = watched('dbus-run-session', inside, { env, seconds: 20 });
  assert.equal(code, stopped, `the window must have stayed open until it was stopped: ${stderr}`);
  assert.deepEqual(connections, [], "neither the program nor the page's engine may reach out");
});

function assertNothingLeft({ connections, written }) {
  assert.deepEqual(connections, [], 'neither documents nor questions may travel');
  const elsewhere = written.filter((path) => !path.startsWith(library.home) && !/^\/(dev|proc)\//.test(path));
  assert.deepEqual(elsewhere, [], 'everything that is kept is kept in the one folder that the user knows of');
}
