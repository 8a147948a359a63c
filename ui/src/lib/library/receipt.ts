// The answer to a drop in one line. Not for counting (`state/receipt`).

import type { Tally } from '../state/receipt.svelte';
import { words } from '../words/words';

const texts = words.library.receipt;

/** "4 added, 1 already here, 2 could not be read". */
export function receiptText({ added, here, unread }: Tally): string {
  const parts = [added && texts.added(added), here && texts.here(here), unread && texts.unread(unread)];
  return parts.filter(Boolean).join(', ') || texts.nothing;
}
