// @vitest-environment happy-dom
// The search model of a collection: which one is used, which others there are, and what a change takes before it begins.

import { expect, it } from 'vitest';
import type { EncoderPlan } from '../../lib/types/EncoderPlan';
import { words } from '../../lib/words/language';
import { all, one, openApp, show, text, until } from '../../testing/stage';
import type { Backend } from '../../lib/backend/interface';
import SearchModel from './SearchModel.svelte';

const OTHER = 'multilingual-e5-small';
const plan: EncoderPlan = {
  ...{ encoder: OTHER, documents: 3, passages: 2214, bytes: 3_400_000, seconds: 140 },
  ...{ device: 'cpu', problem: null },
};
const texts = words.tuning.searchModel;

const select = () => one('[data-search-model] select') as HTMLSelectElement;
const buttons = () => all('[data-search-model] .row button');

function choose(name: string): void {
  select().value = name;
  select().dispatchEvent(new Event('change', { bubbles: true }));
}

async function opened(some: Partial<Backend>) {
  const app = await openApp({ planEncoder: async () => plan, ...some });
  await app.tuning.show(1);
  show(app, SearchModel, {});
  await until('the models', () => all('[data-search-model] option').length === 2);
  return app;
}

it('shows the one in use with its languages and size, and names those that are missing', async () => {
  await opened({});
  expect(select().value).toBe('all-MiniLM-L6-v2');
  const names = all('[data-search-model] option').map((option) => option.textContent);
  expect(names).toEqual(['all-MiniLM-L6-v2 (English · 91.3 MB)', `${OTHER} (many languages · 243.8 MB)`]);
  expect(text('[data-search-model]')).toContain('Not installed: another-model (130.0 MB).');
  expect(buttons()).toHaveLength(0);
});

it('says time and size before another one is used, and starts the run', async () => {
  const asked: unknown[] = [];
  const { fixture } = await import('../../fixture/backend');
  const app = await opened({
    useEncoder: async (...given) => {
      asked.push(given);
      return fixture.useEncoder(...given);
    },
  });
  choose(OTHER);
  await until('the plan', () => buttons().length === 1);
  expect(text('[data-search-model] .row button')).toBe('Use this model (about 2 min, 3.4 MB)');
  expect(text('[data-search-model]')).toContain('2,214 passages are indexed again.');
  buttons()[0]?.click();
  await until('the run', () => app.tuning.run !== null);
  expect([asked, app.tuning.run?.kind]).toEqual([[[1, OTHER]], 'encoder']);
  expect((one('[data-search-model] .row button') as HTMLButtonElement).disabled).toBe(true);
  choose('all-MiniLM-L6-v2');
  await until('nothing to start', () => buttons().length === 0);
});

it('one whose passages are all indexed is used at once, and a problem is shown in place of the button', async () => {
  const problem = { code: 'adapt.run_under_way', message: 'Wait until it is done.' };
  const plans = [
    { ...plan, passages: 0, seconds: 0 },
    { ...plan, seconds: null, problem },
  ];
  await opened({ planEncoder: async () => plans.shift() ?? plan });
  choose(OTHER);
  await until('the plan', () => buttons().length === 1);
  expect(text('[data-search-model] .row button')).toBe(texts.useNow);
  choose(OTHER);
  await until('the problem', () => all('[role="alert"]').length === 1);
  expect([text('[role="alert"]'), buttons().length]).toEqual(['Wait until it is done.', 0]);
});
