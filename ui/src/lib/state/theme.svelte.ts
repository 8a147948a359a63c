// The light or dark theme: that of the system, or the one the user chose.

import { keep, oneOf } from './keep.svelte';

export type Choice = 'system' | 'light' | 'dark';

const NEXT: Record<Choice, Choice> = { system: 'light', light: 'dark', dark: 'system' };

export class Theme {
  private readonly kept = keep<Choice>('theme', 'system', oneOf(['system', 'light', 'dark']));
  private systemDark = $state(false);
  readonly choice = $derived(this.kept.value);
  readonly dark = $derived(this.choice === 'system' ? this.systemDark : this.choice === 'dark');

  constructor() {
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.systemDark = query.matches;
    query.addEventListener('change', (event) => {
      this.systemDark = event.matches;
      this.paint();
    });
    this.paint();
  }

  next(): void {
    this.kept.value = NEXT[this.choice];
    this.paint();
  }

  private paint(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
  }
}
