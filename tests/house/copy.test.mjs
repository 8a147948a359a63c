// What the window says about an error has no word that only its makers know. Not for the window's own texts.

import assert from 'node:assert/strict';
import test from 'node:test';
import { text, textFiles } from './files.mjs';

/** Inside words, and remedies that only a command line has. */
const inside = [
  /\b(encoder|candidate|generations?|fingerprint|embed(s|ded)?|vectors?|checkpoint|pairs|loss|job|queue|hash)\b/i,
  /\b(graph|gradient|operator|weights?|config\.json|ONNX|PINCITE_HOME|ORT_\w+)\b|content \{/i,
  /`(pincite|npm|auto|cpu)|--\w|::/,
];

/** The messages of each crate's error enum, by code. A transparent variant has the code and message of another crate. */
function messages(path) {
  const source = text(path);
  const codes = [...source.matchAll(/Self::(\w+)[^=\n]*?=> "([a-z]+\.\w+)"/g)];
  const variants = [...source.matchAll(/#\[error\(\s*"((?:[^"\\]|\\[^])*)"[^]*?\)\]\s*(\w+)/g)];
  const byVariant = new Map(variants.map(([, message, variant]) => [variant, message]));
  return codes.map(([, variant, code]) => ({ code, message: byVariant.get(variant) }));
}

const errors = textFiles()
  .map(({ path }) => path)
  .filter((path) =>
    /^src-tauri\/crates\/(pdf|ocr|models|graph|library|search|adapt|engine)\/src\/error\.rs$/.test(path),
  )
  .flatMap(messages);
const source = text('src-tauri/crates/api/src/copy.rs');
const copy = new Map();
for (const [, codes, sentence] of source.matchAll(/((?:"[a-z]+\.\w+"(?: \| )?)+) => (?:\{\s*)?"([^"]+)"/g)) {
  for (const [, code] of codes.matchAll(/"([^"]+)"/g)) copy.set(code, sentence);
}
const isInside = (sentence) => inside.some((words) => words.test(sentence));

test('every error is read with its message', () => {
  assert.ok(errors.length > 90, 'an empty listing would let everything pass');
  assert.deepEqual(
    errors.filter(({ message }) => message === undefined),
    [],
    'a code without a message cannot be checked',
  );
  assert.equal(copy.size, source.match(/"[a-z]+\.\w+"/g).length, 'all copy is read');
});

test('an error with inside words has copy', () => {
  const bare = errors.filter(({ code, message }) => isInside(message) && !copy.has(code));
  assert.deepEqual(bare, [], 'a lawyer must understand it: add copy for its code to crates/api/src/copy.rs');
});

test('copy is for an error that exists, and has no inside words', () => {
  const codes = new Set(errors.map(({ code }) => code));
  assert.deepEqual(
    [...copy.keys()].filter((code) => !codes.has(code)),
    [],
    'copy for no error is never read',
  );
  assert.deepEqual([...copy.values()].filter(isInside), [], 'copy is for people who use Pincite');
});

test('sentences about results have no inside words', () => {
  const paths = ['api/src/verdict', 'api/src/rejection', 'search/src/answer/note', 'engine/src/incomplete'];
  const sentences = paths.flatMap((path) => {
    const [product] = text(`src-tauri/crates/${path}.rs`).split('#[cfg(test)]');
    return [...product.matchAll(/"([A-Z{](?:[^"\\]|\\[^])*\.)"/g)].map(([, sentence]) => sentence);
  });
  assert.ok(sentences.length > 20, 'an empty listing would let everything pass');
  assert.deepEqual(sentences.filter(isInside), [], 'the window shows them as they are');
});
