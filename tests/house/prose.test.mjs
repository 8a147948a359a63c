// What people read is written in short sentences. The first tests show that the check itself can fail.

import assert from 'node:assert/strict';
import test from 'node:test';
import { text, textFiles } from './files.mjs';
import { AVERAGE, average, LONGEST, sentencesOfDocs, sentencesOfMarkdown, tooHard, tooLong, words } from './prose.mjs';

const guides = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['docs/figures.md', 'docs/experiments/README.md', 'tests/peers/README.md', 'research/README.md'],
  ...textFiles().flatMap(({ path }) => (/^models\/[\w-]+\/README\.md$/.test(path) ? [path] : [])),
];

const sentence = (length) => `${Array(length).fill('word').join(' ')}.`;

test('a sentence that is too long is found', () => {
  assert.deepEqual(tooHard([sentence(LONGEST)].concat(Array(9).fill('Short.'))), []);
  assert.equal(tooHard([sentence(LONGEST + 1)].concat(Array(9).fill('Short.'))).length, 1);
});

test('sentences that are too long on average are found', () => {
  assert.match(tooHard([sentence(17), sentence(20)])[0], /18\.5 words a sentence/);
  assert.equal(average([sentence(10), sentence(20)]), 15);
});

test('sentences end where people end them', () => {
  const found = sentencesOfMarkdown(
    'It reads PDFs (see "A. Word."). It costs $1.5 million, e.g. In Bonn. `x.y` runs! 3 more.',
  );
  assert.deepEqual(found.slice(-3), ['It costs $1.5 million, e.g. In Bonn.', 'code runs!', '3 more.']);
});

test('a full stop hides no long sentence', () => {
  const long = `${sentence(20).slice(0, -1)} e.g. ${sentence(20)}`;
  assert.equal(tooHard(sentencesOfMarkdown(long)).length, 2, 'a short form ends no sentence');
  assert.equal(words(sentencesOfMarkdown(`${sentence(20).slice(0, -1)}\n${sentence(20)}`)[0]), 40, 'nor does a line');
});

test('list items are sentences of their own, and text in them counts', () => {
  assert.deepEqual(sentencesOfMarkdown('- One\n  more\n- Two\n\n1. Three'), ['One more', 'Two', 'Three']);
});

test('code, tables, headings and addresses are left out', () => {
  const markdown =
    '# A heading\n\n```sh\nrun this. And That.\n```\n\n| a | b |\n|---|---|\n\n[Here](https://a.b/c) it is.';
  assert.deepEqual(sentencesOfMarkdown(markdown), ['Here it is.']);
});

test('doc comments of Rust are read, other comments and code are not', () => {
  const source =
    '//! Reads pages.\n//!\n//! Not for words.\n\n/// One\n/// item.\nfn f() {} // No.\n    //// No.\n    /// Two.';
  assert.deepEqual(sentencesOfDocs(source), ['Reads pages.', 'Not for words.', 'One item.', 'Two.']);
});

for (const guide of guides) {
  test(`${guide} is written in short sentences`, () => {
    const sentences = sentencesOfMarkdown(text(guide));
    assert.ok(sentences.length > 3, 'a text without sentences would pass every rule');
    assert.deepEqual(tooHard(sentences), [], 'one idea a sentence: cut the long ones in two');
  });
}

for (const [guide, most] of [
  ['README.md', 1200],
  ['ARCHITECTURE.md', 1750],
]) {
  test(`${guide} has at most ${most} words`, () => {
    const count = text(guide).split(/\s+/).filter(Boolean).length;
    assert.ok(count <= most, `it has ${count}: what is not for its first readers goes into another page`);
  });
}

/** Long sentences that are left in doc comments. Lower this number when you cut one in two, and never raise it. */
const LEFT = 0;

test('doc comments of Rust are written in short sentences', () => {
  const rust = textFiles().filter(({ path }) => path.endsWith('.rs'));
  const docs = rust.map(({ path }) => ({ path, sentences: sentencesOfDocs(text(path)) }));
  const long = docs.flatMap(({ path, sentences }) => tooLong(sentences).map((found) => `${path}: ${found}`));
  assert.ok(average(docs.flatMap(({ sentences }) => sentences)) < AVERAGE);
  assert.ok(long.length <= LEFT, `${long.length} sentences are too long:\n${long.join('\n')}`);
});
