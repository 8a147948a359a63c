// The tour in the terminal: the sample documents are read, a question is asked, and the page of the first hit is drawn
// with its highlight. It uses the `pincite` command as anyone would.

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { home, program, root } from './lib/place.mjs';
import { read, run } from './lib/process.mjs';
import { Remedy } from './lib/step.mjs';

const question = 'How long must confidential information be kept secret after the agreement ends?';
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

function addSamples() {
  const assets = join(root, 'assets');
  const samples = readdirSync(assets).filter((name) => name.endsWith('.pdf'));
  return run(pincite, ['add', ...samples.map((name) => join(assets, name)), ...collection]);
}

async function drawFirstHit(say) {
  const asked = await read(pincite, ['ask', question, ...collection, '-k', '1', '--json']);
  const hit = asked.code === 0 ? JSON.parse(asked.stdout).hits[0] : undefined;
  if (!hit) throw new Remedy(`the question found nothing\n${asked.stderr}`, 'see whether the samples were read, above');
  mkdirSync(join(root, 'out'), { recursive: true });
  const page = ['--page', String(hit.page + 1), '--hit', String(hit.id)];
  await run(pincite, ['show', String(hit.document), ...page, '--out', picture]);
  say(`${hit.citation}: ${picture}`);
}

function explain(say) {
  say(`Your library is in ${home}.`);
  say(`The command is ${pincite}: try "${pincite} --help".`);
}
