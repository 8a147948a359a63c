// The outline of the document shown. Not for listing it (`reading/outline`).

import type { Backend } from '../backend/interface';
import { asProblem } from '../backend/problem';
import { closedAtFirst, entryAt, rowsOf, shownRow } from '../reading/outline';
import type { Outline as Entries } from '../types/Outline';
import type { OutlineEntry } from '../types/OutlineEntry';
import type { Problem } from '../types/Problem';
import { Latest } from './latest';
import type { Viewer } from './viewer.svelte';

const NONE: Entries = { entries: [], from_headings: false };

export class Outline {
  private outline = $state.raw<Entries>(NONE);
  private closed = $state.raw<readonly number[]>([]);
  loaded = $state(false);
  problem = $state.raw<Problem | null>(null);
  private readonly loading = new Latest();

  readonly rows = $derived(rowsOf(this.outline.entries, this.closed));
  readonly fromHeadings = $derived(this.outline.from_headings);
  /** The listed entry whose part is being read. */
  readonly current = $derived.by(() => shownRow(this.rows, entryAt(this.outline.entries, this.viewer.position())));

  constructor(
    private readonly backend: Backend,
    private readonly viewer: Viewer,
  ) {}

  isClosed(index: number): boolean {
    return this.closed.includes(index);
  }

  toggle(index: number): void {
    this.closed = this.isClosed(index) ? this.closed.filter((one) => one !== index) : [...this.closed, index];
  }

  go({ page, y }: OutlineEntry): void {
    if (page !== null) this.viewer.goToPlace(page, y);
  }

  async load(document: number): Promise<void> {
    const isLatest = this.loading.begin();
    this.loaded = false;
    this.problem = null;
    this.outline = NONE;
    try {
      const outline = await this.backend.outline(document);
      if (!isLatest()) return;
      this.outline = outline;
      this.closed = closedAtFirst(outline.entries);
    } catch (thrown) {
      if (isLatest()) this.problem = asProblem(thrown);
    }
    if (isLatest()) this.loaded = true;
  }
}
