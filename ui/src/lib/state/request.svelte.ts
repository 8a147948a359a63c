// What the next training run is to learn from, as chosen before it starts. Not for runs themselves (`tuning`).

import type { Backend, TrainingSources } from '../backend/backend';
import type { TuningPlan } from '../types/TuningPlan';
import type { TuningView } from '../types/TuningView';

/** What can be chosen. */
export interface Choices {
  /** Generated questions with the user's marks, only the marks, or only a file. */
  source: 'questions' | 'marks' | 'file';
  file: string | null;
}

export class TuningRequest {
  choices = $state.raw<Choices>({ source: 'questions', file: null });

  constructor(private readonly backend: Backend) {}

  choose(some: Partial<Choices>): void {
    this.choices = { ...this.choices, ...some };
  }

  /** Forgets the file: it belongs to one collection. */
  reset(): void {
    const { source } = this.choices;
    this.choose({ file: null, source: source === 'file' ? 'questions' : source });
  }

  plan(collection: number): Promise<TuningPlan> {
    return this.backend.planTuning(collection, this.sources);
  }

  start(collection: number): Promise<TuningView> {
    return this.backend.startTuning(collection, this.sources);
  }

  private get sources(): TrainingSources {
    const { source, file } = this.choices;
    return { pairs: source === 'file' ? file : null, questions: source === 'questions' };
  }
}
