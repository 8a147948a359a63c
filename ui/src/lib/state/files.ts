// Files of the user: chosen, dropped, imported and exported. Not for what is in them.

import { words } from '../words/language';
import type { Backend } from '../backend/interface';
import type { Grids } from './grids.svelte';
import type { Library } from './library.svelte';
import type { Notices } from './notices.svelte';
import type { Questions } from './questions.svelte';
import type { Tuning } from './tuning.svelte';

const { dialogs, done, failures } = words;

/** The ending of files with questions. */
const LINES = /\.jsonl$/i;

export class Files {
  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    private readonly library: Library,
    private readonly questions: Questions,
    private readonly grids: Grids,
    private readonly tuning: Tuning,
  ) {}

  async exportGrid(): Promise<void> {
    const { view } = this.grids;
    if (!view) return;
    await this.notices.attempt(failures.openDialog, async () => {
      const file = await this.backend.chooseTableTarget(dialogs.exportTable, words.grid.exportName(view.name));
      if (file && (await this.grids.export(file))) this.notices.done(done.tableExported);
    });
  }

  /** Writes the questions of the table, perhaps with marked answers, to a file from which another table can be made. */
  async exportGridQuestions(answers: boolean): Promise<void> {
    const { view } = this.grids;
    if (!view) return;
    await this.notices.attempt(failures.exportQuestions, async () => {
      const file = await this.backend.chooseListTarget(dialogs.exportQuestions, words.grid.questionsName(view.name));
      if (!file) return;
      const questions = await this.backend.exportGridQuestions(view.id, answers, file);
      this.notices.done(done.questionsExported(questions));
    });
  }

  /** Checks whether a file with a review table was changed since it was written. */
  async checkGrid(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const file = await this.backend.chooseTable(dialogs.checkTable);
      if (file) await this.grids.check(file);
    });
  }

  /** Takes files dropped on the window: documents, or a file of questions if a pane for it is open. */
  async dropped(paths: string[]): Promise<void> {
    const lines = paths.find((path) => LINES.test(path));
    if (lines !== undefined && this.tuning.open) await this.tuning.learnFrom(lines);
    else if (lines !== undefined && this.questions.open) await this.questions.import(lines);
    else await this.library.add(paths);
  }

  async importQuestions(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const file = await this.backend.chooseLines(dialogs.importQuestions);
      if (file) await this.questions.import(file);
    });
  }

  async exportQuestions(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const file = await this.backend.chooseTarget(dialogs.exportQuestions, dialogs.exportName);
      if (file) await this.questions.export(file);
    });
  }

  async choose(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => this.library.add(await this.backend.chooseFiles()));
  }

  async chooseWatched(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const folder = await this.backend.chooseFolder();
      if (folder) await this.library.watch(folder);
    });
  }
}
