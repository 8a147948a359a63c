// Cells of a review table in words. Not for showing them.

import { pageText } from '../text/format';
import { valueText } from '../text/value';
import type { GridCell } from '../types/GridCell';
import { words } from '../words/language';

const texts = words.grid;

/** "120 days, p. 7, Unsure. Either party may …", as it is read aloud. `amended`: what says something else. */
export function answerText(cell: GridCell | undefined, amended?: string): string {
  if (!cell) return texts.notAsked;
  if (cell.problem) return cell.problem.message;
  const first = cell.state === 'not_found' ? undefined : cell.answers[0];
  if (!first) return texts.states.not_found;
  const judged = cell.judged && texts.judged[cell.judged];
  const state = judged ?? texts.states[cell.state];
  const value = first.value && valueText(first.value);
  return `${[value, pageText(first.page_label, first.page), state, amended && texts.amendedBy(amended)].filter(Boolean).join(', ')}. ${first.sentence}`;
}
