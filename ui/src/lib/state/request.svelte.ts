// How far the next run goes and what it is to learn from, as chosen before it starts. Not for runs themselves (`tuning`).

import type { Backend, TuningChoice } from '../backend/backend';
import type { TuningPlan } from '../types/TuningPlan';
import type { TuningStage } from '../types/TuningStage';
import type { TuningView } from '../types/TuningView';

/** What can be chosen. */
export interface Choices {
  /** Only fit the weights, or train the search model as well. */
  stage: TuningStage;
  /** Generated questions with the user's marks, only the marks, or only a file. */
  source: 'questions' | 'marks' | 'file';
  file: string | null;
}

const DEFAULTS: Choices = { stage: 'weights', source: 'questions', file: null };

export class TuningRequest {
  choices = $state.raw<Choices>(DEFAULTS);

  constructor(private readonly backend: Backend) {}

  choose(some: Partial<Choices>): void {
    this.choices = { ...this.choices, ...some };
  }

  /** Forgets what was chosen for another collection. */
  reset(): void {
    this.choices = DEFAULTS;
  }

  plan(collection: number): Promise<TuningPlan> {
    return this.backend.planTuning(collection, this.choice);
  }

  start(collection: number): Promise<TuningView> {
    return this.backend.startTuning(collection, this.choice);
  }

  private get choice(): TuningChoice {
    const { stage, source, file } = this.choices;
    return { stage, pairs: source === 'file' ? file : null, questions: source === 'questions' };
  }
}
