import { describe, expect, it } from 'vitest';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningView } from '../types/TuningView';
import { verdict } from '../../fixture/verdict';
import {
  basisText,
  chanceText,
  endText,
  gainText,
  outcomeText,
  paceText,
  phasesOf,
  progressText,
  rankText,
  reasonText,
} from './describe';

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
const done = {
  state: 'done',
  kind: 'tuning',
  generates: false,
  activated: false,
  offered: false,
} as TuningView;

describe('a run in words', () => {
  it('shows units and time left, and leaves out what is unknown', () => {
    expect(progressText(progress)).toBe('Step 12 of 90 · 4 min left');
    expect(progressText({ ...progress, phase: 'embedding', total: 2400, done: 1000, seconds_left: null })).toBe(
      'Passage 1,000 of 2,400',
    );
    expect(progressText({ ...progress, total: 0, seconds_left: null })).toBe('');
  });

  it('distinguishes a change in use, a change on offer, no change, and questions only', () => {
    expect(outcomeText({ ...done, activated: true })).toBe('Applied');
    expect(outcomeText({ ...done, offered: true })).toBe('Ready to use');
    expect(outcomeText(done)).toBe('No change');
    expect(outcomeText({ ...done, kind: 'questions' })).toBe('Questions written');
    expect(outcomeText({ ...done, kind: 'encoder' })).toBe('Search model changed');
    expect(endText({ ...done, offered: true })).toMatch(/not in use yet/);
  });

  it('has the phases that the run goes through, and no others', () => {
    const training = ['preparing', 'training', 'judging', 'embedding'];
    expect(phasesOf(done)).toEqual(training);
    expect(phasesOf({ ...done, generates: true })).toEqual(['generating', ...training]);
    expect(phasesOf({ ...done, kind: 'questions', generates: true })).toEqual(['generating']);
    expect(phasesOf({ ...done, kind: 'encoder' })).toEqual(['embedding']);
  });

  it('says what a change rests on', () => {
    const people = (questions: number) => {
      const before = { ...verdict.before, questions };
      return { ...verdict, people: { before, after: before } };
    };
    expect(basisText({ ...verdict, people: null }, false)).toBe(
      'Better on 96 test questions. Nobody’s own questions were there to judge.',
    );
    expect(basisText(people(1), false)).toMatch(/Only 1 question of yours could judge, so you decide/);
    expect(basisText(people(12), true)).toBe('Better on 96 test questions, and not worse on 12 questions of yours.');
  });

  it('says why nothing changes, and never that a declined change was no better', () => {
    const run = { ...done, report: { reason: null, verdict } } as TuningView;
    const offer = { ...verdict, decision: { kind: 'offer' } } as typeof verdict;
    expect(reasonText({ ...run, report: { ...run.report, reason: 'On 5 questions…' } })).toBe('On 5 questions…');
    expect(reasonText({ ...run, report: { ...run.report, verdict: null } })).toMatch(/did not rank/);
    expect(reasonText({ ...run, report: { ...run.report, verdict: offer } })).toBe('You kept the present search.');
    expect(reasonText({ ...run, offered: true, report: { ...run.report, verdict: offer } })).toMatch(/^Better on 96/);
  });

  it('shows the speed in units a person can picture', () => {
    expect(paceText({ ...progress, phase: 'generating', rate: 47.6 })).toBe('48 passages a second');
    expect(paceText(progress)).toBe('18 steps a minute');
    expect(paceText({ ...progress, rate: null })).toBe('');
  });

  it('never claims that questions already written are gone', () => {
    const cancelled = { ...done, state: 'cancelled' } as const;
    expect(endText(cancelled)).toBe('Cancelled. Nothing has changed.');
    expect(endText({ ...cancelled, generates: true })).toMatch(/written so far are kept/);
    expect(endText({ ...cancelled, kind: 'questions', generates: true })).toMatch(/written so far are kept/);
  });

  it('never shows a probability of zero', () => {
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
    const names = ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '100th', 'not found'];
    expect(ranks.map(rankText)).toEqual(names);
  });
});
