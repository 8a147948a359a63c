// How the window is divided: the widths of the panes, which are hidden, and what is open over them. Not for what they show.

import { keep } from './keep.svelte';
import { clampShares, type Shares } from './shares';

/** A pane of the window. */
export type PaneName = 'library' | 'search' | 'page';

const START: Kept = { library: 0.2, search: 0.355, hidden: [] };
const ALL: readonly PaneName[] = ['library', 'search', 'page'];

/** What is kept from one start to the next. */
interface Kept extends Shares {
  /** Panes that are hidden; one at least is shown. */
  hidden: readonly PaneName[];
}

export class Panes {
  private readonly kept = keep('panes', START, soundly);
  readonly shares = $derived<Shares>({ library: this.kept.value.library, search: this.kept.value.search });
  readonly hidden = $derived(this.kept.value.hidden);
  /** Whether the earlier questions are listed. */
  history = $state(false);

  /** Moves the edge of a pane by a share of the window. */
  move(pane: keyof Shares, by: number): void {
    const shares = clampShares({ ...this.shares, [pane]: this.shares[pane] + by });
    this.kept.value = { ...shares, hidden: this.hidden };
  }

  shows(pane: PaneName): boolean {
    return !this.hidden.includes(pane);
  }

  /** Hides a pane, or shows it again. The last one stays. */
  toggle(pane: PaneName): void {
    if (!this.shows(pane)) return this.open(pane);
    if (this.hidden.length + 1 < ALL.length) this.hide([...this.hidden, pane]);
  }

  open(pane: PaneName): void {
    if (!this.shows(pane)) this.hide(this.hidden.filter((hidden) => hidden !== pane));
  }

  /** Shows one pane alone, or all again. */
  only(pane: PaneName): void {
    const others = ALL.filter((other) => other !== pane);
    this.hide(others.every((other) => !this.shows(other)) ? [] : others);
  }

  private hide(hidden: readonly PaneName[]): void {
    this.kept.value = { ...this.shares, hidden };
  }
}

/** What was kept, as far as it makes sense. */
function soundly(value: unknown): Kept {
  const { library, search, hidden } = (value ?? {}) as Partial<Kept>;
  const known = ALL.filter((pane) => Array.isArray(hidden) && hidden.includes(pane));
  const shares = Number.isFinite(library) && Number.isFinite(search) ? { library, search } : START;
  return { ...clampShares(shares as Shares), hidden: known.length < ALL.length ? known : [] };
}
