// The documents that are being added now, as one piece of work. Not for a single document's progress (`library`).

import { SvelteMap } from 'svelte/reactivity';
import { secondsLeft, shareDone, type Member } from '../library/overall';
import { progressShare } from '../text/format';
import type { DocumentView } from '../types/DocumentView';
import type { Progress } from '../types/Progress';

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
