// Tuning the encoder to the collection shown: what is planned, what runs, what came of earlier runs.

import { SvelteMap } from 'svelte/reactivity';
import type { Backend } from '../backend/backend';
import { asProblem } from '../backend/problem';
import { follow, joined } from '../tuning/course';
import { isGoing } from '../tuning/words';
import type { Event } from '../types/Event';
import type { GenerationView } from '../types/GenerationView';
import type { Problem } from '../types/Problem';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningView } from '../types/TuningView';
import { Lesson, type Choices, type Planned } from './lesson.svelte';
import type { Notices } from './notices.svelte';

export class Tuning {
  /** Whether it is in sight, in place of the page. */
  open = $state(false);
  /** What the next run is to do. */
  readonly lesson: Lesson;
  plan = $state.raw<Planned | null>(null);
  planning = $state(false);
  /** Why there is no plan, or why a run was not started. */
  problem = $state.raw<Problem | null>(null);
  /** Runs of the collection, the latest first. */
  runs = $state.raw<TuningView[]>([]);
  generations = $state.raw<GenerationView[]>([]);
  /** Latest news by run. */
  readonly progress = new SvelteMap<number, TuningProgress>();
  /** Number of the run looked at; null while a new one is planned. */
  chosen = $state<number | null>(null);

  readonly going = $derived(this.runs.find(isGoing) ?? null);
  readonly run = $derived(this.runs.find(({ id }) => id === this.chosen) ?? null);
  private collection: number | null = null;
  /** Counts plans, so that a slow one never replaces a later one. */
  private planned = 0;
  /** Counts lists asked for, for the same reason. */
  private listed = 0;

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {
    this.lesson = new Lesson(backend);
  }

  /** Turns to another collection. */
  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.forget();
    if (collection === null) return void (this.open = false);
    await this.refresh();
    if (this.open) await this.start();
  }

  /** Comes into sight: with what is going on, or else with a new plan. */
  async start(): Promise<void> {
    this.open = true;
    this.chosen = this.going?.id ?? null;
    await this.notices.tell('The generators could not be listed', () => this.lesson.findGenerators());
    if (!this.going) await this.look();
  }

  /** Shows a run, or with null a new plan. */
  async choose(run: number | null): Promise<void> {
    this.chosen = run;
    if (run === null) await this.look();
  }

  /** Chooses what the next run is to do, and plans it. */
  async prepare(some: Partial<Choices>): Promise<void> {
    this.lesson.choose(some);
    await this.choose(null);
  }

  async learnFrom(file: string): Promise<void> {
    await this.prepare({ source: 'file', file });
  }

  /** Marks or questions are others now: a plan made of them is made again. */
  async sourcesChanged(): Promise<void> {
    if (this.open && this.lesson.choices.source !== 'file' && this.chosen === null) await this.look();
  }

  async chooseFile(): Promise<void> {
    await this.notices.tell('The dialog did not open', async () => {
      const file = await this.backend.chooseLines('Choose a file of pairs');
      if (file) await this.learnFrom(file);
    });
  }

  /** Has the engine work out what a run would do. */
  async look(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    const turn = ++this.planned;
    this.planning = true;
    this.problem = null;
    try {
      const plan = await this.lesson.plan(collection);
      if (turn === this.planned) this.plan = plan;
    } catch (thrown) {
      if (turn === this.planned) [this.plan, this.problem] = [null, asProblem(thrown)];
    }
    if (turn === this.planned) this.planning = false;
  }

  async begin(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    try {
      const run = await this.lesson.start(collection);
      this.runs = [run, ...this.runs.filter(({ id }) => id !== run.id)];
      this.chosen = run.id;
    } catch (thrown) {
      this.problem = asProblem(thrown);
    }
  }

  cancel(run: number): Promise<unknown> {
    return this.notices.tell('The run was not cancelled', () => this.backend.cancelTuning(run));
  }

  activate(generation: number): Promise<unknown> {
    return this.change((collection) => this.backend.activate(collection, generation));
  }

  undo(): Promise<unknown> {
    return this.change((collection) => this.backend.undoActivation(collection));
  }

  delete(generation: number): Promise<unknown> {
    return this.change((collection) => this.backend.deleteGeneration(collection, generation));
  }

  hear(event: Event): void {
    if (event.type === 'tunings' && event.data.collection === this.collection) void this.refresh();
    if (event.type === 'tuning' && event.data.collection === this.collection) this.note(event.data);
  }

  private note(news: TuningProgress): void {
    this.progress.set(news.run, news);
    this.runs = this.runs.map((run) =>
      run.id === news.run && isGoing(run) ? { ...run, state: 'running', course: follow(run.course, news) } : run,
    );
  }

  private async change(work: (collection: number) => Promise<void>): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    await this.notices.tell('The encoder was not changed', () => work(collection));
    await this.refresh();
  }

  private async refresh(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    const turn = ++this.listed;
    await this.notices.tell('The runs could not be listed', async () => {
      const [runs, generations] = await Promise.all([
        this.backend.tunings(collection),
        this.backend.generations(collection),
      ]);
      if (turn === this.listed) this.settle(runs, generations);
    });
  }

  private settle(runs: TuningView[], generations: GenerationView[]): void {
    const withNews = (run: TuningView) => {
      const known = this.runs.find(({ id }) => id === run.id);
      return known ? { ...run, course: joined(run.course, known.course) } : run;
    };
    this.runs = runs.map(withNews).sort((a, b) => b.id - a.id);
    this.generations = generations;
  }

  private forget(): void {
    this.planned += 1;
    this.listed += 1;
    [this.runs, this.generations, this.plan, this.problem] = [[], [], null, null];
    [this.chosen, this.planning] = [null, false];
    this.lesson.forget();
    this.progress.clear();
  }
}
