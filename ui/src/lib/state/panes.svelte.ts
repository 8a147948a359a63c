// How the window is divided: the widths of the panes, which are hidden, and what is open over them. Not for what they show.

import { clampShares, type Shares } from './shares';

/** A pane of the window. */
export type PaneName = 'library' | 'search' | 'page';

const KEY = 'pincite.panes';
const START: Shares = { library: 0.2, search: 0.355 };
const ALL: readonly PaneName[] = ['library', 'search', 'page'];

/** What is kept from one start to the next. */
interface Kept {
  shares: Shares;
  hidden: readonly PaneName[];
}

export class Panes {
  shares = $state<Shares>(START);
  /** Panes that are hidden; one at least is shown. */
  hidden = $state.raw<readonly PaneName[]>([]);
  /** Whether the earlier questions are listed. */
  history = $state(false);

  constructor() {
    const { shares, hidden } = kept();
    this.shares = shares;
    this.hidden = hidden;
  }

  /** Moves the edge of a pane by a share of the window. */
  move(pane: keyof Shares, by: number): void {
    this.shares = clampShares({ ...this.shares, [pane]: this.shares[pane] + by });
    this.keep();
  }

  shows(pane: PaneName): boolean {
    return !this.hidden.includes(pane);
  }

  /** Hides a pane, or shows it again. The last one stays. */
  toggle(pane: PaneName): void {
    if (!this.shows(pane)) return this.open(pane);
    if (this.hidden.length + 1 < ALL.length) this.hidden = [...this.hidden, pane];
    this.keep();
  }

  open(pane: PaneName): void {
    this.hidden = this.hidden.filter((hidden) => hidden !== pane);
    this.keep();
  }

  private keep(): void {
    localStorage.setItem(KEY, JSON.stringify({ ...this.shares, hidden: this.hidden }));
  }
}

/** What was kept, as far as it makes sense. */
function kept(): Kept {
  try {
    const { library, search, hidden } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Shares & Kept>;
    const shares = Number.isFinite((library ?? NaN) + (search ?? NaN)) ? { ...START, library, search } : START;
    const known = ALL.filter((pane) => Array.isArray(hidden) && hidden.includes(pane));
    return { shares: clampShares(shares as Shares), hidden: known.length < ALL.length ? known : [] };
  } catch {
    return { shares: START, hidden: [] };
  }
}
