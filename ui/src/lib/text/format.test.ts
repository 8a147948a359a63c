import { describe, expect, it } from 'vitest';
import type { Progress } from '../types/Progress';
import {
  aboutLeft,
  bytesText,
  duration,
  fileName,
  numberText,
  pageText,
  progressShare,
  progressText,
  rangeText,
} from './format';

const progress: Progress = {
  job: 1,
  document: 1,
  collection: 1,
  phase: 'reading',
  done: 12,
  total: 60,
  rate: 12,
  seconds_left: 4,
};

describe('numbers and states', () => {
  it('groups thousands', () => {
    expect(numberText(1204)).toBe('1,204');
  });

  it('never promises less than a second', () => {
    expect(duration(0.2)).toBe('1 s');
    expect(duration(90)).toBe('2 min');
    expect(duration(3900)).toBe('1 h 5 min');
  });

  it('promises no more than minutes for several documents', () => {
    expect([3, 55, 100, 4000].map(aboutLeft)).toEqual([
      'less than a minute left',
      'about 1 min left',
      'about 2 min left',
      'about 1 h 7 min left',
    ]);
  });

  it('shows phase, units and time left, and leaves out what is unknown', () => {
    expect(progressText(progress)).toBe('Reading page 12 of 60 · 4 s left');
    expect(progressText({ ...progress, total: 0 })).toBe('Reading');
    expect(progressText({ ...progress, phase: 'splitting' })).toBe('Splitting text · 4 s left');
    const indexing = { ...progress, phase: 'embedding', done: 34, total: 37, seconds_left: null } as const;
    expect(progressText(indexing)).toBe('Indexing 34 of 37 passages');
    expect(progressText({ ...indexing, done: 0, total: 1 })).toBe('Indexing 0 of 1 passage');
  });

  it('moves the bar forward only, from phase to phase', () => {
    const phases = ['reading', 'splitting', 'embedding', 'storing'] as const;
    const shares = phases.flatMap((phase) => [0, 60].map((done) => progressShare({ ...progress, phase, done })));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('shows the printed label where it differs from the place in the file', () => {
    expect(pageText('12', 11)).toBe('p. 12');
    expect(pageText('F-12', 71)).toBe('p. F-12');
    expect(pageText('', 3)).toBe('PDF p. 4');
  });

  it('shows which part of a long list is visible', () => {
    expect(rangeText(50, 50, 12_715)).toBe('51–100 of 12,715');
    expect(rangeText(0, 0, 0)).toBe('None');
  });

  it('gives sizes in the unit that fits', () => {
    const sizes = ['0 bytes', '999 bytes', '1.0 kB', '22.7 MB', '5.0 GB'];
    expect([0, 999, 1000, 22_700_000, 5e9].map(bytesText)).toEqual(sizes);
  });

  it('names a file under either separator', () => {
    expect(fileName('/matters/a lease.pdf')).toBe('a lease.pdf');
    expect(fileName('C:\\matters\\lease.pdf')).toBe('lease.pdf');
  });
});
