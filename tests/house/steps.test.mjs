// The steps of set-up: what is done is not done again, what fails says what to do, what cannot be checked is not passed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../../.ci/lib/place.mjs';

/** Carries out a step, written as source, in a process of its own: `{ outcome, output }`. */
function carriedOut(step, env = {}) {
  const steps = (name) => JSON.stringify(new URL(`../../.ci/${name}.mjs`, import.meta.url).href);
  const source = `
    const { carryOutOne, NotChecked, Remedy } = await import(${steps('lib/step')});
    const { runtimeLibrary } = await import(${steps('steps/runtime-library')});
    const { packages, systemPackages } = await import(${steps('steps/system-packages')});
    process.exitCode = ['passed', 'failed', 'skipped'].indexOf((await carryOutOne(${step})).outcome);`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { outcome: ['passed', 'failed', 'skipped'][ran.status], output: ran.stdout + ran.stderr };
}

test('what is done is not done again', () => {
  const { outcome, output } = carriedOut(`{ title: 'T', done: () => 'here', work: () => console.log('worked') }`);
  assert.equal(outcome, 'passed');
  assert.ok(output.includes('here') && !output.includes('worked'), output);
});

test('a failure names the problem and the remedy', () => {
  const { outcome, output } = carriedOut(`{ title: 'T', work: () => { throw new Remedy('no disk', 'buy one'); } }`);
  assert.equal(outcome, 'failed');
  assert.match(output, /no disk\n.*What to do: buy one/);
});

test('what cannot be checked has not passed', () => {
  const { outcome, output } = carriedOut(`{ title: 'T', work: () => { throw new NotChecked('no network'); } }`);
  assert.equal(outcome, 'skipped');
  assert.match(output, /not checked: no network/);
});

test('the runtime library is put in place once, and again when it was damaged', () => {
  const home = mkdtempSync(join(tmpdir(), 'pincite-home-'));
  const place = () => carriedOut('runtimeLibrary', { PINCITE_HOME: home });
  assert.match(place().output, /→/, 'the first time it is copied');
  assert.doesNotMatch(place().output, /→/, 'the second time there is nothing to do');
  const [library] = readdirSync(join(home, 'runtime'));
  writeFileSync(join(home, 'runtime', library), 'damaged');
  assert.match(place().output, /→/, 'a damaged library is replaced');
  assert.doesNotMatch(place().output, /→/, 'by a good one');
  rmSync(home, { recursive: true });
});

test('where packages may not be installed, the line to run is printed', (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can take the rights away');
  const missing = `(packages.tests.push('no-such-package'), process.seteuid(65534), systemPackages('tests'))`;
  const { outcome, output } = carriedOut(missing, { PATH: '/usr/bin:/bin', HOME: root });
  assert.equal(outcome, 'failed');
  assert.match(output, /sudo apt-get install .*no-such-package/);
});
