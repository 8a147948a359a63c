// The report of a run while it is at work: what is stored of it, and what each progress event adds. Not for drawing it.

import type { Examined } from '../types/Examined';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningReport } from '../types/TuningReport';

/** The report with one event added. The same event twice changes nothing. */
export function update(report: TuningReport, { device, done, loss, examined }: TuningProgress): TuningReport {
  return {
    ...report,
    device,
    losses: loss === null ? report.losses : withLoss(report.losses, done, loss),
    examined: examined === null ? report.examined : withExamined(report.examined, examined),
  };
}

/** Joins the stored report with the one made of events, which may be ahead of it. */
export function merge(stored: TuningReport, updated: TuningReport): TuningReport {
  const losses = [...stored.losses, ...updated.losses.slice(stored.losses.length)];
  const examined = updated.examined.reduce(withExamined, stored.examined);
  return { ...stored, device: stored.device || updated.device, losses, examined };
}

/** `step` counts from 1. Where events were missed, the loss takes the next free place. */
function withLoss(losses: readonly number[], step: number, loss: number): number[] {
  const at = Math.min(Math.max(0, step - 1), losses.length);
  return [...losses.slice(0, at), loss, ...losses.slice(at + 1)];
}

function withExamined(known: readonly Examined[], added: Examined): Examined[] {
  return [...known.filter(({ step }) => step !== added.step), added].sort((a, b) => a.step - b.step);
}
