// `node tests/house/size.mjs`: the size of the product in Rust, by crate: files, and lines of code without comments, blank
// lines and tests.

import { fileURLToPath } from 'node:url';
import { argv, stdout } from 'node:process';
import { text, textFiles } from './files.mjs';

/** Files and lines of code of each crate, by its folder. */
export function sizes() {
  const found = new Map();
  for (const { path } of textFiles()) {
    const crate = /^src-tauri\/(crates\/[^/]+|src)\/.*\.rs$/.exec(path)?.[1];
    if (!crate || (crate !== 'src' && !path.startsWith(`src-tauri/${crate}/src/`))) continue;
    const size = found.get(crate) ?? { files: 0, lines: 0 };
    found.set(crate, { files: size.files + 1, lines: size.lines + codeLines(text(path)) });
  }
  return found;
}

/** Lines of code: not blank, no comment, not in the tests at the end of a file. */
function codeLines(source) {
  const tests = source.search(/^#\[cfg\(test\)\]\s*mod \w+ \{/m);
  const code = tests < 0 ? source : source.slice(0, tests);
  return code.split('\n').filter((line) => line.trim() && !line.trim().startsWith('//')).length;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const all = [...sizes()];
  const sum = (count) => all.reduce((total, [, size]) => total + count(size), 0);
  const rows = [...all, ['all', { files: sum((size) => size.files), lines: sum((size) => size.lines) }]];
  for (const [name, { files, lines }] of rows) {
    stdout.write(`${name.padEnd(20)}${String(files).padStart(5)} files${String(lines).padStart(8)} lines\n`);
  }
}
