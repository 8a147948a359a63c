import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../backend/interface';
import type { TuningPlan } from '../types/TuningPlan';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningView } from '../types/TuningView';
import { Notices } from './notices.svelte';
import { Tuning } from './tuning.svelte';

const plan: TuningPlan = {
  questions: null,
  pairs: 48,
  unmatched: 0,
  unknown_language: 0,
  documents: 2,
  passages: 300,
  steps: 6,
  seconds: 60,
  device: 'cpu',
  problem: null,
};
const questions = { asked: 0, kept: 0, rejected: {}, skipped: {} };
const report = { device: '', training: 40, held_out: 8, losses: [], examined: [], verdict: null, reason: null };
const evidence = { people: 0, generated: 0, natural: 0 };
const running: TuningView = {
  id: 7,
  collection: 1,
  kind: 'tuning',
  generates: false,
  encoder: null,
  state: 'running',
  created_at: 0,
  ended_at: null,
  report: { ...report, writer: null, questions, evidence, bytes: 0, seconds: 0 },
  generation: null,
  activated: false,
  offered: false,
  problem: null,
};
const step: TuningProgress = {
  run: 7,
  collection: 1,
  phase: 'training',
  done: 1,
  total: 6,
  rate: 0.1,
  seconds_left: 50,
  device: 'cpu',
  loss: 3.2,
  examined: null,
};

/** A store over a backend of which only some answers are written here. */
function over(answers: Partial<Backend>): Tuning {
  return new Tuning(
    { ...fixture, tunings: async () => [running], generations: async () => [], ...answers },
    new Notices(),
  );
}

describe('improving search in the window', () => {
  it('shows the run at work as soon as the pane is opened', async () => {
    const tuning = over({});
    await tuning.show(1);
    await tuning.start();
    expect(tuning.run?.id).toBe(7);
  });

  it('draws the progress of its own collection, and nothing else', async () => {
    const tuning = over({});
    await tuning.show(1);
    tuning.handle({ type: 'tuning', data: { ...step, collection: 2, loss: 9 } });
    tuning.handle({ type: 'tuning', data: step });
    expect(tuning.runs[0]?.report.losses).toEqual([3.2]);
  });

  it('keeps its points when the list is read again', async () => {
    const tuning = over({});
    await tuning.show(1);
    tuning.handle({ type: 'tuning', data: step });
    tuning.handle({ type: 'tunings', data: { collection: 1 } });
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(tuning.runs[0]?.report.losses).toEqual([3.2]);
  });

  it('lets no slow plan replace a later one', async () => {
    const answers: ((plan: TuningPlan) => void)[] = [];
    const tuning = over({ planTuning: () => new Promise((resolve) => answers.push(resolve)), tunings: async () => [] });
    await tuning.show(1);
    const [first, second] = [tuning.learnFrom('a.jsonl'), tuning.learnFrom('b.jsonl')];
    answers[1]?.(plan);
    answers[0]?.({ ...plan, pairs: 1 });
    await Promise.all([first, second]);
    expect(tuning.plan?.pairs).toBe(48);
  });

  it('learns from marks and documents, unless something else is chosen for this collection', async () => {
    const planned: unknown[] = [];
    const tuning = over({ planTuning: async (...choice) => (planned.push(choice), plan), tunings: async () => [] });
    await tuning.show(1);
    await tuning.start();
    await tuning.prepare({ source: 'questions' });
    await tuning.learnFrom('a.jsonl');
    await tuning.show(2);
    expect(planned).toEqual([
      [1, null, false],
      [1, null, true],
      [1, 'a.jsonl', false],
      [2, null, false],
    ]);
  });

  it('shows a run that only writes questions', async () => {
    const writing: TuningView = { ...running, id: 8, kind: 'questions', generates: true };
    const tuning = over({ generateQuestions: async () => writing, tunings: async () => [] });
    await tuning.show(1);
    await tuning.writeQuestions();
    expect([tuning.open, tuning.run?.kind]).toEqual([true, 'questions']);
  });

  it('forgets the file of another collection', async () => {
    const tuning = over({ planTuning: async () => plan, tunings: async () => [] });
    await tuning.show(1);
    await tuning.learnFrom('a.jsonl');
    await tuning.show(2);
    expect(tuning.choices).toEqual({ source: 'documents', file: null });
  });

  it('shows why there is no plan, and why a run did not start', async () => {
    const refuse = () => Promise.reject({ code: 'adapt.no_pairs', message: 'b.jsonl has no pairs.' });
    const tuning = over({ planTuning: refuse, startTuning: refuse, tunings: async () => [] });
    await tuning.show(1);
    await tuning.learnFrom('b.jsonl');
    expect([tuning.plan, tuning.problem?.message]).toEqual([null, 'b.jsonl has no pairs.']);
    tuning.problem = null;
    await tuning.begin();
    expect(tuning.problem).not.toBeNull();
  });
});
