// A run that improves search, in words: where it is, what came of it, and how sure that is. Not for the texts themselves (`words`).

import { decimalText, withTimeLeft } from '../text/format';
import { words } from '../words/language';
import type { TuningPhase } from '../types/TuningPhase';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningView } from '../types/TuningView';
import type { Verdict } from '../types/Verdict';

const texts = words.tuning;

/** What each phase counts, in the order of the phases. */
const UNITS: Record<TuningPhase, keyof typeof texts.progress> = {
  generating: 'passages',
  preparing: 'texts',
  training: 'steps',
  judging: 'texts',
  embedding: 'passages',
};
const PHASES = Object.keys(UNITS) as TuningPhase[];

/** The phases of a run. It may begin with writing questions, and may end with it. Another search model only indexes. */
export function phasesOf({ kind, generates }: TuningView): TuningPhase[] {
  if (kind === 'questions') return ['generating'];
  if (kind === 'encoder') return ['embedding'];
  return generates ? PHASES : PHASES.filter((phase) => phase !== 'generating');
}

/** "Step 12 of 90 · 4 min left". */
export function progressText({ phase, done, total, seconds_left }: TuningProgress): string {
  const counted = total > 0 ? texts.progress[UNITS[phase]](done, total) : '';
  return withTimeLeft(counted, seconds_left);
}

/** "12 passages a second", "18 steps a minute": how fast a phase goes, once that is known. */
export function paceText({ phase, rate }: TuningProgress): string {
  if (rate === null) return '';
  const { second, minute } = texts.pace[UNITS[phase]];
  return rate >= 1 ? second(Math.round(rate)) : minute(Math.max(1, Math.round(rate * 60)));
}

/** Whether a run is waiting or at work. */
export function isActive({ state }: TuningView): boolean {
  return state === 'queued' || state === 'running';
}

type Result = 'questions' | 'switched' | 'applied' | 'offered' | 'unchanged';

/** What came of a run that is done. A change that is offered is applied only by the user. */
export function resultOf({ kind, activated, offered }: TuningView): Result {
  if (kind === 'questions') return 'questions';
  if (kind === 'encoder') return 'switched';
  if (activated) return 'applied';
  return offered ? 'offered' : 'unchanged';
}

/** What came of a run, in two or three words. */
export function outcomeText(run: TuningView): string {
  return texts.outcomes[run.state === 'done' ? resultOf(run) : run.state];
}

/** What came of a run, in a sentence or two. */
export function endText(run: TuningView): string {
  const { ends } = texts;
  if (run.state !== 'failed' && run.state !== 'cancelled') return ends[resultOf(run)];
  return `${ends[run.state]} ${run.generates ? ends.questionsKept : ends.nothingChanged}`;
}

/** What a change that was better rests on. */
export function basisText({ before, people }: Verdict, applied: boolean): string {
  const { basis } = texts;
  const better = basis.better(before.questions);
  const questions = people?.before.questions ?? 0;
  const yours = words.counts.questions(questions);
  if (questions === 0) return `${better}. ${basis.nobody}`;
  return applied ? basis.both(better, basis.people(yours)) : `${better}. ${basis.few(yours)}`;
}

/** Why a run changed nothing, or on what its change rests. */
export function reasonText(run: TuningView): string {
  const { verdict, reason } = run.report;
  if (resultOf(run) !== 'unchanged' && verdict) return basisText(verdict, verdict.decision.kind === 'activate');
  return reason ?? (verdict?.decision.kind === 'offer' ? texts.whyDeclined : texts.whyUnchanged);
}

/** How likely a gain is by chance: "about 3 in 100". */
export function chanceText(p: number): string {
  if (p < 0.001) return texts.chances.below;
  return p < 0.01 ? texts.chances.perThousand(Math.round(p * 1000)) : texts.chances.perHundred(Math.round(p * 100));
}

/** "+2.1", "−0.4", "±0.0": a difference of two shares. */
export function gainText(before: number, after: number): string {
  const gain = Math.round(10 * (after - before)) / 10;
  const sign = gain === 0 ? '±' : gain < 0 ? '−' : '+';
  return sign + decimalText(Math.abs(gain), 1);
}

/** "3rd": a rank in the list of results. */
export function rankText(rank: number | null): string {
  return rank === null ? texts.notFound : words.units.rank(rank);
}
