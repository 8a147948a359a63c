// Where a key was pressed. Not for what it does (`keys`, `run`).

import type { Target } from './keys';

const FIELD = 'textarea, select, input:not([type="radio"], [type="checkbox"])';
const CONTROL = 'button, summary, input, [role="region"], [role="separator"]';
/** Lists in which letters act: results, questions, and any other list that says so. */
const LIST = '[data-hit], li:has([data-hit]), [data-question], [data-cell], [data-keys="list"]';

/** Classifies the element that has the focus. A result in the list is no control here: arrows go to the next one. */
export function targetOf(element: EventTarget | null): Target {
  if (!(element instanceof Element)) return 'elsewhere';
  if (element.matches(FIELD)) return 'field';
  if (element.closest('.hit')) return 'list';
  const control = element.closest(CONTROL) !== null;
  if (element.closest(LIST)) return control ? 'list-control' : 'list';
  if (element.closest('#pages')) return 'page';
  return control ? 'control' : 'elsewhere';
}

/** Whether what has the focus is a text field. */
export const inField = () => targetOf(document.activeElement) === 'field';
