// Is the headline right? Asks the questions of `headlines.jsonl` in lay words, each of its own document, and compares "found" and
// "not found" with what a reader of the document says. The public contracts are those of a benchmark folder; without one only the
// questions about the samples are asked.
//
//     node tests/panel/headlines.mjs [<bench folder>] [--program <pincite>]

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';
import { program, root } from '../../.ci/lib/place.mjs';
import { newLibrary } from '../promises/library.mjs';

const { values, positionals } = parseArgs({ options: { program: { type: 'string' } }, allowPositionals: true });
const pincite = values.program ?? program('pincite', 'release');
const [bench] = positionals;
const library = newLibrary();

function run(...args) {
  const { stdout, stderr } = spawnSync(pincite, [...args, '--json'], {
    encoding: 'utf8',
    env: { ...process.env, ...library.env },
    maxBuffer: 2 ** 28,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

function place(pdf) {
  return pdf.startsWith('assets/') ? join(root, pdf) : bench && join(bench, pdf);
}

try {
  const lines = readFileSync(join(root, 'tests/panel/headlines.jsonl'), 'utf8').split('\n').filter(Boolean);
  const asked = lines.map((line) => JSON.parse(line)).filter(({ pdf }) => place(pdf) && existsSync(place(pdf)));
  const counts = { right: 0, unsure: 0, wrong: 0, page: 0 };
  for (const pdf of new Set(asked.map((one) => one.pdf))) {
    run('add', place(pdf), '-c', pdf);
    for (const { id, question, answered, page } of asked.filter((one) => one.pdf === pdf)) {
      const { match, hits } = run('ask', question, '-c', pdf);
      const wanted = answered ? 'found' : 'not_found';
      const verdict = match === wanted ? 'right' : match === 'unsure' ? 'unsure' : 'wrong';
      counts[verdict] += 1;
      if (answered && hits[0]?.page + 1 === page) counts.page += 1;
      console.log(`${verdict}\t${id}\t${match}, wanted ${wanted}\t${question}`);
    }
  }
  const answered = asked.filter((one) => one.answered).length;
  console.log(
    `${asked.length} questions: ${counts.right} headlines right, ${counts.unsure} unsure, ${counts.wrong} wrong.`,
  );
  console.log(`The first result is on the page of the answer for ${counts.page} of ${answered}.`);
} finally {
  library.remove();
}
