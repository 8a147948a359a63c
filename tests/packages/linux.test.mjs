// The .deb and the .rpm: built, and the .deb unpacked over the system in a root of its own, with an empty home, without
// network and without the checkout. There it adds documents, answers, and shows its window. Not part of `npm test`, because
// a build takes long: `npm run test:packages`. PINCITE_PACKAGES=packaged tests packages that `npm run package` made.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { after, before, test } from 'node:test';
import { root } from '../../.ci/lib/place.mjs';
import { packagesOf } from '../../.ci/steps/package.mjs';
import { openDisplay } from '../e2e/stage/display.mjs';
import { run } from '../e2e/stage/process.mjs';
import { openWindow } from '../e2e/stage/window.mjs';

const profile = env.PINCITE_PACKAGES ?? 'debug';
const question = 'How much notice is needed to terminate for convenience?';
const answer = /120 days/;
const MiB = 1024 * 1024;

let folder, unpacked, home;

before(async () => {
  if (!env.PINCITE_PACKAGES) await run('node', [join(root, '.ci', 'package.mjs'), '--debug'], { cwd: root });
  folder = mkdtempSync(join(tmpdir(), 'pincite-package-'));
  [unpacked, home] = ['unpacked', 'home'].map((name) => join(folder, name));
  mkdirSync(home);
  await run('dpkg', ['-x', packaged('deb'), unpacked]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** The package of a kind. */
function packaged(kind) {
  const there = join(packagesOf(profile), kind);
  return join(
    there,
    readdirSync(there).find((name) => name.endsWith(`.${kind}`)),
  );
}

/** A command line that runs a program where only the system and the package are, with `home` as all that can be written. */
function inRoot(...more) {
  const libraries = readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`);
  const tools = ['bash', 'ldd', 'WebKitWebDriver'].map((name) => `/usr/bin/${name}`);
  const system = ['/usr/lib64', '/usr/libexec', '/usr/share', '/etc', ...libraries, ...tools].filter(existsSync);
  const installed = ['bin', 'lib'].flatMap((place) =>
    readdirSync(join(unpacked, 'usr', place)).map((name) => [
      join(unpacked, 'usr', place, name),
      `/usr/${place}/${name}`,
    ]),
  );
  const binds = [...system.map((path) => [path, path]), ...installed].flatMap((pair) => ['--ro-bind', ...pair]);
  const links = ['bin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]);
  const own = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', home, home, '--chdir', home];
  const variables = ['--setenv', 'HOME', home, '--unsetenv', 'PINCITE_HOME', '--unsetenv', 'XDG_DATA_HOME'];
  return ['bwrap', ...binds, ...links, ...own, ...variables, '--die-with-parent', ...more];
}

function pincite(...args) {
  const [command, ...before] = inRoot('--unshare-net');
  return run(command, [...before, '/usr/bin/pincite', ...args]);
}

test('both packages carry the runtime library and the models', async () => {
  const listed = await run('dpkg', ['-c', packaged('deb')]);
  const carried = ['runtime/libonnxruntime', 'models/all-MiniLM-L6-v2/model.safetensors', 'models/pincite-reranker/'];
  for (const name of carried) assert.ok(listed.includes(`usr/lib/Pincite/${name}`), `${name} is in the .deb`);
  const [deb, rpm] = ['deb', 'rpm'].map((kind) => statSync(packaged(kind)).size / MiB);
  assert.ok(rpm > 0.8 * deb, `the .rpm has ${rpm.toFixed()} MiB, the .deb ${deb.toFixed()} MiB: it carries the same`);
});

test('every library that the programs need is there', async () => {
  for (const name of ['pincite', 'pincite-desktop']) {
    const [command, ...args] = inRoot();
    const needed = await run(command, [...args, 'ldd', `/usr/bin/${name}`]);
    assert.doesNotMatch(needed, /not found/);
  }
});

test('the command line adds the samples and answers, without any set-up', async () => {
  await pincite('add', '--samples');
  const { hits } = JSON.parse(await pincite('ask', question, '--json'));
  assert.match(hits[0].quote, answer);
  const models = JSON.parse(await pincite('models', 'list', '--json'));
  assert.ok(
    models.some((model) => model.in_use),
    'the encoder of the package is in use',
  );
});

test('the window opens and answers in the same root', async () => {
  const display = await openDisplay();
  const within = inRoot('--ro-bind', '/tmp/.X11-unix', '/tmp/.X11-unix');
  const window = await openWindow(display, { home, within, binary: '/usr/bin/pincite-desktop' });
  try {
    const said = () => /Search engine ready/.test(document.body.innerText);
    await window.until('the search engine to be ready', said, [], 60_000);
    await window.eval((question) => {
      const field = document.getElementById('question');
      field.value = question;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form.requestSubmit();
    }, question);
    const first = await window.until('hits', () => document.querySelector('.hit')?.innerText, [], 60_000);
    assert.match(first, answer);
    await window.picture('package');
  } finally {
    await window.close({ keep: true });
    await display.close();
  }
});
