import { describe, expect, it } from 'vitest';
import type { Examined } from '../types/Examined';
import type { TuningCourse } from '../types/TuningCourse';
import type { TuningProgress } from '../types/TuningProgress';
import { follow, joined } from './course';

const start: TuningCourse = {
  writer: null,
  writer_note: null,
  questions: { asked: 0, kept: 0, rejected: {}, skipped: {} },
  device: '',
  training: 40,
  held_out: 8,
  losses: [],
  examined: [],
  verdict: null,
  reason: null,
  bytes: 0,
  seconds: 0,
};
const news: TuningProgress = {
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
const figures = (mrr10: number) => ({ questions: 8, top1: 50, top3: 75, mrr10 });
const examined = (step: number): Examined => ({ step, dense: figures(60 + step), hybrid: figures(70 + step) });

describe('the course of a run', () => {
  it('grows by each step and each examination', () => {
    let course = follow(start, { ...news, examined: examined(0) });
    course = follow(course, { ...news, done: 1, loss: 3 });
    course = follow(course, { ...news, done: 2, loss: 2 });
    expect(course.losses).toEqual([3, 2]);
    expect(course.examined.map(({ step }) => step)).toEqual([0]);
    expect(course.device).toBe('cpu');
  });

  it('takes the same news twice without drawing it twice', () => {
    const once = follow(follow(start, { ...news, loss: 3 }), { ...news, examined: examined(1) });
    expect(follow(follow(once, { ...news, loss: 3 }), { ...news, examined: examined(1) })).toEqual(once);
  });

  it('leaves no hole where news were missed', () => {
    expect(follow(start, { ...news, done: 7, loss: 2 }).losses).toEqual([2]);
  });

  it('never loses points when the stored account is behind, nor when it is ahead', () => {
    const ahead = { ...start, losses: [3, 2, 1], examined: [examined(0), examined(3)] };
    const behind = { ...start, losses: [3], examined: [examined(0)] };
    expect(joined(behind, ahead)).toEqual(ahead);
    expect(joined(ahead, behind)).toEqual(ahead);
  });
});
