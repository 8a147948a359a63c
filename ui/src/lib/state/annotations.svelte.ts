// Highlights with notes that people made in the document shown. Not for hits, nor for painting.

import type { Backend } from '../backend/interface';
import type { AnnotationView } from '../types/AnnotationView';
import type { Colour } from '../types/Colour';
import type { WordRange } from '../types/WordRange';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import type { Point } from './selection.svelte';

export const COLOURS: readonly Colour[] = ['yellow', 'green', 'blue', 'pink'];

/** How long a removal can be undone with one click, in milliseconds. */
const UNDO = 10_000;

export class Annotations {
  /** Those of the document shown, in the order of its pages. */
  list = $state.raw<AnnotationView[]>([]);
  /** The one whose note is open. */
  open = $state<number | null>(null);
  /** The one that was removed last, as long as that is easily undone. */
  removed = $state.raw<AnnotationView | null>(null);
  readonly opened = $derived(this.list.find(({ id }) => id === this.open) ?? null);
  private document: number | null = null;
  private colour: Colour = 'yellow';
  private readonly listing = new Latest();

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  async show(document: number | null): Promise<void> {
    this.document = document;
    this.list = [];
    this.open = null;
    this.listing.cancel();
    await this.refresh();
  }

  /** Loads those of the document shown again: others may have changed them. */
  async refresh(): Promise<void> {
    const { document } = this;
    if (document === null) return;
    await this.notices.attempt(words.failures.listHighlights, () =>
      this.listing.take(this.backend.annotations(document), (list) => (this.list = list)),
    );
  }

  /** Highlights words in the colour used last, and opens the note. */
  async add(ranges: WordRange[]): Promise<void> {
    const { document, colour } = this;
    if (document === null || ranges.length === 0) return;
    await this.notices.attempt(words.failures.highlight, async () => {
      const made = await this.backend.annotate(document, ranges, '', colour);
      this.put(made);
      this.open = made.id;
    });
  }

  async edit(annotation: AnnotationView, change: { note?: string; colour?: Colour }): Promise<void> {
    const { id, document, note, colour } = { ...annotation, ...change };
    if (note === annotation.note && colour === annotation.colour) return;
    this.colour = colour;
    await this.notices.attempt(words.failures.highlight, async () =>
      this.put(await this.backend.editAnnotation(document, id, note, colour)),
    );
  }

  async remove(annotation: AnnotationView): Promise<void> {
    await this.notices.attempt(words.failures.removeHighlight, async () => {
      await this.backend.removeAnnotation(annotation.id);
      this.list = this.list.filter(({ id }) => id !== annotation.id);
      this.open = null;
      this.removed = annotation;
      setTimeout(() => this.removed === annotation && (this.removed = null), UNDO);
    });
  }

  /** Brings the one back that was removed last. */
  async undo(): Promise<void> {
    const { removed } = this;
    if (!removed) return;
    this.removed = null;
    await this.notices.attempt(words.failures.highlight, async () =>
      this.put(await this.backend.restoreAnnotation(removed.document, removed.id)),
    );
  }

  /** The one painted at a point, the latest if there are several. */
  at({ page, x, y }: Point): AnnotationView | null {
    const covers = ({ boxes }: AnnotationView) =>
      boxes.some(({ page: on, rect }) => on === page && rect.x0 <= x && x <= rect.x1 && rect.y0 <= y && y <= rect.y1);
    return this.list.findLast(covers) ?? null;
  }

  private put(made: AnnotationView): void {
    if (made.document !== this.document) return;
    const others = this.list.filter(({ id }) => id !== made.id);
    const top = ({ boxes }: AnnotationView) => boxes[0]?.rect.y0 ?? 0;
    this.list = [...others, made].sort((a, b) => a.page - b.page || top(a) - top(b));
  }
}
