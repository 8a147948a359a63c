import { describe, expect, it } from 'vitest';
import type { Examined } from '../types/Examined';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningReport } from '../types/TuningReport';
import { update, merge } from './progress';

const start: TuningReport = {
  writer: null,
  questions: { asked: 0, kept: 0, rejected: {}, skipped: {} },
  device: '',
  training: 40,
  held_out: 8,
  losses: [],
  examined: [],
  verdict: null,
  evidence: { people: 0, generated: 0, natural: 0 },
  reason: null,
  bytes: 0,
  seconds: 0,
};
const event: TuningProgress = {
  run: 1,
  collection: 1,
  phase: 'training',
  done: 1,
  total: 9,
  rate: null,
  seconds_left: null,
  device: 'cpu',
  loss: null,
  examined: null,
};
const metrics = (mrr10: number) => ({ questions: 8, top1: 50, top3: 75, mrr10 });
const examined = (step: number): Examined => ({ step, dense: metrics(60 + step), hybrid: metrics(70 + step) });

describe('the report of a run', () => {
  it('grows by each step and each test', () => {
    let report = update(start, { ...event, examined: examined(0) });
    report = update(report, { ...event, done: 1, loss: 3 });
    report = update(report, { ...event, done: 2, loss: 2 });
    expect(report.losses).toEqual([3, 2]);
    expect(report.examined.map(({ step }) => step)).toEqual([0]);
    expect(report.device).toBe('cpu');
  });

  it('is not changed by the same event twice', () => {
    const once = update(update(start, { ...event, loss: 3 }), { ...event, examined: examined(1) });
    expect(update(update(once, { ...event, loss: 3 }), { ...event, examined: examined(1) })).toEqual(once);
  });

  it('leaves no hole where events were missed', () => {
    expect(update(start, { ...event, done: 7, loss: 2 }).losses).toEqual([2]);
  });

  it('loses no points when the stored report is behind, nor when it is ahead', () => {
    const ahead = { ...start, losses: [3, 2, 1], examined: [examined(0), examined(3)] };
    const behind = { ...start, losses: [3], examined: [examined(0)] };
    expect(merge(behind, ahead)).toEqual(ahead);
    expect(merge(ahead, behind)).toEqual(ahead);
  });
});
