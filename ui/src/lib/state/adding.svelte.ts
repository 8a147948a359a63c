// Files that the user adds: how far they are together, and what became of each.

import { SvelteMap } from 'svelte/reactivity';
import { secondsLeft, shareDone, type Member, type Tally } from '../library/adding';
import { progressShare } from '../text/format';
import type { Added } from '../types/Added';
import type { DocumentView } from '../types/DocumentView';
import type { Duplicate } from '../types/Duplicate';
import type { Progress } from '../types/Progress';
import type { Refused } from '../types/Refused';

type Queued = Pick<DocumentView, 'id' | 'path'>;

/** The documents that are being added now, as one piece of work. */
export class Batch {
  private readonly members = new SvelteMap<number, Member>();
  private started = 0;
  /** Seconds of work so far. */
  private seconds = $state(0);

  private readonly all = $derived([...this.members.values()]);
  private readonly done = $derived(this.all.filter(({ over }) => over).length);
  readonly total = $derived(this.all.length);
  /** The number of the document that is read now, from 1. */
  readonly at = $derived(Math.min(this.done + 1, this.total));
  readonly percent = $derived(Math.round(shareDone(this.all) * 100));
  readonly secondsLeft = $derived(secondsLeft(this.all, this.seconds));

  /** A document is new, or its status changed. */
  see({ id, status, pages }: DocumentView): void {
    const known = this.members.get(id);
    if (status === 'waiting') {
      if (!this.members.size) this.started = Date.now();
      if (!known || known.over) this.set(id, { pages, share: 0, over: false });
    } else if (known) {
      this.set(id, { pages: pages || known.pages, share: 1, over: true });
    }
  }

  report(progress: Progress): void {
    const member = this.members.get(progress.document);
    if (!member || member.over) return;
    const pages = progress.phase === 'reading' && progress.total ? progress.total : member.pages;
    const share = Math.max(member.share, progressShare(progress));
    this.set(progress.document, { ...member, pages, share });
  }

  forget(document: number): void {
    this.members.delete(document);
    this.endWhenOver();
  }

  clear(): void {
    this.members.clear();
  }

  private set(id: number, member: Member): void {
    this.members.set(id, member);
    this.seconds = (Date.now() - this.started) / 1000;
    this.endWhenOver();
  }

  private endWhenOver(): void {
    if ([...this.members.values()].every(({ over }) => over)) this.members.clear();
  }
}

/** What became of the files that were added last: the answer to a drop. */
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
