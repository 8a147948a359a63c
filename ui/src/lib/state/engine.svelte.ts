// The search engine behind the window: its status, its search model, and details for a bug report.

import type { Backend } from '../backend/backend';
import type { StatusView } from '../types/StatusView';
import { words } from '../words/words';
import type { Notices } from './notices.svelte';

const { done, failures } = words;

export class Engine {
  /** Null until the engine has answered. */
  status = $state.raw<StatusView | null>(null);
  /** Share of the search model that is downloaded, 0 to 1; null while nothing is downloaded. */
  downloaded = $state<number | null>(null);

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  async refresh(): Promise<void> {
    await this.notices.attempt(failures.readStatus, async () => {
      this.status = await this.backend.status();
    });
  }

  async download(): Promise<void> {
    this.downloaded = 0;
    await this.notices.attempt(failures.download, () =>
      this.backend.fetchModel(
        (bytesDone, bytesInAll) => (this.downloaded = bytesInAll > 0 ? bytesDone / bytesInAll : 0),
      ),
    );
    this.downloaded = null;
    await this.refresh();
  }

  async import(): Promise<void> {
    await this.notices.attempt(failures.importModel, async () => {
      const folder = await this.backend.chooseFolder();
      if (folder) await this.backend.importModel(folder);
    });
    await this.refresh();
  }

  /** Puts details for a bug report on the clipboard; whether that worked. */
  async copyReport(): Promise<boolean> {
    const copied = await this.notices.attempt(failures.copyReport, async () => {
      const report = this.backend.bugReport();
      await Promise.all([report, this.backend.copy(report)]);
      this.notices.done(done.reportCopied);
      return true;
    });
    return copied ?? false;
  }
}
