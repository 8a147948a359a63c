// The tour in the terminal: the sample documents are read, a question is asked, and the page of the first hit is drawn
// with its highlight. It uses the `pincite` command as anyone would.

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { home, program, root } from './lib/place.mjs';
import { read, run } from './lib/process.mjs';
import { Remedy } from './lib/step.mjs';

const question = 'How much notice is needed to terminate for convenience?';
const collection = ['--collection', 'Samples'];
const pincite = program('pincite', 'release');
const picture = join(root, 'out', 'page.png');

/** The steps of the tour, in order. */
export const tour = [
  { title: 'Add the sample documents', work: addSamples },
  { title: `Ask: ${question}`, work: () => run(pincite, ['ask', question, ...collection, '-k', '3']) },
  { title: 'Draw the page of the first hit', work: drawFirstHit },
  { title: 'Where to go from here', work: explain },
];

/** One of the samples has a page without text on purpose: that is told, and is no failure. */
const partly = 3;

function addSamples() {
  const assets = join(root, 'assets');
  const samples = readdirSync(assets).filter((name) => name.endsWith('.pdf'));
  const paths = samples.map((name) => join(assets, name));
  return run(pincite, ['add', ...paths, ...collection], { fine: [0, partly] });
}

async function drawFirstHit() {
  const asked = await read(pincite, ['ask', question, ...collection, '-k', '1', '--json']);
  if (asked.code !== 0)
    throw new Remedy(`the question found nothing\n${asked.stderr}`, 'see above how the samples were read');
  const { id, document, page } = JSON.parse(asked.stdout).hits[0];
  mkdirSync(join(root, 'out'), { recursive: true });
  const hit = ['--page', String(page + 1), '--hit', String(id), '--question', question];
  await run(pincite, ['show', String(document), ...hit, ...collection, '--out', picture]);
}

function explain(say) {
  say(`Your library is in ${home}.`);
  say(`The command is ${pincite}: try "${pincite} --help".`);
}
