// Files of the user: chosen, dropped, imported and exported. Not for what is in them.

import { words } from '../words/words';
import type { App } from './app.svelte';

const { dialogs, done, failures } = words;

/** The ending of files with questions. */
const LINES = /\.jsonl$/i;

export class Files {
  constructor(private readonly app: Pick<App, 'backend' | 'notices' | 'grids' | 'library' | 'questions' | 'tuning'>) {}

  async exportGrid(): Promise<void> {
    const { view } = this.app.grids;
    if (!view) return;
    await this.app.notices.attempt(failures.openDialog, async () => {
      const file = await this.app.backend.chooseReport(dialogs.exportTable, words.grid.exportName(view.name));
      if (file && (await this.app.grids.export(file))) this.app.notices.done(done.tableExported);
    });
  }

  /** Takes files dropped on the window: documents, or a file of questions if a pane for it is open. */
  async dropped(paths: string[]): Promise<void> {
    const lines = paths.find((path) => LINES.test(path));
    if (lines !== undefined && this.app.tuning.open) await this.app.tuning.learnFrom(lines);
    else if (lines !== undefined && this.app.questions.open) await this.app.questions.import(lines);
    else await this.app.library.add(paths);
  }

  async importQuestions(): Promise<void> {
    await this.app.notices.attempt(failures.openDialog, async () => {
      const file = await this.app.backend.chooseLines(dialogs.importQuestions);
      if (file) await this.app.questions.import(file);
    });
  }

  async exportQuestions(): Promise<void> {
    await this.app.notices.attempt(failures.openDialog, async () => {
      const file = await this.app.backend.chooseTarget(dialogs.exportQuestions, dialogs.exportName);
      if (file) await this.app.questions.export(file);
    });
  }

  async choose(): Promise<void> {
    await this.app.notices.attempt(failures.openDialog, async () =>
      this.app.library.add(await this.app.backend.chooseFiles()),
    );
  }

  async chooseWatched(): Promise<void> {
    await this.app.notices.attempt(failures.openDialog, async () => {
      const folder = await this.app.backend.chooseFolder();
      if (folder) await this.app.library.watch(folder);
    });
  }
}
