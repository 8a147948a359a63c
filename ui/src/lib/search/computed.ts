// Texts of computed values, and which of their figures is shown. Not for the texts around them (`words`).

import type { Answer } from '../types/Answer';
import type { ComputedAnswer } from '../types/ComputedAnswer';
import type { ComputedPart } from '../types/ComputedPart';
import type { Highlight } from '../types/Highlight';
import { words } from '../words/language';

/** "Quick ratio"; a change has no name of its own. */
export function titleOf({ name }: ComputedAnswer): string {
  return name ? name.charAt(0).toLocaleUpperCase(words.language) + name.slice(1) : words.results.computed.change;
}

/** "Total current liabilities · $24,754 million · 2020-12-26". */
export function partText({ label, figure, period }: ComputedPart): string {
  return [label, figure, period].filter(Boolean).join(' · ');
}

/** Whether a figure is what is highlighted. A closer reading brings the same figure as another object: its boxes tell. */
export function isHighlighted({ highlights }: ComputedPart, shown: readonly Highlight[]): boolean {
  return highlights.length > 0 && JSON.stringify(highlights) === JSON.stringify(shown);
}

/** Whether a figure that an answer is computed of is what is highlighted. */
export function isFigureHighlighted(answer: Answer | null, shown: readonly Highlight[]): boolean {
  return answer?.computed?.values.some(({ parts }) => parts.some((part) => isHighlighted(part, shown))) ?? false;
}
