// Numbers and states as people read them.

import type { DocumentView } from '../types/DocumentView';
import type { Phase } from '../types/Phase';
import type { Progress } from '../types/Progress';

const number = new Intl.NumberFormat('en');

/** "1 page", "1,204 pages". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${number.format(n)} ${n === 1 ? one : many}`;
}

/** "4 s", "2 min", "1 h 5 min": coarse on purpose, an estimate is no more exact than that. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const DOING: Record<Phase, string> = {
  reading: 'Reading page',
  splitting: 'Cutting passages',
  embedding: 'Indexing',
  storing: 'Storing',
};

/** "Reading page 12 of 60 · 4 s left". */
export function progressText({ phase, done, total, seconds_left }: Progress): string {
  if (total === 0) return DOING[phase].replace(/ (page|passage)$/, '');
  const left = seconds_left === null ? '' : ` · ${duration(seconds_left)} left`;
  return `${DOING[phase]} ${number.format(done)} of ${number.format(total)}${left}`;
}

/** Share done of the whole job, 0 to 1. Reading is quick and embedding slow: each phase gets its usual share. */
export function progressShare(progress: Progress): number {
  const spans: Record<Phase, [number, number]> = {
    reading: [0, 0.15],
    splitting: [0.15, 0.2],
    embedding: [0.2, 0.97],
    storing: [0.97, 1],
  };
  const [start, end] = spans[progress.phase];
  const within = progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  return start + (end - start) * within;
}

/** "60 pages · 412 passages". */
export function sizeText(document: DocumentView): string {
  return `${count(document.pages, 'page')} · ${count(document.passages, 'passage')}`;
}

/** "p. 12", or "p. F-12" where the file gives its pages printed labels. */
export function pageText(label: string, page: number): string {
  return label === String(page + 1) || label === '' ? `p. ${page + 1}` : `p. ${label}`;
}

/** "51–100 of 12,715". */
export function rangeText(offset: number, shown: number, total: number): string {
  if (shown === 0) return 'None';
  return `${number.format(offset + 1)}–${number.format(offset + shown)} of ${number.format(total)}`;
}

/** The last part of a path, whatever the system's separator. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
