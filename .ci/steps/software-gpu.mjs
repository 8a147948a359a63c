// A graphics processor in software: Mesa's Vulkan driver for the CPU, version 25 or later, with which the path of real
// graphics processors is tested on machines that have none. The packages are unpacked into the user's cache and nothing
// of the system changes, so that no other program meets a driver it did not ask for.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { cache } from '../lib/place.mjs';
import { read } from '../lib/process.mjs';
import { NotChecked } from '../lib/step.mjs';

const folder = join(cache, 'mesa-vulkan');

/** Brings the driver about and returns the environment in which programs find it. */
export async function softwareGpu() {
  if (platform !== 'linux') throw new NotChecked('only done on Linux');
  if (!existsSync(folder)) await unpack();
  const libraries = join(folder, 'usr', 'lib', triplet());
  return { VK_DRIVER_FILES: join(folder, 'driver.json'), LD_LIBRARY_PATH: libraries };
}

function triplet() {
  return readdirSync(join(folder, 'usr', 'lib')).find((name) => name.endsWith('-linux-gnu')) ?? '';
}

async function unpack() {
  const work = `${folder}.new`;
  rmSync(work, { recursive: true, force: true });
  for (const part of ['lists/partial', 'archives/partial', 'debs']) mkdirSync(join(work, part), { recursive: true });
  const apt = await sources(work);
  await demand('apt-get', [...apt, 'update']);
  for (const name of await wanted(apt)) await fetched(work, apt, name);
  writeFileSync(join(work, 'driver.json'), JSON.stringify(description()));
  for (const part of ['lists', 'archives', 'debs']) rmSync(join(work, part), { recursive: true, force: true });
  renameSync(work, folder);
}

/** Flags with which apt looks at the system's own mirror for this release and its backports, and at nothing else. */
async function sources(work) {
  const release = /^VERSION_CODENAME=(.+)$/m.exec(existsSync(osRelease) ? readFileSync(osRelease, 'utf8') : '')?.[1];
  const targets = await demand('apt-get', ['indextargets', '--format', '$(SITE) $(RELEASE)']);
  const own = targets.split('\n').map((line) => line.split(' '));
  const site = own.find((fields) => fields[1] === release)?.[0];
  if (!site) throw new NotChecked('this is not a Debian or Ubuntu whose mirror is known');
  const lines = [release, `${release}-backports`].map((suite) => `deb ${site} ${suite} main\n`);
  writeFileSync(join(work, 'sources.list'), lines.join(''));
  const places = {
    'Etc::SourceList': 'sources.list',
    'State::Lists': 'lists',
    'Cache::archives': 'archives',
    'Cache::pkgcache': 'pkgcache.bin',
    'Cache::srcpkgcache': 'srcpkgcache.bin',
  };
  const options = Object.entries(places).flatMap(([name, place]) => ['-o', `Dir::${name}=${join(work, place)}`]);
  return ['-q', ...options, '-o', 'Dir::Etc::SourceParts=/dev/null', '-o', `APT::Default-Release=${release}-backports`];
}

const osRelease = '/etc/os-release';

/** The driver, the compiler it was built with, and the loader. */
async function wanted(apt) {
  const about = await demand('apt-cache', [...apt, 'show', '--no-all-versions', driver]);
  const version = Number(/^Version: (\d+)\./m.exec(about)?.[1] ?? 0);
  if (version < 25) throw new NotChecked(`Mesa ${version} is too old for it; 25 is needed`);
  const compiler = /\blibllvm[0-9.]+\b/.exec(about)?.[0];
  return [driver, 'libvulkan1', 'libdrm2', ...(compiler ? [compiler] : [])];
}

const driver = 'mesa-vulkan-drivers';

async function fetched(work, apt, name) {
  const debs = join(work, 'debs');
  await demand('sh', ['-c', 'cd "$0" && exec apt-get "$@"', debs, ...apt, 'download', name]);
  for (const deb of readdirSync(debs)) {
    await demand('dpkg-deb', ['--extract', join(debs, deb), work]);
    rmSync(join(debs, deb));
  }
}

function description() {
  return { file_format_version: '1.0.0', ICD: { library_path: 'libvulkan_lvp.so', api_version: '1.4.0' } };
}

/** What a program prints; if it fails, the check cannot be made here. */
async function demand(command, args) {
  const { code, stdout, stderr } = await read(command, args);
  if (code !== 0) throw new NotChecked(`${command} cannot fetch Mesa's driver: ${stderr.trim().split('\n').at(-1)}`);
  return stdout;
}
