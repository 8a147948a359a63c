import { describe, expect, it } from 'vitest';
import { answer } from '../../fixture/answers';
import { fixture } from '../../fixture/backend';
import { paragraphs } from '../../fixture/matter';
import { setPage } from '../../fixture/paper';
import type { Hit } from '../types/Hit';
import { Feedback } from './feedback.svelte';
import { Notices } from './notices.svelte';
import { Undo } from './undo.svelte';

const question = 'Who may end the agreement?';
const choices = { k: 20, mode: 'hybrid', gather: 'auto', rerank: false, remember: false } as const;
const asked = { text: question, collection: 1, documents: [], ...choices };
const [first, second] = answer(asked, (page) => setPage(page, '', paragraphs)).hits as [Hit, Hit];

async function opened(): Promise<Feedback> {
  const notices = new Notices();
  const feedback = new Feedback(fixture, notices, new Undo(notices), () => undefined);
  await feedback.show(1);
  return feedback;
}

describe('relevance marks', () => {
  it('belong to one question and one passage, and are there after the window is opened again', async () => {
    await (await opened()).toggle(question, first, true);
    const feedback = await opened();
    expect(feedback.of(question.toUpperCase(), first)?.answers).toBe(true);
    expect(feedback.of('Another question?', first)).toBeNull();
    expect(feedback.of(question, second)).toBeNull();
    expect(feedback.answers).toBe(1);
    await feedback.toggle(question, first, true);
  });

  it('can be undone: a new one, a changed one and a removed one', async () => {
    const feedback = await opened();
    const now = () => feedback.of(question, first)?.answers ?? null;
    const before: (boolean | null)[] = [];
    const undos = [];
    for (const answers of [true, false, false]) {
      before.push(now());
      undos.push(await feedback.toggle(question, first, answers));
    }
    expect(before).toEqual([null, true, false]);
    expect(now()).toBeNull();
    for (const undo of undos.toReversed()) {
      await undo?.();
      expect(now()).toBe(before.pop());
    }
    expect((await opened()).list).toEqual([]);
  });

  it('can be changed, and removed by marking twice', async () => {
    const feedback = await opened();
    await feedback.toggle(question, first, true);
    await feedback.toggle(question, first, false);
    expect(feedback.list.map(({ answers }) => answers)).toEqual([false]);
    await feedback.toggle(question, first, false);
    expect((await opened()).list).toEqual([]);
  });
});
