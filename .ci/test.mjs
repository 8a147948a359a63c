// `npm test`: sets everything up and runs every check there is, then says in a table how each went and how long it took.

import { exit } from 'node:process';
import { checks } from './checks.mjs';
import { carryOutOne } from './lib/step.mjs';
import { dim, green, heading, line, red, yellow } from './lib/terminal.mjs';
import { forTests } from './setup.mjs';

const results = [];
for (const step of forTests) {
  results.push(await carryOutOne(step));
  if (results.at(-1).outcome === 'failed') break;
}
if (count('failed') === 0) {
  for (const check of checks) results.push(await carryOutOne(check));
}

heading('Summary');
for (const result of results) line(row(result));
if (results.length < forTests.length) line(red('The set-up failed, so no check was run.'));
line();
line(`${count('passed')} passed, ${count('failed')} failed${count('skipped') ? `, ${count('skipped')} skipped` : ''}`);
exit(count('failed') === 0 ? 0 : 1);

function count(outcome) {
  return results.filter((result) => result.outcome === outcome).length;
}

function row({ title, outcome, seconds, note }) {
  const paint = { passed: green, failed: red, skipped: yellow }[outcome];
  const minutes = `${(seconds / 60).toFixed(1)} min`.padStart(9);
  return `${paint(outcome.padEnd(8))}${minutes}  ${title}${note ? dim(` · ${note}`) : ''}`;
}
