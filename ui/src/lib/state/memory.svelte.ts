// Whether the questions that the user asks are kept on this computer, and how many are. Not for asking them.

import type { Backend } from '../backend/interface';
import type { QuestionMemory } from '../types/QuestionMemory';
import { words } from '../words/language';
import type { Notices } from './notices.svelte';

const { done, failures } = words;

export class Memory {
  /** Null until it is known. */
  kept = $state.raw<QuestionMemory | null>(null);

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    /** Called when all kept questions were cleared. */
    private readonly cleared: () => void = () => undefined,
  ) {}

  async refresh(): Promise<void> {
    await this.notices.attempt(failures.readMemory, async () => {
      this.kept = await this.backend.questionMemory();
    });
  }

  /** Keeps questions from now on, or keeps none and clears them. */
  async turn(on: boolean): Promise<void> {
    await this.notices.attempt(failures.setMemory, async () => {
      this.kept = await this.backend.setQuestionMemory(on);
      if (!on) this.cleared();
    });
  }

  async clear(): Promise<void> {
    await this.notices.attempt(failures.clearMemory, async () => {
      const cleared = await this.backend.forgetQuestions();
      this.cleared();
      this.notices.done(done.questionsCleared(cleared));
    });
    await this.refresh();
  }
}
