// Messages of the system when long work has ended and the window is not in front. They never name a document.

import { SvelteMap } from 'svelte/reactivity';
import type { Backend } from '../backend/interface';
import type { Event } from '../types/Event';
import { words } from '../words/language';
import { keep } from './keep.svelte';

/** Work that takes less long is waited for, in milliseconds. */
const LONG = 20_000;

export class Announcements {
  /** Whether the user wants them. */
  readonly on = keep('announcements', true);
  /** When documents began to be read; null while none are. */
  private reading: number | null = null;
  /** When a run was first heard of. */
  private readonly runs = new SvelteMap<number, number>();

  constructor(private readonly backend: Backend) {}

  handle(event: Event): void {
    if (event.type === 'progress') this.reading ??= Date.now();
    else if (event.type === 'tuning' && !this.runs.has(event.data.run)) this.runs.set(event.data.run, Date.now());
    else if (event.type === 'tunings') void this.endRuns(event.data.collection);
    else if (event.type === 'idle' && this.reading !== null) {
      this.ended(this.reading, words.announcements.documents);
      this.reading = null;
    }
  }

  /** Says that work has ended, if it was long. */
  ended(since: number, text: string): void {
    // Nobody is helped by a notice that a notice failed.
    if (this.on.value && Date.now() - since >= LONG) this.backend.notify(text).catch(() => undefined);
  }

  private async endRuns(collection: number): Promise<void> {
    if (this.runs.size === 0) return;
    const runs = await this.backend.tunings(collection).catch(() => []);
    for (const { id, kind, state } of runs) {
      const since = this.runs.get(id);
      if (since === undefined || state === 'running' || state === 'queued') continue;
      this.runs.delete(id);
      this.ended(since, kind === 'encoder' ? words.announcements.model : words.announcements.run);
    }
  }
}
