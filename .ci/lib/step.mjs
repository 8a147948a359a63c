// A step: something to bring about or to check, with a title. This room carries steps out, one after the other, and
// times them. Not for knowing any particular step.
//
// A step is `{ title, done?, work }`. `done()` says, as a short text, why there is nothing to do, or returns nothing.
// `work(say)` does it and throws a `Remedy` if it cannot, or `NotChecked` if what it needs is out of reach; it may
// return a short note.

import { dim, green, heading, line, red, yellow } from './terminal.mjs';

/** A failure that people can do something about. */
export class Remedy extends Error {
  constructor(problem, remedy) {
    super(problem);
    this.remedy = remedy;
  }
}

/** Neither right nor wrong: what the check needs cannot be reached from here. */
export class NotChecked extends Error {}

/** Carries out every step, stopping at the first failure. Returns whether all is well. */
export async function carryOut(steps) {
  for (const step of steps) {
    if ((await carryOutOne(step)).outcome === 'failed') return false;
  }
  return true;
}

/** Carries out one step and returns `{ title, outcome, seconds, note }`. */
export async function carryOutOne(step) {
  const began = performance.now();
  heading(step.title);
  const { outcome, note } = await attempt(step);
  const seconds = (performance.now() - began) / 1000;
  line(`${marks[outcome]} ${step.title} ${dim(`${seconds.toFixed(1)} s${note ? ` · ${note}` : ''}`)}`);
  return { title: step.title, outcome, seconds, note };
}

const marks = { passed: green('✓'), failed: red('✗'), skipped: yellow('–') };

async function attempt(step) {
  try {
    const already = await step.done?.();
    if (already) return { outcome: 'passed', note: already };
    return { outcome: 'passed', note: await step.work((text) => line(`  ${text}`)) };
  } catch (error) {
    if (error instanceof NotChecked) return { outcome: 'skipped', note: `not checked: ${error.message}` };
    explain(error);
    return { outcome: 'failed', note: '' };
  }
}

function explain(error) {
  line(`  ${red(error instanceof Remedy ? error.message : error.stack)}`);
  if (error.remedy) line(`  What to do: ${error.remedy}`);
}
