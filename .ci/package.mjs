// `npm run package`: packages to install on this kind of machine. `--debug` builds in minutes, for trying them out; other
// arguments are the kinds of packages.

import { argv, exit, platform } from 'node:process';
import { carryOut } from './lib/step.mjs';
import { forPackages } from './setup.mjs';
import { page } from './steps/build.mjs';
import { bundle, packagedPrograms, stage } from './steps/package.mjs';

const KINDS = { linux: ['deb', 'rpm'], win32: ['msi', 'nsis'], darwin: ['dmg'] };

const debug = argv.includes('--debug');
const named = argv.slice(2).filter((argument) => !argument.startsWith('--'));
const kinds = named.length ? named : KINDS[platform];
const profile = debug ? 'debug' : 'packaged';
const programs = debug ? [page, packagedPrograms(profile)] : forPackages;

exit((await carryOut([...programs, stage(profile), bundle(profile, kinds)])) ? 0 : 1);
