// Questions about passages, in words: where they come from, what became of them, and why.

import { count } from '../text/format';
import { rankText } from '../tuning/words';
import type { AskingPlan } from '../types/AskingPlan';
import type { Imported } from '../types/Imported';
import type { Origin } from '../types/Origin';
import type { QuestionView } from '../types/QuestionView';
import type { Rejection } from '../types/Rejection';
import type { Skip } from '../types/Skip';
import type { Tally } from '../types/Tally';
import type { Tallied } from './listing';

/** Where questions come from. */
export const ORIGIN_NAMES: Record<Origin, string> = {
  person: 'Yours',
  import: 'From a file',
  generator: 'Written by a generator',
  keywords: 'Keywords of the passage',
};

/** Why questions are not used. */
const REJECTED: Record<Rejection['code'], string> = {
  empty: 'No text',
  not_a_question: 'Not a question',
  too_short: 'Too short to ask for anything',
  too_long: 'Too long for a question',
  copied: 'Copied from the passage',
  repetitive: 'Repeats itself',
  duplicate: 'Asked before in the document',
  vague: 'Asks for nothing in particular',
  not_found: 'The search does not find the passage near the top',
  person: 'Set aside by you',
};

/** Why passages are not asked about. */
const SKIPPED: Record<Skip, string> = {
  heading: 'Only a heading',
  contents: 'A table of contents',
  signature: 'A place for signatures',
  boilerplate: 'Lines that stand on many pages',
  numbers: 'Only numbers',
  short: 'Too few words',
};

/** One line of counts. */
export interface Counted {
  name: string;
  count: number;
}

/** Counts by code, in words, the most frequent first; a code of another version of the program stands for itself. */
function counted(counts: Partial<Record<string, number>>, names: Record<string, string>): Counted[] {
  const lines = Object.entries(counts).map(([code, count = 0]) => ({ name: names[code] ?? code, count }));
  return lines.sort((a, b) => b.count - a.count);
}

/** Why questions are not used, and how many. */
export function rejectedLines(rejected: Partial<Record<string, number>>): Counted[] {
  return counted(rejected, REJECTED);
}

/** Why passages were not asked about, and how many. */
export function skippedLines(skipped: Partial<Record<string, number>>): Counted[] {
  return counted(skipped, SKIPPED);
}

/** "1,240 questions, 1,180 of them used". */
export function talliedText({ total, used }: Tallied): string {
  if (total === 0) return 'No questions yet';
  return `${count(total, 'question')}, ${used === total ? 'all' : used.toLocaleString('en')} of them used`;
}

/** "Keywords of the passage · found 1st". */
export function sourceText({ origin, writer, rank }: QuestionView): string {
  const from = origin === 'generator' && writer ? `Written by ${writer}` : ORIGIN_NAMES[origin];
  return rank === null ? from : `${from} · found ${rankText(rank)}`;
}

/** Who writes: the end of a sentence. */
export function writerText(writer: string): string {
  return writer === 'keywords' ? 'from keywords of the passages' : `by ${writer}`;
}

/** "About 1,180 questions on 412 passages, from keywords of the passages". */
export function askingText({ passages, questions, writer }: AskingPlan): string {
  if (passages === 0) return 'None: every passage was asked about already';
  return `About ${count(questions, 'question')} on ${count(passages, 'passage')}, ${writerText(writer)}`;
}

/** What a run wrote, in a sentence. */
export function writtenText({ asked, kept }: Tally, writer: string): string {
  if (asked === 0) return 'No questions were written: every passage worth asking about had some.';
  const verb = asked === 1 ? 'was' : 'were';
  return `${count(asked, 'question')} ${verb} written ${writerText(writer)}; ${kept.toLocaleString('en')} of them are used.`;
}

/** What became of a file of questions. */
export function importText({ stored, unmatched }: Imported): string {
  const lost = unmatched ? `; ${count(unmatched, 'line')} fit no passage here` : '';
  return `${count(stored, 'question')} imported${lost}`;
}
