// `npm run fuzz`: every fuzz target for a minute, or those that are named. It needs a nightly compiler and cargo-fuzz, so
// it is no part of `npm test`. A finding is kept below `src-tauri/fuzz/artifacts`.

import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, exit } from 'node:process';
import { manifest } from './lib/place.mjs';
import { read, run } from './lib/process.mjs';
import { carryOutOne, NotChecked } from './lib/step.mjs';

const seconds = 60;
const workspace = dirname(manifest);
const models = join(workspace, 'crates', 'models', 'tests', 'fixtures');

/** Sound files to start from, where few inputs of random bytes would get past the first check. */
const seeds = { weights: ['tiny-dpr', 'tiny-cls'], tokenizer: ['tiny-dpr', 'tiny-prompts'] };

const targets = readdirSync(join(workspace, 'fuzz', 'fuzz_targets')).map((name) => name.replace('.rs', ''));
const wanted = argv.slice(2);
const unknown = wanted.filter((name) => !targets.includes(name));
if (unknown.length > 0) {
  console.error(`There is no target ${unknown.join(', ')}. The targets are ${targets.join(', ')}.`);
  exit(2);
}
const chosen = targets.filter((name) => wanted.length === 0 || wanted.includes(name));
let failed = false;
for (const target of chosen) failed = (await carryOutOne(fuzzed(target))).outcome === 'failed' || failed;
exit(failed ? 1 : 0);

/** One target as a step. */
function fuzzed(target) {
  return { title: `Fuzz ${target}`, work: () => fuzz(target) };
}

async function fuzz(target) {
  const { code } = await read('cargo', ['+nightly', 'fuzz', '--version']);
  if (code !== 0) {
    throw new NotChecked('install "rustup toolchain install nightly" and "cargo install cargo-fuzz --locked"');
  }
  const starts = (seeds[target] ?? []).map((name) => join(models, name));
  const limits = [`-max_total_time=${seconds}`, '-timeout=20', '-rss_limit_mb=2048', '-print_final_stats=1'];
  const corpus = join(workspace, 'fuzz', 'corpus', target);
  mkdirSync(corpus, { recursive: true });
  const remedy = 'the input is below src-tauri/fuzz/artifacts: write a regression test with it, then fix the code';
  await run('cargo', ['+nightly', 'fuzz', 'run', target, corpus, ...starts, '--', ...limits], {
    cwd: workspace,
    remedy,
  });
}
