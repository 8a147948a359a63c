import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../backend/interface';
import type { QuestionPage } from '../types/QuestionPage';
import type { QuestionView } from '../types/QuestionView';
import { Notices } from './notices.svelte';
import { AT_A_TIME, Questions } from './questions.svelte';
import { Suggestions, SUGGESTED } from './suggestions.svelte';

const question = (id: number) => ({ id, text: `What is ${id}?`, kept: true, origin: 'generator' }) as QuestionView;

/** A collection of so many questions, which can be deleted. */
function shelf(count: number) {
  let all = Array.from({ length: count }, (_, id) => question(id));
  const asked: [number, number][] = [];
  const backend: Partial<Backend> = {
    questionTally: async () => [{ origin: 'generator', rejected: null, count: all.length, unplaced: 0 }],
    async questions(_collection, _which, offset, limit) {
      asked.push([offset, limit]);
      return { questions: all.slice(offset, offset + limit), total: all.length };
    },
    async deleteQuestion(id) {
      all = all.filter((question) => question.id !== id);
    },
  };
  return { backend, asked };
}

function over(answers: Partial<Backend>, changed: () => void = () => undefined) {
  const notices = new Notices();
  return { questions: new Questions({ ...fixture, ...answers }, notices, changed), notices };
}

describe('the list of questions', () => {
  it('loads one page at a time, and none while the pane is closed', async () => {
    const { backend, asked } = shelf(100_000);
    const { questions } = over(backend);
    await questions.show(1);
    expect([asked, questions.tallied.total]).toEqual([[], 100_000]);
    await questions.start();
    await questions.turn(1);
    expect(asked).toEqual([
      [0, AT_A_TIME],
      [AT_A_TIME, AT_A_TIME],
    ]);
    await questions.turn(-1);
    await questions.turn(-1);
    expect(questions.offset, 'there is nothing before the first page').toBe(0);
  });

  it('goes back to the last page when the one shown is gone', async () => {
    const { backend } = shelf(AT_A_TIME + 1);
    const { questions } = over(backend);
    await questions.show(1);
    await questions.start();
    await questions.turn(1);
    expect(questions.page.questions.map(({ id }) => id)).toEqual([AT_A_TIME]);
    await questions.delete(AT_A_TIME);
    expect([questions.offset, questions.page.questions.length]).toEqual([0, AT_A_TIME]);
  });

  it('begins with the first page when the filter changes', async () => {
    const { questions } = over(shelf(200).backend);
    await questions.show(1);
    await questions.start();
    await questions.turn(1);
    await questions.narrow({ kept: false });
    expect([questions.offset, questions.which.kept]).toEqual([0, false]);
  });

  it('lets no slow page replace a later one', async () => {
    const answers: ((page: QuestionPage) => void)[] = [];
    const { questions } = over({
      questionTally: async () => [],
      questions: () => new Promise((resolve) => answers.push(resolve)),
    });
    await questions.show(1);
    const [first, second] = [questions.start(), questions.narrow({ origin: 'person' })];
    answers[1]?.({ questions: [question(2)], total: 1 });
    answers[0]?.({ questions: [question(1)], total: 1 });
    await Promise.all([first, second]);
    expect(questions.page.questions.map(({ id }) => id)).toEqual([2]);
  });

  it('shows the position of the page shown, not of the one being loaded', async () => {
    const { backend } = shelf(120);
    let arrive = (): void => undefined;
    const slow = new Promise<void>((resolve) => (arrive = resolve));
    const list = backend.questions as Backend['questions'];
    const slowly: Backend['questions'] = async (...asked) => {
      if (asked[2] > 0) await slow;
      return list(...asked);
    };
    const { questions } = over({ ...backend, questions: slowly });
    await questions.show(1);
    await questions.start();
    const first = questions.page.questions[0]?.id;
    const turned = questions.turn(1);
    expect([questions.offset, questions.page.questions[0]?.id]).toEqual([0, first]);
    arrive();
    await turned;
    expect(questions.offset).toBe(AT_A_TIME);
    expect(questions.page.questions[0]?.id, 'page and position change together').not.toBe(first);
  });

  it('reports a change, but not one that failed', async () => {
    let changes = 0;
    const refuse = () => Promise.reject({ code: 'library.question_empty', message: 'A question needs words.' });
    const { questions, notices } = over({ ...shelf(3).backend, editQuestion: refuse }, () => (changes += 1));
    await questions.show(1);
    expect(await questions.delete(1)).toBe(true);
    expect(await questions.edit(2, ' ')).toBe(false);
    expect(changes).toBe(1);
    expect(notices.list.map(({ lines }) => lines.join())).toEqual(['A question needs words.']);
  });

  it('is loaded again when a run of its collection began or ended', async () => {
    const { backend, asked } = shelf(10);
    const { questions } = over(backend);
    await questions.show(1);
    await questions.start();
    questions.handle({ type: 'tunings', data: { collection: 2 } });
    expect(asked.length).toBe(1);
    questions.handle({ type: 'tunings', data: { collection: 1 } });
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked.length).toBe(2);
  });
});

describe('suggested questions', () => {
  it('are drawn anew by another seed, and stay when questions changed', async () => {
    const seeds: number[] = [];
    const list = Array.from({ length: SUGGESTED }, (_, id) => question(id));
    const draw: Partial<Backend> = { suggestedQuestions: async (_c, _n, seed) => (seeds.push(seed), list) };
    const suggestions = new Suggestions({ ...fixture, ...draw }, new Notices());
    await suggestions.show(1);
    await suggestions.refresh();
    await suggestions.others();
    expect(seeds[1]).toBe(seeds[0]);
    expect(seeds[2]).not.toBe(seeds[0]);
    expect(suggestions.more).toBe(true);
  });

  it('are not those of a collection that was left', async () => {
    const answers: ((list: QuestionView[]) => void)[] = [];
    const slow: Partial<Backend> = { suggestedQuestions: () => new Promise((resolve) => answers.push(resolve)) };
    const suggestions = new Suggestions({ ...fixture, ...slow }, new Notices());
    const shown = [suggestions.show(1), suggestions.show(2)];
    answers[1]?.([]);
    answers[0]?.([question(1)]);
    await Promise.all(shown);
    expect([suggestions.list, suggestions.more]).toEqual([[], false]);
  });
});
