// What became of the files that were added last: the answer to a drop. Not for adding them (`library`).

import type { Added } from '../types/Added';
import type { DocumentView } from '../types/DocumentView';
import type { Duplicate } from '../types/Duplicate';
import type { Refused } from '../types/Refused';

/** Numbers of files, by what became of them. */
export interface Tally {
  added: number;
  here: number;
  unread: number;
}

type Queued = Pick<DocumentView, 'id' | 'path'>;

export class Receipt {
  /** Whether there is something to tell. */
  open = $state(false);
  /** Whether the list shows only these documents. */
  shown = $state(false);
  here = $state.raw<Duplicate[]>([]);
  refused = $state.raw<Refused[]>([]);
  private queued = $state.raw<Queued[]>([]);
  /** Copies that were found out before the call that added them returned. */
  private early: Duplicate[] = [];

  /** The documents it is about. */
  readonly documents = $derived([...this.queued, ...this.here.map(({ document }) => document)].map(({ id }) => id));

  begin(): void {
    this.close();
    this.early = [];
  }

  settle({ queued, here, refused }: Added): void {
    const known = here.map(({ document }) => document.id);
    this.here = here;
    this.refused = refused;
    this.queued = queued.filter(({ id }) => !known.includes(id));
    this.open = true;
    this.early.forEach((duplicate) => this.move(duplicate));
  }

  /** A file that was added turned out to be a copy. */
  duplicate(duplicate: Duplicate): void {
    this.early.push(duplicate);
    this.move(duplicate);
  }

  tally(documents: readonly DocumentView[]): Tally {
    const failed = documents.filter(({ status }) => status === 'failed').map(({ id }) => id);
    const unread = this.queued.filter(({ id }) => failed.includes(id)).length;
    return { added: this.queued.length - unread, here: this.here.length, unread: unread + this.refused.length };
  }

  /** Whether a document was added by the same call. */
  isNew(document: number): boolean {
    return this.queued.some(({ id }) => id === document);
  }

  /** Takes a refused file off: it is tried again, or of no interest. */
  dismiss(path: string): void {
    this.refused = this.refused.filter((refused) => refused.path !== path);
    if (!this.refused.length && !this.documents.length) this.close();
  }

  close(): void {
    this.open = false;
    this.shown = false;
    this.here = [];
    this.refused = [];
    this.queued = [];
  }

  private move(duplicate: Duplicate): void {
    const { path } = duplicate;
    if (!this.queued.some((queued) => queued.path === path)) return;
    this.queued = this.queued.filter((queued) => queued.path !== path);
    this.here = [...this.here, duplicate];
  }
}
