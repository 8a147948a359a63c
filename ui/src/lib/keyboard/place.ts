import type { Place } from './keys';

/** Where a key was pressed. A passage in the list is no control here: arrows go on to the next one. */
export function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')) return 'field';
  if (target.closest('.hit')) return 'elsewhere';
  return target.closest('button, summary, input, [role="region"], [role="separator"]') ? 'control' : 'elsewhere';
}
