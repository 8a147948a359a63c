// Debian and Ubuntu packages: what the command line, the window and the tests need from the system.
// Installed when that is allowed; otherwise the one line to run is printed.

import { geteuid, platform } from 'node:process';
import { read, run } from '../lib/process.mjs';
import { Remedy } from '../lib/step.mjs';

/** Packages by what they are for; each set includes nothing of the others. */
export const packages = {
  commandLine: ['build-essential', 'pkg-config'],
  window: ['libwebkit2gtk-4.1-dev', 'file', 'libssl-dev', 'librsvg2-dev', 'libxdo-dev'],
  tests: [
    ...['webkit2gtk-driver', 'xvfb', 'x11-utils', 'xdotool', 'dbus-x11', 'at-spi2-core', 'gnome-keyring'],
    ...['python3-gi', 'gir1.2-gtk-3.0', 'poppler-utils', 'qpdf', 'strace'],
    ...['libreoffice-calc-nogui', 'libreoffice-writer-nogui'],
  ],
};

/** Brings the named sets of packages about. */
export function systemPackages(...sets) {
  const wanted = sets.flatMap((set) => packages[set]);
  return {
    title: 'System packages',
    async done() {
      if (platform !== 'linux') return 'only needed on Linux';
      return (await missing(wanted)).length === 0 && `all ${wanted.length} are installed`;
    },
    async work(say) {
      const lacking = await missing(wanted);
      say(`missing: ${lacking.join(' ')}`);
      const prefix = await permission(lacking);
      await run(...apt(prefix, ['update']));
      await run(...apt(prefix, ['install', ...flags, ...lacking]));
      return `installed ${lacking.length}`;
    },
  };
}

const flags = ['--yes', '--no-install-recommends'];

async function missing(wanted) {
  const { code, stdout } = await read('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...wanted]);
  if (code === 127)
    throw new Remedy('This is not Debian or Ubuntu', `install what corresponds to: ${wanted.join(' ')}`);
  const installed = stdout.split('\n').filter((entry) => entry.endsWith(' installed'));
  const names = new Set(installed.map((entry) => entry.split(' ')[0]));
  return wanted.filter((name) => !names.has(name));
}

async function permission(lacking) {
  if (geteuid() === 0) return [];
  if ((await read('sudo', ['-n', 'true'])).code === 0) return ['sudo', '-n'];
  const command = `sudo apt-get install ${flags.join(' ')} ${lacking.join(' ')}`;
  throw new Remedy('Packages are missing and may not be installed from here', `run\n\n    ${command}\n`);
}

function apt(prefix, args) {
  const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '--quiet', ...args];
  return [command, rest];
}
