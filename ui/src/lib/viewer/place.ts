// Where somebody reads.

import type { Highlight } from '../types/Highlight';
import type { Anchor } from './stack';

/** What the viewer needs to know of a document. */
export interface Shown {
  id: number;
  name: string;
  hash: string;
}

/** Where somebody was reading, and what was marked there. */
export interface Place {
  document: Shown;
  anchor: Anchor;
  highlights: Highlight[];
}
