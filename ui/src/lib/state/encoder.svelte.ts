// The encoder in use, and how one is brought about where there is none.

import type { Backend } from '../backend/backend';
import type { StatusView } from '../types/StatusView';
import type { Notices } from './notices.svelte';

export class Encoder {
  /** What the engine works with; null until it told. */
  status = $state.raw<StatusView | null>(null);
  /** Share fetched, 0 to 1; null while nothing is fetched. */
  fetched = $state<number | null>(null);

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  async look(): Promise<void> {
    await this.notices.tell('The engine did not say what it works with', async () => {
      this.status = await this.backend.status();
    });
  }

  async fetch(): Promise<void> {
    this.fetched = 0;
    await this.notices.tell('The encoder was not fetched', () =>
      this.backend.fetchModel((done, total) => (this.fetched = total > 0 ? done / total : 0)),
    );
    this.fetched = null;
    await this.look();
  }

  async import(): Promise<void> {
    await this.notices.tell('The encoder was not imported', async () => {
      const folder = await this.backend.chooseFolder();
      if (folder) await this.backend.importModel(folder);
    });
    await this.look();
  }
}
