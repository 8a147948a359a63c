// The check of the library, its repair, and its backups.

import type { Backend } from '../backend/interface';
import type { CheckUp } from '../types/CheckUp';
import { words } from '../words/language';
import type { Engine } from './engine.svelte';
import type { Notices } from './notices.svelte';

const { done, failures, dialogs, doctor: texts } = words;

export class Doctor {
  /** What the last check found; null before one. */
  found = $state.raw<CheckUp | null>(null);
  /** What is being done. */
  at = $state<'check' | 'repair' | 'backup' | 'open' | null>(null);
  /** Whether a repair goes on in the background, or is done at the next start. */
  repaired = $state<'here' | 'at_start' | null>(null);
  /** The last failure: a dialog hides the notices. */
  failed = $state<string | null>(null);

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    private readonly engine: Engine,
  ) {}

  /** Whether a repair would change something. */
  get repairable(): boolean {
    return this.found?.findings.some(({ repair }) => repair !== 'none') ?? false;
  }

  async check(): Promise<void> {
    this.repaired = null;
    await this.during('check', failures.checkLibrary, async () => {
      this.found = await this.backend.checkUp();
    });
  }

  async repair(): Promise<void> {
    const waits = this.found?.findings.some(({ repair }) => repair === 'at_start');
    await this.during('repair', failures.repairLibrary, async () => {
      await this.backend.repair();
      this.repaired = waits ? 'at_start' : 'here';
      this.found = null;
    });
  }

  async backUp(): Promise<void> {
    const file = await this.backend.chooseBackup(dialogs.backUp, texts.backupFile());
    if (!file) return;
    await this.during('backup', failures.backUp, async () => {
      await this.backend.backUp(file);
      this.notices.done(done.backedUp);
      await this.engine.refresh();
    });
  }

  /** Starts Pincite again with a shared library or a bundle, or with the library of this computer. */
  async choose(place: string | null): Promise<void> {
    await this.during('open', failures.openLibrary, () => this.backend.chooseLibrary(place));
  }

  /** Starts Pincite again with a shared library. A password is kept. */
  async openShared(address: string, password: string): Promise<void> {
    await this.during('open', failures.openLibrary, async () => {
      if (password) await this.backend.keepPassword(address.trim(), password);
      await this.backend.chooseLibrary(address.trim());
    });
  }

  async openBundle(): Promise<void> {
    const bundle = await this.backend.chooseBundle(dialogs.openBundle);
    if (bundle) await this.choose(bundle);
  }

  private async during(work: NonNullable<typeof this.at>, failure: string, action: () => Promise<void>): Promise<void> {
    if (this.at) return;
    this.at = work;
    this.failed = null;
    if (!(await this.notices.worked(failure, action))) this.failed = failure;
    this.at = null;
  }
}
