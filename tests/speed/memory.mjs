// Memory of a process and all that it started. Not for other programs of the machine.

import { processes, toldOf } from '../e2e/stage/process.mjs';

/**
 * Proportional share of memory of a process and its descendants, in megabytes: shared pages count once. By the name of
 * the program, and `all` together.
 */
export function megabytes(ancestor) {
  const parents = new Map(processes().map((process) => [process, parent(process)]));
  const descends = (process) => process === ancestor || (parents.has(process) && descends(parents.get(process)));
  const shares = { all: 0 };
  for (const process of [...parents.keys()].filter(descends)) {
    const name = toldOf(process, 'comm').trim();
    shares[name] = (shares[name] ?? 0) + share(process);
    shares.all += share(process);
  }
  return Object.fromEntries(Object.entries(shares).map(([name, kilobytes]) => [name, Math.round(kilobytes / 1024)]));
}

function parent(process) {
  const stat = toldOf(process, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** In kilobytes; 0 of a process that is gone. */
function share(process) {
  return Number(/^Pss:\s+(\d+)/m.exec(toldOf(process, 'smaps_rollup'))?.[1] ?? 0);
}
