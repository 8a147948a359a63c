// The check of a memo: its text, what the documents print of its claims, and the claim that is looked at. Not for showing pages.

import type { Backend } from '../backend/interface';
import { asProblem } from '../backend/problem';
import { isOpen, memoText } from '../claims/describe';
import type { CheckedMemo } from '../types/CheckedMemo';
import type { ClaimSource } from '../types/ClaimSource';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import type { Search } from './search.svelte';

const { dialogs, failures } = words;

/** Which claims are marked. */
export type Marking = 'all' | 'open';

export class Claims {
  /** Whether the pane is shown. */
  open = $state(false);
  /** The text in the field. It stays there whatever becomes of a check. */
  text = $state('');
  checked = $state.raw<CheckedMemo | undefined>(undefined);
  busy = $state(false);
  /** Number of the claim that is looked at, counted from 0. */
  selected = $state<number | null>(null);
  /** The place that was opened last. */
  source = $state.raw<ClaimSource | null>(null);
  filter = $state<Marking>('all');
  private collection: number | null = null;
  private readonly checks = new Latest();

  readonly claim = $derived(this.selected === null ? undefined : this.checked?.claims[this.selected]);
  /** Numbers of the claims that are doubtful or not found. */
  readonly points = $derived(
    (this.checked?.claims ?? []).flatMap((claim, number) => (isOpen(claim.support) ? [number] : [])),
  );

  /** A memo is looked up in the documents that the search is in. `show` opens a place of a document, if there is one. */
  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    private readonly search: Search,
    private readonly show: (source: ClaimSource | null) => void,
  ) {}

  /** Changes to another collection. The text stays: it may be meant for this one. */
  showCollection(collection: number | null): void {
    this.collection = collection;
    this.clear();
    if (collection === null) this.close();
  }

  start(): void {
    this.open = true;
  }

  /** What was found is still there when the pane opens again. */
  close(): void {
    this.open = false;
  }

  /** Puts away what was found. The text stays, to be changed and checked again. */
  clear(): void {
    this.checks.cancel();
    this.busy = false;
    this.checked = undefined;
    this.filter = 'all';
    this.unselect();
  }

  async check(text: string): Promise<void> {
    this.text = text;
    if (text.trim()) await this.run((collection, documents) => this.backend.checkText(collection, documents, text));
  }

  /** Asks for a file and checks it. Its text can be changed afterwards, as one that was pasted. */
  async openFile(): Promise<void> {
    const file = await this.notices.attempt(failures.openDialog, () => this.backend.chooseMemo(dialogs.openMemo));
    if (!file) return;
    const checked = await this.run((collection, documents) => this.backend.checkFile(collection, documents, file));
    if (checked) this.text = memoText(checked);
  }

  /** Looks at a claim, and shows the place that says most about it. */
  select(number: number): void {
    this.selected = number;
    this.openSource(this.claim?.sources[0] ?? null);
  }

  openSource(source: ClaimSource | null): void {
    this.source = source;
    this.show(source);
  }

  /** The open point before or after the claim that is looked at. */
  point(by: 1 | -1): number | undefined {
    const at = this.selected ?? -1;
    return by > 0 ? this.points.find((number) => number > at) : this.points.findLast((number) => number < at);
  }

  /** Goes to the next open point or the one before, and stays at the last or the first one. */
  step(by: 1 | -1): void {
    const point = this.point(by);
    if (point !== undefined) this.select(point);
  }

  /** Marks all claims, or only the open points. */
  mark(filter: Marking): void {
    this.filter = filter;
    if (this.selected !== null && !this.isMarked(this.selected)) this.unselect();
  }

  isMarked(number: number): boolean {
    return this.filter === 'all' || this.points.includes(number);
  }

  private unselect(): void {
    [this.selected, this.source] = [null, null];
  }

  /** Of several checks the last one counts. The problem of an earlier one is none any more. */
  private async run(
    check: (collection: number, documents: number[]) => Promise<CheckedMemo>,
  ): Promise<CheckedMemo | undefined> {
    if (this.collection === null) return undefined;
    const isLatest = this.checks.begin();
    this.busy = true;
    try {
      const checked = await check(this.collection, [...this.search.documents]);
      if (!isLatest()) return undefined;
      this.clear();
      return (this.checked = checked);
    } catch (thrown) {
      if (isLatest()) this.notices.problem(failures.checkMemo, [asProblem(thrown).message]);
      return undefined;
    } finally {
      if (isLatest()) this.busy = false;
    }
  }
}
