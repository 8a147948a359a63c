// The course of a run while it goes: what was told of it before, and what each piece of news adds. Not for drawing it.

import type { Examined } from '../types/Examined';
import type { TuningCourse } from '../types/TuningCourse';
import type { TuningProgress } from '../types/TuningProgress';

/** The course with one piece of news in it. The same news twice changes nothing. */
export function follow(course: TuningCourse, { device, done, loss, examined }: TuningProgress): TuningCourse {
  return {
    ...course,
    device,
    losses: loss === null ? course.losses : withLoss(course.losses, done, loss),
    examined: examined === null ? course.examined : withExamined(course.examined, examined),
  };
}

/** Of two accounts of one run, the one that knows more at each point: news may be ahead of what was stored. */
export function joined(stored: TuningCourse, followed: TuningCourse): TuningCourse {
  const losses = [...stored.losses, ...followed.losses.slice(stored.losses.length)];
  const examined = followed.examined.reduce(withExamined, stored.examined);
  return { ...stored, device: stored.device || followed.device, losses, examined };
}

/** `step` counts from 1. Where news were missed, the loss takes the next free place. */
function withLoss(losses: readonly number[], step: number, loss: number): number[] {
  const at = Math.min(Math.max(0, step - 1), losses.length);
  return [...losses.slice(0, at), loss, ...losses.slice(at + 1)];
}

function withExamined(known: readonly Examined[], news: Examined): Examined[] {
  return [...known.filter(({ step }) => step !== news.step), news].sort((a, b) => a.step - b.step);
}
