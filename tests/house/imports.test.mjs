// Source files import each other in one direction: each can be read after those that it imports.

import assert from 'node:assert/strict';
import test from 'node:test';
import { circles, imports } from './imports.mjs';

test('no files import each other in a circle', () => {
  const graph = imports();
  assert.ok(graph.size > 100, 'an empty graph would let the rule pass');
  assert.deepEqual(
    circles(graph),
    [],
    'a circle has to be read at once: move what several files need into a file of its own',
  );
});
