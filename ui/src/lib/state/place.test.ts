import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import { fixture } from '../../fixture/backend';
import type { Question } from '../types/Question';
import { App } from './app.svelte';
import { placeOf, returnTo } from './place';
import { Session, type Kept } from './session.svelte';

let kept: Map<string, string>;
const QUESTION = { text: 'Who may end the agreement?', mode: 'hybrid', gather: 'auto' } as const;
const LAST: Kept = {
  collection: 1,
  question: { ...QUESTION, documents: [1], passage: 102 },
  open: { document: 2, page: 7, share: 0.5 },
  table: null,
  zoom: 1.5,
};

beforeEach(() => {
  kept = emptyStorage();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } });
});

/** A window of the fixture's library, and the questions it asks. */
async function opened() {
  const asked: Question[] = [];
  const ask: typeof fixture.ask = (question, onFirst) => (asked.push(question), fixture.ask(question, onFirst));
  const app = new App({ ...fixture, ask });
  await app.library.open();
  await app.memory.refresh();
  return { app, asked };
}

describe('at the next start', () => {
  it('question, scope, result, page and zoom come back', async () => {
    const { app, asked } = await opened();
    await returnTo(app, LAST);
    expect(asked.map(({ text, documents, remember }) => [text, documents, remember])[0]).toEqual([
      QUESTION.text,
      [1],
      false,
    ]);
    expect(app.search.hit?.id).toBe(102);
    expect([app.viewer.document?.id, app.viewer.target?.page, app.viewer.zoom]).toEqual([2, 7, 1.5]);
    expect(placeOf(app).question).toEqual(LAST.question);
  });

  it('documents and collections that are gone are left out', async () => {
    const { app } = await opened();
    await returnTo(app, { ...LAST, question: { ...QUESTION, documents: [99], passage: 999 }, open: { document: 98, page: 1, share: 0 } }); // prettier-ignore
    expect([app.search.documents, app.search.chosen]).toEqual([[], 0]);
    expect(app.viewer.document?.id, 'the page of the result').toBe(1);
    const other = await opened();
    await returnTo(other.app, { ...LAST, collection: 77 });
    expect(other.asked).toEqual([]);
  });

  it('the page shown is that of the result chosen, where the one kept is found no more', async () => {
    const { app } = await opened();
    await returnTo(app, { ...LAST, question: { ...QUESTION, documents: [], passage: 999 } });
    expect([app.search.chosen, app.viewer.document?.id]).toEqual([0, app.search.hits[0]?.document]);
    expect(app.viewer.target?.page).toBe(app.search.hits[0]?.page);
  });

  it('a result that only the closer reading finds is chosen and shown', async () => {
    const ask: typeof fixture.ask = async (question, onFirst) => {
      const last = await fixture.ask(question, (first) => onFirst({ ...first, hits: first.hits.slice(0, 2) }));
      return { ...last, hits: last.hits.toReversed() };
    };
    const app = new App({ ...fixture, ask });
    await app.library.open();
    await app.memory.refresh();
    await returnTo(app, { ...LAST, question: { ...QUESTION, documents: [], passage: 104 }, open: { document: 1, page: 4, share: 0.3 } }); // prettier-ignore
    expect([app.search.hit?.id, app.viewer.document?.id, app.viewer.target?.page]).toEqual([104, 1, 4]);
    expect(app.viewer.highlights).toEqual(app.search.hit?.highlights);
  });

  it('what the user does first goes before', async () => {
    const { app, asked } = await opened();
    app.search.text = 'typed already';
    await returnTo(app, LAST);
    expect([app.search.text, asked]).toEqual(['typed already', []]);
  });
});

describe('a question is not kept', () => {
  it('where questions are not kept, or this one was removed', async () => {
    const { app } = await opened();
    app.search.text = QUESTION.text;
    await app.ask();
    expect(placeOf(app).question?.text).toBe(QUESTION.text);
    await app.forgetQuestion(QUESTION.text);
    expect(placeOf(app).question).toBeNull();
    await app.ask();
    app.memory.kept = { on: false, count: 0 };
    expect(placeOf(app).question).toBeNull();
  });
});

describe('the kept session', () => {
  it('is written only once the last one has come back', () => {
    const session = new Session();
    session.keep(LAST);
    expect(kept.size).toBe(0);
    session.ready = true;
    session.keep(LAST);
    expect(new Session().read()).toEqual(LAST);
  });

  it('makes sense whatever was kept', () => {
    const nothing = { collection: null, question: null, open: null, table: null, zoom: null };
    for (const nonsense of ['', 'x', '{"collection":"a","question":{"text":5},"open":{"page":1},"zoom":-2}']) {
      kept.set('pincite.session', nonsense);
      expect(new Session().read(), nonsense).toEqual(nothing);
    }
    kept.set('pincite.session', '{"question":{"text":"a","mode":"odd","documents":[1,"b"]}}');
    expect(new Session().read().question).toEqual({
      text: 'a',
      mode: 'hybrid',
      gather: 'auto',
      documents: [1],
      passage: null,
    });
  });
});
