// Questions for a list: grouped by passage, split into pages, and counted. Not for their wording (`describe`).

import type { Origin } from '../types/Origin';
import type { QuestionCount } from '../types/QuestionCount';
import type { QuestionView } from '../types/QuestionView';

/** Neighbouring questions about the same passage. */
export interface PassageGroup {
  key: string;
  /** The first one of its document on this page. */
  first: boolean;
  /** What all of them have in common. */
  about: QuestionView;
  questions: QuestionView[];
}

/** How many questions come from one place. */
export interface OriginTally {
  origin: Origin;
  used: number;
  unused: number;
}

/** All counts of a collection. */
export interface Tallied {
  total: number;
  used: number;
  /** Only where questions come from; people's first. */
  origins: OriginTally[];
  /** How many are not used, by the code of the reason. */
  rejected: Record<string, number>;
  /** How many lost their passage. */
  unplaced: number;
}

/** People's questions first. */
export const ORIGINS: readonly Origin[] = ['person', 'import', 'generator'];

/** Groups neighbouring questions by document and passage. */
export function byPassage(questions: readonly QuestionView[]): PassageGroup[] {
  const groups: PassageGroup[] = [];
  for (const question of questions) {
    const last = groups.at(-1);
    if (last && samePassage(last.about, question)) last.questions.push(question);
    else {
      const first = last?.about.document !== question.document;
      groups.push({ key: `${question.id}`, first, about: question, questions: [question] });
    }
  }
  return groups;
}

function samePassage(one: QuestionView, other: QuestionView): boolean {
  const same = one.document === other.document && one.passage === other.passage;
  return same && (one.passage !== null || one.passage_text === other.passage_text);
}

/** Where the last page begins. */
export function lastOffset(total: number, atATime: number): number {
  return Math.max(0, Math.ceil(total / atATime) - 1) * atATime;
}

/** Adds up what the engine counted. */
export function tallied(counts: readonly QuestionCount[]): Tallied {
  const sum = (some: readonly QuestionCount[]) => some.reduce((all, { count }) => all + count, 0);
  const origins = ORIGINS.map((origin) => {
    const here = counts.filter((one) => one.origin === origin);
    const used = sum(here.filter(({ rejected }) => rejected === null));
    return { origin, used, unused: sum(here) - used };
  });
  const rejected: Record<string, number> = {};
  for (const { rejected: reason, count } of counts) {
    if (reason) rejected[reason.code] = (rejected[reason.code] ?? 0) + count;
  }
  return {
    total: sum(counts),
    used: origins.reduce((all, { used }) => all + used, 0),
    origins: origins.filter(({ used, unused }) => used + unused > 0),
    rejected,
    unplaced: counts.reduce((all, { unplaced }) => all + unplaced, 0),
  };
}
