// The search models there are, and what it takes to search the collection shown by another one. Not for improving one (`tuning`).

import type { Backend } from '../backend/interface';
import type { EncoderPlan } from '../types/EncoderPlan';
import type { ModelView } from '../types/ModelView';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import type { Tuning } from './tuning.svelte';

const { failures } = words;

export class Models {
  /** All search models: those on this computer, and others that can be added. */
  all = $state.raw<ModelView[]>([]);
  /** What it takes to use another one; null if none is chosen, or while that is calculated. */
  plan = $state.raw<EncoderPlan | null>(null);

  readonly installed = $derived(this.all.filter(({ installed }) => installed));
  readonly missing = $derived(this.all.filter(({ installed }) => !installed));
  /** Name of the one that the collection shown is searched by, improved or not; null if there is none. */
  readonly used = $derived.by(() => {
    const active = this.tuning.generations.find(({ active }) => active);
    if (active) return active.base ?? active.encoder;
    return this.installed.find(({ in_use }) => in_use)?.name ?? null;
  });
  private readonly plans = new Latest();

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    private readonly tuning: Tuning,
  ) {}

  async refresh(): Promise<void> {
    await this.notices.attempt(failures.listModels, async () => {
      const all = await this.backend.models();
      this.all = all.filter(({ kind }) => kind === 'encoder');
    });
  }

  /** Calculates what it takes to search a collection by a model, unless it is in use. */
  async choose(collection: number, name: string): Promise<void> {
    this.plan = null;
    this.plans.cancel();
    if (name === this.used) return;
    await this.notices.attempt(failures.switchModel, () =>
      this.plans.take(this.backend.planEncoder(collection, name), (plan) => (this.plan = plan)),
    );
  }
}
