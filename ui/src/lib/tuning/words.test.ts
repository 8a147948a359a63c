import { describe, expect, it } from 'vitest';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningView } from '../types/TuningView';
import {
  bytesText,
  chanceText,
  endText,
  gainText,
  outcomeText,
  paceText,
  phasesOf,
  progressText,
  rankText,
} from './words';

const progress: TuningProgress = {
  run: 1,
  collection: 1,
  phase: 'training',
  done: 12,
  total: 90,
  rate: 0.3,
  seconds_left: 240,
  device: 'cpu',
  loss: 2.1,
  examined: null,
};

describe('a run in words', () => {
  it('tells units and time left, and leaves out what is unknown', () => {
    expect(progressText(progress)).toBe('Step 12 of 90 · 4 min left');
    expect(progressText({ ...progress, phase: 'embedding', total: 2400, done: 1000, seconds_left: null })).toBe(
      'Passage 1,000 of 2,400',
    );
    expect(progressText({ ...progress, total: 0, seconds_left: null })).toBe('');
  });

  it('tells a run that only asked from one that kept the base', () => {
    const done = { state: 'done', activated: false } as TuningView;
    expect(outcomeText({ ...done, kind: 'questions' })).toBe('Questions written');
    expect(outcomeText({ ...done, kind: 'tuning' })).toBe('Base kept');
  });

  it('has the phases that the run goes through, and no others', () => {
    const names = (run: Partial<TuningView>) => phasesOf(run as TuningView).map(({ phase }) => phase);
    const learning = ['preparing', 'training', 'judging', 'embedding'];
    expect(names({ kind: 'tuning', asks: true })).toEqual(['asking', ...learning]);
    expect(names({ kind: 'tuning', asks: false })).toEqual(learning);
    expect(names({ kind: 'questions', asks: true })).toEqual(['asking']);
  });

  it('tells how fast it goes, in units a person can picture', () => {
    expect(paceText({ ...progress, phase: 'asking', rate: 47.6 })).toBe('48 passages a second');
    expect(paceText(progress)).toBe('18 steps a minute');
    expect(paceText({ ...progress, rate: null })).toBe('');
  });

  it('never claims that written questions are gone', () => {
    const cancelled = { state: 'cancelled', kind: 'tuning', asks: false, activated: false } as TuningView;
    expect(endText(cancelled)).toBe('Cancelled. Everything is as before.');
    expect(endText({ ...cancelled, asks: true })).toMatch(/but for the questions/);
    expect(endText({ ...cancelled, kind: 'questions' })).toMatch(/kept/);
    expect(endText({ ...cancelled, state: 'done', kind: 'questions' })).toBe('The questions are written.');
  });

  it('never calls a chance nothing', () => {
    expect(chanceText(0)).toBe('less than 1 in 1,000');
    expect(chanceText(0.004)).toBe('about 4 in 1,000');
    expect(chanceText(0.032)).toBe('about 3 in 100');
  });

  it('shows gains and losses with their sign', () => {
    expect(gainText(80, 82.06)).toBe('+2.1');
    expect(gainText(80, 79.6)).toBe('−0.4');
    expect(gainText(80, 79.99)).toBe('±0.0');
  });

  it('names ranks', () => {
    const ranks = [1, 2, 3, 4, 11, 12, 13, 21, 100, null];
    const said = ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '100th', 'not found'];
    expect(ranks.map(rankText)).toEqual(said);
  });

  it('gives sizes in the unit that fits', () => {
    expect([0, 999, 1000, 22_700_000, 5e9].map(bytesText)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '22.7 MB',
      '5.0 GB',
    ]);
  });
});
