// The size of the text in the window, in percent. Not for the size of a document's page (`viewer`).

import { keep, oneOf } from './keep.svelte';

const NORMAL = 100;
export const SCALES = [80, 90, 100, 110, 125, 150, 175, 200] as const;

export class Scale {
  private readonly kept = keep<number>('text-scale', NORMAL, oneOf(SCALES));
  readonly percent = $derived(this.kept.value);

  constructor() {
    this.paint();
  }

  /** One step larger, or smaller. */
  by(step: 1 | -1): void {
    const at = SCALES.findIndex((scale) => scale >= this.percent);
    this.set(SCALES[at + step] ?? this.percent);
  }

  normal(): void {
    this.set(NORMAL);
  }

  set(percent: number): void {
    this.kept.value = percent;
    this.paint();
  }

  /** Every measure that belongs to text is in rem: it follows. */
  private paint(): void {
    document.documentElement.style.fontSize = `${this.percent}%`;
  }
}
