// Cells of a review table in words. Not for showing them.

import { pageText } from '../text/format';
import type { GridCell } from '../types/GridCell';
import { words } from '../words/language';

const texts = words.grid;

/** "p. 7, Strong. Either party may …", as it is read aloud. */
export function answerText(cell: GridCell | undefined): string {
  if (!cell) return texts.notAsked;
  if (cell.problem) return cell.problem.message;
  const first = cell.found ? cell.answers[0] : undefined;
  if (!first) return texts.notFound;
  const judged = cell.judged && texts.judged[cell.judged];
  const strength = judged ?? (first.strength && texts.strength[first.strength]);
  return `${[pageText(first.page_label, first.page), strength].filter(Boolean).join(', ')}. ${first.sentence}`;
}
