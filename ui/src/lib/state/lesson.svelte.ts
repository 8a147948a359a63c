// What a run is to do, as it is chosen before it starts: what to learn from, who writes questions, and how far to go. Not
// for runs themselves.

import type { Backend, LearnFrom, Wish } from '../backend/backend';
import type { AskingPlan } from '../types/AskingPlan';
import type { Recipe } from '../types/Recipe';
import type { TuningPlan } from '../types/TuningPlan';
import type { TuningView } from '../types/TuningView';

/** What can be chosen. */
export interface Choices {
  /** The collection's questions, only what was marked, or only a file of pairs. */
  source: 'questions' | 'marks' | 'file';
  file: string | null;
  /** Until nothing more is gained, every pair once, or only the writing of questions. */
  effort: 'full' | 'quick' | 'asking';
  /** "auto", "keywords", or the name of a generator. */
  writer: string;
  /** Questions about each passage, at most. */
  perPassage: number;
}

/** What a run would do: write questions, adapt, or one after the other. */
export interface Planned {
  asking: AskingPlan | null;
  tuning: TuningPlan | null;
}

export class Lesson {
  choices = $state.raw<Choices>({ source: 'questions', file: null, effort: 'full', writer: 'auto', perPassage: 3 });
  /** Names of the generators that are here. */
  generators = $state.raw<string[]>([]);

  constructor(private readonly backend: Backend) {}

  choose(some: Partial<Choices>): void {
    const choices = { ...this.choices, ...some };
    if (choices.source !== 'questions' && choices.effort === 'asking') choices.effort = 'full';
    this.choices = choices;
  }

  /** A file is for one collection only. */
  forget(): void {
    const { source } = this.choices;
    this.choose({ file: null, source: source === 'file' ? 'questions' : source });
  }

  async findGenerators(): Promise<void> {
    const models = await this.backend.models();
    this.generators = models.filter(({ kind, installed }) => kind === 'generator' && installed).map(({ name }) => name);
  }

  async plan(collection: number): Promise<Planned> {
    if (this.onlyAsks) return { asking: await this.backend.planQuestions(collection, this.wish), tuning: null };
    const tuning = await this.backend.planTuning(collection, this.from, this.recipe);
    return { asking: tuning.asking, tuning };
  }

  start(collection: number): Promise<TuningView> {
    if (this.onlyAsks) return this.backend.generateQuestions(collection, this.wish);
    return this.backend.startTuning(collection, this.from, this.recipe);
  }

  private get onlyAsks(): boolean {
    return this.choices.effort === 'asking';
  }

  private get wish(): Wish {
    return { writer: this.choices.writer, per_passage: this.choices.perPassage };
  }

  private get from(): LearnFrom {
    const { source, file } = this.choices;
    return { pairs: source === 'file' ? file : null, questions: source === 'questions' ? this.wish : null };
  }

  private get recipe(): Partial<Recipe> {
    return this.choices.effort === 'quick' ? { epochs: 1 } : {};
  }
}
