// Which source file imports which other one: Rust modules of a crate, and the files of the page. Not for crates among
// each other, because Cargo refuses their circles. `node tests/house/imports.mjs` lists the circles.

import { dirname, join, normalize } from 'node:path/posix';
import { argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { text, textFiles } from './files.mjs';

/** Each source file of the product with the files that it imports: a map from path to a set of paths. */
export function imports() {
  const paths = textFiles().map(({ path }) => path);
  const graph = new Map();
  for (const crate of crates(paths)) {
    for (const [path, imported] of rustImports(crate)) graph.set(path, imported);
  }
  const page = paths.filter((path) => /^ui\/src\/.*\.(ts|svelte)$/.test(path) && !/\.test\.ts$/.test(path));
  for (const path of page) graph.set(path, pageImports(path, new Set(page)));
  return graph;
}

/** The groups of files that import each other in a circle, each sorted (Tarjan 1972). */
export function circles(graph) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const found = [];
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found;

  function visit(path) {
    order.set(path, order.size);
    lowest.set(path, order.get(path));
    stack.push(path);
    for (const next of graph.get(path) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path), lowest.get(next)));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) found.push(group.sort());
  }
}

/** The crates of the product: the root file of each, and its modules by name ("crate::score::rank") with their files. */
function crates(paths) {
  const roots = paths.filter((path) => /^src-tauri\/(crates\/[^/]+\/)?src\/(lib|main)\.rs$/.test(path));
  return roots.map((root) => {
    const folder = dirname(root);
    const own = paths.filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.rs'));
    const files = own.filter((path) => path === root || !/\/src\/(lib|main|bin\/.*)\.rs$/.test(path));
    const name = (path) => {
      const inside = path.slice(folder.length + 1).replace(/(\/mod)?\.rs$/, '');
      return path === root ? 'crate' : `crate::${inside.replaceAll('/', '::')}`;
    };
    return new Map(files.map((path) => [name(path), path]));
  });
}

function rustImports(crate) {
  const code = new Map([...crate].map(([name, path]) => [name, withoutTests(text(path))]));
  const exported = new Map([...code].map(([name, source]) => [name, exportsOf(name, source)]));
  const graph = new Map();
  for (const [name, source] of code) {
    const wanted = [...usesOf(source), ...pathsOf(source)];
    const found = wanted.map((path) => resolve(absolute(path, name, crate), crate, exported));
    const files = found.filter((module) => module && module !== name).map((module) => crate.get(module));
    graph.set(crate.get(name), new Set(files));
  }
  return graph;
}

/** Code without comments, strings and the tests at its end. */
function withoutTests(source) {
  const tests = source.search(/#\[cfg\(test\)\]\s*mod \w+ \{/);
  const code = tests < 0 ? source : source.slice(0, tests);
  return code.replace(/"(\\.|[^"\\])*"/gs, '""').replace(/\/\/[^\n]*/g, '');
}

/** Paths of private `use` items. A public one passes names on, so it is no import of its own. */
function usesOf(source) {
  return [...source.matchAll(/^\s*use ([^;]+);/gm)].flatMap(([, tree]) => leaves(tree));
}

/** Names that a module passes on: each with its path. */
function exportsOf(name, source) {
  const found = [...source.matchAll(/^pub(?:\([^)]*\))? use ([^;]+);/gm)].flatMap(([, tree]) => leaves(tree));
  return new Map(found.map((path) => [path.at(-1), path]));
}

/** Paths in the code itself. */
function pathsOf(source) {
  const code = source.replace(/^\s*(pub(\([^)]*\))? )?use [^;]+;/gm, '');
  return [...code.matchAll(/\b((?:crate|super|self)(?:::\w+)+)/g)].map(([, path]) => path.split('::'));
}

/** The leaves of a tree such as `a::{b, c::d}`, as lists of names. */
function leaves(tree) {
  const flat = tree.replace(/\s+/g, ' ').trim();
  const brace = flat.indexOf('{');
  if (brace < 0) return [flat.split(' as ')[0].split('::')];
  const before = flat.slice(0, brace).split('::').filter(Boolean);
  const inside = parts(flat.slice(brace + 1, flat.lastIndexOf('}')));
  return inside.flatMap((part) => leaves(part).map((path) => [...before, ...(path[0] === 'self' ? [] : path)]));
}

function parts(list) {
  const found = [''];
  let depth = 0;
  for (const letter of list) {
    depth += { '{': 1, '}': -1 }[letter] ?? 0;
    if (letter === ',' && depth === 0) found.push('');
    else found[found.length - 1] += letter;
  }
  return found.map((part) => part.trim()).filter(Boolean);
}

/** A path from the root of the crate; nothing for those of other crates. */
function absolute(path, module, crate) {
  let from = module.split('::');
  let rest = [...path];
  if (rest[0] === 'crate') return rest;
  if (rest[0] !== 'self' && rest[0] !== 'super')
    return crate.has([...from, rest[0]].join('::')) ? [...from, ...rest] : null;
  while (rest[0] === 'self' || rest[0] === 'super') {
    if (rest.shift() === 'super') from = from.slice(0, -1);
  }
  return [...from, ...rest];
}

/** The module in which the thing at a path is written, through the modules that pass it on. */
function resolve(path, crate, exported, seen = new Set()) {
  if (!path || seen.has(path.join('::'))) return null;
  seen.add(path.join('::'));
  for (let length = path.length; length > 0; length -= 1) {
    const module = path.slice(0, length).join('::');
    if (!crate.has(module)) continue;
    const passed = exported.get(module).get(path[length]);
    const further = passed && absolute([...passed, ...path.slice(length + 1)], module, crate);
    return (further && resolve(further, crate, exported, seen)) || module;
  }
  return null;
}

function pageImports(path, page) {
  const code = text(path).replace(/^\s*(\/\/|\*)[^\n]*/gm, '');
  const named = [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, name]) => name);
  const files = named.map((name) => {
    const target = normalize(join(dirname(path), name));
    return [target, `${target}.ts`, `${target}.svelte`, target.replace(/\.js$/, '.ts'), `${target}/index.ts`].find(
      (it) => page.has(it),
    );
  });
  return new Set(files.filter((target) => target && target !== path));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const found = circles(imports());
  for (const group of found) stdout.write(`${group.join('\n  ')}\n`);
  stdout.write(`${found.length} circles\n`);
}
