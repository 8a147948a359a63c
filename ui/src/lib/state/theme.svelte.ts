// The light or dark theme: that of the system, or the one the user chose.

export type Choice = 'system' | 'light' | 'dark';

const KEY = 'pincite.theme';
const NEXT: Record<Choice, Choice> = { system: 'light', light: 'dark', dark: 'system' };

export class Theme {
  choice = $state<Choice>('system');
  private systemDark = $state(false);
  readonly dark = $derived(this.choice === 'system' ? this.systemDark : this.choice === 'dark');

  constructor() {
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.systemDark = query.matches;
    query.addEventListener('change', (event) => {
      this.systemDark = event.matches;
      this.paint();
    });
    const kept = localStorage.getItem(KEY);
    if (kept === 'light' || kept === 'dark') this.choice = kept;
    this.paint();
  }

  next(): void {
    this.choice = NEXT[this.choice];
    localStorage.setItem(KEY, this.choice);
    this.paint();
  }

  private paint(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
  }
}
