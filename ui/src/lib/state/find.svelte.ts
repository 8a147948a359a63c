// Finding words in the document shown. Not for the search over all documents (`search`).

import type { Backend } from '../backend/interface';
import { boxesByPage, firstFrom, step } from '../reading/occurrences';
import type { Found } from '../types/Found';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import type { Viewer } from './viewer.svelte';
import { words } from '../words/language';

/** Milliseconds without a key before what was typed is searched for. */
const PAUSE = 120;

export class Find {
  open = $state(false);
  text = $state('');
  /** Null before the first answer. */
  found = $state.raw<Found | null>(null);
  /** The occurrence that is shown, counted from 0. */
  at = $state(0);
  private readonly asking = new Latest();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the place from which the finding started is kept. */
  private left = false;

  private readonly boxes = $derived(boxesByPage(this.found?.occurrences ?? []));

  constructor(
    private readonly backend: Backend,
    private readonly viewer: Viewer,
    private readonly notices: Notices,
  ) {}

  /** The boxes of what was found on a page. */
  on(page: number) {
    return this.open ? (this.boxes.get(page) ?? []) : [];
  }

  show(): void {
    if (!this.viewer.document) return;
    if (!this.open) this.left = false;
    this.open = true;
    if (this.text && !this.found) void this.search();
  }

  close(): void {
    this.open = false;
    this.forget();
  }

  /** Searches for what was typed, once the typing pauses. */
  type(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.search(), PAUSE);
  }

  /** Another document is shown: what was found in the one before is of no use. */
  forget(): void {
    clearTimeout(this.timer);
    this.asking.cancel();
    this.found = null;
    this.at = 0;
  }

  /** Shows the next occurrence, or the previous one. */
  async step(by: 1 | -1): Promise<void> {
    if (!this.found) return this.search();
    this.at = step(this.at, by, this.found.occurrences.length);
    this.reveal();
  }

  async search(): Promise<void> {
    this.forget();
    const { text } = this;
    const id = this.viewer.document?.id;
    if (id === undefined || !text.trim()) return;
    await this.notices.attempt(words.failures.find, () =>
      this.asking.take(this.backend.findIn(id, text), (found) => {
        this.found = found;
        this.at = firstFrom(found.occurrences, this.viewer.position());
        this.reveal();
      }),
    );
  }

  /** Going through the occurrences is one move: one step back leads to where it started. */
  private reveal(): void {
    const first = this.found?.occurrences[this.at]?.boxes[0];
    if (!first) return;
    if (!this.left) this.viewer.onLeave();
    this.left = true;
    this.viewer.reveal(first.page, first.rect);
  }
}
