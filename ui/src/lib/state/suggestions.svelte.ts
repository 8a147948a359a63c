// Suggested questions: a few that the collection shown can answer.

import type { Backend } from '../backend/interface';
import type { QuestionView } from '../types/QuestionView';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

/** How many are suggested. */
export const SUGGESTED = 4;

export class Suggestions {
  list = $state.raw<QuestionView[]>([]);
  /** Whether there may be others. */
  readonly more = $derived(this.list.length === SUGGESTED);
  private collection: number | null = null;
  private seed = 1;
  private readonly drawing = new Latest();

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.list = [];
    await this.refresh();
  }

  /** Draws others. */
  async others(): Promise<void> {
    this.seed += 1;
    await this.refresh();
  }

  /** Draws again after questions changed; what still fits stays. */
  async refresh(): Promise<void> {
    const { collection, seed } = this;
    this.drawing.cancel();
    if (collection === null) return;
    const asked = () => this.backend.suggestedQuestions(collection, SUGGESTED, seed);
    await this.notices.attempt(words.failures.suggest, () => this.drawing.take(asked(), (list) => (this.list = list)));
  }
}
