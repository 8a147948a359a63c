// `npm run setup`: everything that `npm start` and `npm test` stand on. Each step is skipped when it is already done.

import { pathToFileURL } from 'node:url';
import { argv, exit } from 'node:process';
import { commandLine, page, programs, programsAndTests } from './steps/build.mjs';
import { cargoDeny } from './steps/cargo-deny.mjs';
import { encoderForLanguages } from './steps/languages.mjs';
import { defaultModel, modelsThatComeAlong, recogniser } from './steps/model.mjs';
import { npmPackages } from './steps/npm-packages.mjs';
import { testServer } from './steps/postgres.mjs';
import { runtimeLibrary } from './steps/runtime-library.mjs';
import { systemPackages } from './steps/system-packages.mjs';
import { packagedPrograms } from './steps/package.mjs';
import { tools } from './steps/tools.mjs';
import { carryOut } from './lib/step.mjs';

/** What the `pincite` command needs to run, itself included. */
export const forCommandLine = [
  tools(),
  systemPackages('commandLine'),
  npmPackages,
  runtimeLibrary,
  commandLine,
  defaultModel('release'),
  modelsThatComeAlong('release'),
  recogniser('release'),
];

/** The same, and the encoder for many languages. */
const forLanguages = [...forCommandLine, encoderForLanguages('release')];

/** What the window needs to run, itself included. */
export const forWindow = [
  tools(),
  systemPackages('commandLine', 'window'),
  npmPackages,
  runtimeLibrary,
  page,
  programs,
  defaultModel('release'),
  modelsThatComeAlong('release'),
  recogniser('release'),
];

/** What packages are made of. */
export const forPackages = [
  tools(),
  systemPackages('commandLine', 'window'),
  npmPackages,
  runtimeLibrary,
  page,
  packagedPrograms('packaged'),
  defaultModel('packaged'),
  modelsThatComeAlong('packaged'),
  recogniser('packaged'),
];

/** What the tests need: the programs as the tests use them, and the tools that look at them. */
export const forTests = [
  tools(['fmt', 'clippy']),
  systemPackages('commandLine', 'window', 'tests'),
  npmPackages,
  runtimeLibrary,
  cargoDeny,
  testServer,
  page,
  programsAndTests,
  defaultModel('debug'),
  modelsThatComeAlong('debug'),
  recogniser('debug'),
];

if (import.meta.url === pathToFileURL(argv[1]).href) {
  const steps = { '--window': forWindow, '--languages': forLanguages };
  exit((await carryOut(steps[argv[2]] ?? forCommandLine)) ? 0 : 1);
}
