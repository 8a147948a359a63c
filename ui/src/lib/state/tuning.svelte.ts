// Improving the search of the collection shown: the plan, the run at work, earlier runs and the generations they made.

import { SvelteMap } from 'svelte/reactivity';
import type { Backend } from '../backend/interface';
import { asProblem } from '../backend/problem';
import { isActive } from '../tuning/describe';
import { merge, update } from '../tuning/progress';
import type { Event } from '../types/Event';
import type { GenerationView } from '../types/GenerationView';
import type { Problem } from '../types/Problem';
import type { TuningPlan } from '../types/TuningPlan';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningView } from '../types/TuningView';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

const { dialogs, failures } = words;

/** What the next run learns from. */
export interface Choices {
  /** The user's marks and questions with the documents' own words, the same with generated questions, or only a file. */
  source: 'documents' | 'questions' | 'file';
  file: string | null;
}

const DEFAULTS: Choices = { source: 'documents', file: null };

export class Tuning {
  /** Whether the pane is shown, in place of the page. */
  open = $state(false);
  choices = $state.raw<Choices>(DEFAULTS);
  plan = $state.raw<TuningPlan | null>(null);
  planning = $state(false);
  /** Why there is no plan, or why a run was not started. */
  problem = $state.raw<Problem | null>(null);
  /** Runs of the collection, the latest first. */
  runs = $state.raw<TuningView[]>([]);
  generations = $state.raw<GenerationView[]>([]);
  /** Latest progress by run. */
  readonly progress = new SvelteMap<number, TuningProgress>();
  /** Number of the run shown; null shows the plan of a new one. */
  chosen = $state<number | null>(null);

  readonly active = $derived(this.runs.find(isActive) ?? null);
  readonly run = $derived(this.runs.find(({ id }) => id === this.chosen) ?? null);
  private collection: number | null = null;
  private readonly plans = new Latest();
  private readonly listing = new Latest();

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  /** Changes to another collection. */
  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.reset();
    if (collection === null) return void (this.open = false);
    await this.refresh();
    if (this.open) await this.start();
  }

  /** Opens the pane with the run at work, or else with a new plan. */
  async start(): Promise<void> {
    this.open = true;
    this.chosen = this.active?.id ?? null;
    if (!this.active) await this.makePlan();
  }

  /** Shows a run, or with null the plan of a new one. */
  async choose(run: number | null): Promise<void> {
    this.chosen = run;
    if (run === null) await this.makePlan();
  }

  /** Chooses what the next run learns from, and plans it. */
  async prepare(some: Partial<Choices>): Promise<void> {
    this.choices = { ...this.choices, ...some };
    await this.choose(null);
  }

  async learnFrom(file: string): Promise<void> {
    await this.prepare({ source: 'file', file });
  }

  /** Marks or questions have changed: a plan made of them is made again. */
  async sourcesChanged(): Promise<void> {
    if (this.open && this.choices.source !== 'file' && this.chosen === null) await this.makePlan();
  }

  async chooseFile(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const file = await this.backend.chooseLines(dialogs.chooseTrainingFile);
      if (file) await this.learnFrom(file);
    });
  }

  async makePlan(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    const isLatest = this.plans.begin();
    this.planning = true;
    this.problem = null;
    try {
      const plan = await this.backend.planTuning(...this.asked(collection));
      if (isLatest()) this.plan = plan;
    } catch (thrown) {
      if (isLatest()) [this.plan, this.problem] = [null, asProblem(thrown)];
    }
    if (isLatest()) this.planning = false;
  }

  /** Starts the run that was planned. */
  begin(): Promise<void> {
    return this.launch((collection) => this.backend.startTuning(...this.asked(collection)));
  }

  /** Starts a run after which another search model is used, and shows it. */
  useModel(name: string): Promise<void> {
    return this.launch((collection) => this.backend.useEncoder(collection, name));
  }

  /** Starts a run that writes questions and trains nothing, and shows it. */
  async writeQuestions(): Promise<void> {
    this.open = true;
    await this.launch((collection) => this.backend.generateQuestions(collection));
  }

  cancel(run: number): Promise<unknown> {
    return this.notices.attempt(failures.cancelRun, () => this.backend.cancelTuning(run));
  }

  activate(generation: number): Promise<unknown> {
    return this.change((collection) => this.backend.activate(collection, generation));
  }

  /** Goes back to the generation that was in use before. */
  restore(): Promise<unknown> {
    return this.change((collection) => this.backend.undoActivation(collection));
  }

  delete(generation: number): Promise<unknown> {
    return this.change((collection) => this.backend.deleteGeneration(collection, generation));
  }

  handle(event: Event): void {
    if (event.type === 'tunings' && event.data.collection === this.collection) void this.refresh();
    if (event.type === 'tuning' && event.data.collection === this.collection) this.advance(event.data);
  }

  private asked(collection: number): Parameters<Backend['planTuning']> {
    const { source, file } = this.choices;
    return [collection, source === 'file' ? file : null, source === 'questions'];
  }

  private advance(progress: TuningProgress): void {
    this.progress.set(progress.run, progress);
    this.runs = this.runs.map((run) =>
      run.id === progress.run && isActive(run)
        ? { ...run, state: 'running', report: update(run.report, progress) }
        : run,
    );
  }

  private async launch(start: (collection: number) => Promise<TuningView>): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    this.problem = null;
    try {
      const run = await start(collection);
      this.runs = [run, ...this.runs.filter(({ id }) => id !== run.id)];
      this.chosen = run.id;
    } catch (thrown) {
      this.problem = asProblem(thrown);
    }
  }

  private async change(work: (collection: number) => Promise<void>): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    await this.notices.attempt(failures.switchModel, () => work(collection));
    await this.refresh();
  }

  private async refresh(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    const asked = () => Promise.all([this.backend.tunings(collection), this.backend.generations(collection)]);
    await this.notices.attempt(failures.listModels, () =>
      this.listing.take(asked(), ([runs, generations]) => this.settle(runs, generations)),
    );
  }

  private settle(runs: TuningView[], generations: GenerationView[]): void {
    const merged = (run: TuningView) => {
      const known = this.runs.find(({ id }) => id === run.id);
      return known ? { ...run, report: merge(run.report, known.report) } : run;
    };
    this.runs = runs.map(merged).sort((a, b) => b.id - a.id);
    this.generations = generations;
  }

  private reset(): void {
    this.plans.cancel();
    this.listing.cancel();
    [this.runs, this.generations, this.plan, this.problem] = [[], [], null, null];
    [this.chosen, this.planning] = [null, false];
    this.choices = DEFAULTS;
    this.progress.clear();
  }
}
