// Questions about passages, in words: their source and why some are inactive. Not for the texts themselves (`words`).

import { rankText } from '../tuning/describe';
import type { Imported } from '../types/Imported';
import type { QuestionPlan } from '../types/QuestionPlan';
import type { QuestionView } from '../types/QuestionView';
import type { Tally } from '../types/Tally';
import { nameOf, words } from '../words/language';
import { numberText } from '../text/format';
import type { Tallied } from './listing';

const { counts, done, questions: texts, tuning } = words;

/** A name and how many there are of it. */
export interface Counted {
  name: string;
  count: number;
}

/** Counts by code, in words, the most frequent first. */
function counted(byCode: Partial<Record<string, number>>, names: Record<string, string>): Counted[] {
  const lines = Object.entries(byCode).map(([code, count = 0]) => ({ name: nameOf(names, code), count }));
  return lines.sort((a, b) => b.count - a.count);
}

/** Why questions are inactive, and how many. */
export function rejectedLines(rejected: Partial<Record<string, number>>): Counted[] {
  return counted(rejected, texts.reasons);
}

/** Why no questions were written about passages, and how many. */
export function skippedLines(skipped: Partial<Record<string, number>>): Counted[] {
  return counted(skipped, texts.skips);
}

/** "1,240 questions (1,180 active)". */
export function talliedText({ total, used }: Tallied): string {
  return total === 0 ? texts.empty : texts.summary(counts.questions(total), numberText(used));
}

/** "Generated · ranked 1st". */
export function sourceText({ origin, rank }: QuestionView): string {
  const source = nameOf(texts.origins, origin);
  return rank === null ? source : [source, texts.ranked(rankText(rank))].join(tuning.separator);
}

/** "About 1,180 questions for 412 passages". */
export function planText({ passages, questions, unknown_language: unknown }: QuestionPlan): string {
  if (passages === 0) return unknown > 0 ? tuning.plan.none : tuning.plan.noneNeeded;
  return tuning.plan.about(counts.questions(questions), counts.passages(passages));
}

/** What a run wrote: "1,240 questions written, 1,180 active." */
export function writtenText({ asked, kept }: Tally): string {
  return asked === 0 ? tuning.noneWritten : tuning.written(counts.questions(asked), numberText(kept));
}

/** What was imported from a file of questions, or of marks. */
export function importText({ stored, unmatched }: Imported, imported = done.questionsImported): string {
  return [imported(stored), unmatched ? done.linesUnmatched(unmatched) : ''].filter(Boolean).join('; ');
}
