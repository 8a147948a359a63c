// What the middle pane shows: the search, or one of those that take its place. Not for widths, nor for what is hidden (`panes`).

import type { Claims } from './claims.svelte';
import type { Grids } from './grids.svelte';
import type { Library } from './library.svelte';
import type { Panes } from './panes.svelte';
import type { Questions } from './questions.svelte';

export class Middle {
  constructor(
    private readonly library: Library,
    private readonly panes: Panes,
    private readonly claims: Claims,
    private readonly grids: Grids,
    private readonly questions: Questions,
  ) {}

  /** Whether nothing is shown in place of the search. */
  get isSearch(): boolean {
    return !this.claims.open && !this.grids.open && !this.questions.open;
  }

  showSearch(): void {
    for (const one of [this.claims, this.grids, this.questions]) one.open = false;
    this.panes.open('search');
  }

  /** Opens one of those that take the place of the search, or closes it. */
  async toggle(one: Claims | Grids | Questions): Promise<void> {
    if (one.open) one.open = false;
    else if (this.library.current !== null) {
      this.showSearch();
      await one.start();
    }
  }

  /** Opens the questions about a document, or all of them. */
  async showQuestions(document: number | null = null): Promise<void> {
    this.showSearch();
    await this.questions.start(document);
  }
}
