// Where a key was pressed. Not for what it does (`keys`, `run`).

import type { Target } from './keys';

/** Classifies the element that has the focus. A result in the list is no control here: arrows go to the next one. */
export function targetOf(element: EventTarget | null): Target {
  if (!(element instanceof Element)) return 'elsewhere';
  if (element.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')) return 'field';
  if (element.closest('.hit')) return 'elsewhere';
  return element.closest('button, summary, input, [role="region"], [role="separator"]') ? 'control' : 'elsewhere';
}
