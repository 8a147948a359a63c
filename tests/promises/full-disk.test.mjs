// The first promise on a full disk: what is stored can be asked with no byte free, `add` says what is full and goes on
// when there is room. On a small file system in memory of this test's own, without an encoder: words are enough here.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pincite, samples } from './library.mjs';

const collection = ['--collection', 'Samples'];
const SIZE = 24 << 20;
/** Bytes in which the samples can be listed, but not stored. */
const TOO_LITTLE = 160_000;

test('with no byte free the library is read, and add goes on when there is room', async (context) => {
  const disk = await smallDisk();
  if (!disk) return context.skip('this system does not allow a file system of our own (unshare, mount)');
  try {
    await check(disk);
  } finally {
    disk.remove();
  }
});

async function check(disk) {
  const agreement = samples.find((name) => name.includes('services-agreement'));
  const added = disk.run(pincite, 'add', agreement, ...collection);
  assert.equal(added.status, 0, added.stderr);

  await disk.killedWhenStarted(pincite, 'add', ...samples, ...collection);
  disk.fill(0);
  canBeRead(disk, 'after a kill');

  disk.fill(TOO_LITTLE);
  const adding = disk.start(pincite, 'add', ...samples, ...collection);
  await adding.says(/is full/);
  disk.free();
  assert.equal(await adding.ended, 3, `add goes on by itself: ${adding.errors()}`); // one sample has a page without text
  const documents = JSON.parse(disk.run(pincite, 'documents', ...collection, '--json').stdout);
  assert.ok(
    documents.every(({ status }) => ['ready', 'partly'].includes(status)),
    JSON.stringify(documents),
  );

  disk.fill(0);
  canBeRead(disk, 'after a command that came to its end');
}

function canBeRead(disk, when) {
  for (const words of [
    ['ask', 'agreement', ...collection],
    ['documents', ...collection],
    ['status'],
    ['collections'],
  ]) {
    const { status, stdout, stderr } = disk.run(pincite, ...words, '--json');
    assert.equal(status, 0, `${words[0]} works with no byte free ${when}: ${stdout}${stderr}`);
  }
}

/** A file system in a mount namespace of its own, held by a shell; `undefined` where that is not allowed. */
async function smallDisk() {
  const home = mkdtempSync(join(tmpdir(), 'pincite-disk-'));
  const user = process.getuid() === 0 ? [] : ['--user', '--map-root-user'];
  const mount = `mount -t tmpfs -o size=${SIZE} pincite "${home}" && echo mounted && exec cat`;
  const holder = spawn('unshare', ['--mount', ...user, 'sh', '-c', mount], { stdio: ['pipe', 'pipe', 'ignore'] });
  const mounted = await new Promise((resolve) => {
    holder.on('error', () => resolve(false));
    holder.on('exit', () => resolve(false));
    holder.stdout.once('data', () => resolve(true));
  });
  if (!mounted) {
    rmSync(home, { recursive: true });
    return undefined;
  }
  return new Disk(home, holder, user.length > 0);
}

class Disk {
  constructor(home, holder, asUser) {
    const enter = ['--target', String(holder.pid), '--mount', ...(asUser ? ['--user', '--preserve-credentials'] : [])];
    Object.assign(this, { home, holder, enter });
  }

  get options() {
    return { encoding: 'utf8', timeout: 60_000, env: { ...process.env, PINCITE_HOME: this.home } };
  }

  run(...command) {
    return spawnSync('nsenter', [...this.enter, '--', ...command], this.options);
  }

  shell(command) {
    const { status, stdout, stderr } = this.run('sh', '-c', command);
    assert.equal(status, 0, stderr);
    return stdout;
  }

  start(...command) {
    const child = spawn('nsenter', [...this.enter, '--', ...command], { ...this.options, detached: true });
    let errors = '';
    child.stderr.on('data', (data) => (errors += data));
    const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
    const says = (words) => until(`"${words}" in ${errors}`, () => words.test(errors));
    return { child, ended, says, errors: () => errors };
  }

  /** Kills a command, readers and all, once it has begun a job. */
  async killedWhenStarted(...command) {
    const before = this.starts();
    const { child, ended } = this.start(...command);
    await until('a job to start', () => this.starts() > before);
    process.kill(-child.pid, 'SIGKILL');
    assert.equal(await ended, 'SIGKILL');
  }

  starts() {
    return Number(this.shell(`cat "${this.home}"/log/* | grep -c 'job starts' || true`));
  }

  /** Leaves as many bytes free. */
  fill(left) {
    this.free();
    const space = Number(this.shell(`df --output=avail -B1 "${this.home}" | tail -1`));
    this.run('sh', '-c', `head -c ${space - left} /dev/zero > "${this.home}/ballast"`);
  }

  free() {
    this.shell(`rm -f "${this.home}/ballast"`);
  }

  remove() {
    this.holder.kill();
    rmSync(this.home, { recursive: true, force: true });
  }
}

async function until(what, look, milliseconds = 60_000) {
  const limit = Date.now() + milliseconds;
  while (!(await look())) {
    assert.ok(Date.now() < limit, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
