// Memory of a process and all that it started. Not for other programs of the machine.

import { processes, toldOf } from '../e2e/stage/process.mjs';

/** Proportional share of memory of a process and its descendants, in megabytes: shared pages count once. */
export function megabytes(ancestor) {
  const parents = new Map(processes().map((process) => [process, parent(process)]));
  const descends = (process) => process === ancestor || (parents.has(process) && descends(parents.get(process)));
  const shares = [...parents.keys()].filter(descends).map(share);
  return Math.round(shares.reduce((sum, one) => sum + one, 0) / 1024);
}

function parent(process) {
  const stat = toldOf(process, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** In kilobytes; 0 of a process that is gone. */
function share(process) {
  return Number(/^Pss:\s+(\d+)/m.exec(toldOf(process, 'smaps_rollup'))?.[1] ?? 0);
}
