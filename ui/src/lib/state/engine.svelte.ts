// The search engine behind the window: its status, its search model, and details for a bug report.

import type { Backend } from '../backend/interface';
import type { StatusView } from '../types/StatusView';
import { words } from '../words/language';
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
      this.backend.fetchModel(([done, all]) => (this.downloaded = all > 0 ? done / all : 0)),
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
    return this.notices.worked(failures.copyReport, async () => {
      const report = this.backend.bugReport();
      await Promise.all([report, this.backend.copy(report)]);
      this.notices.done(done.reportCopied);
    });
  }
}
