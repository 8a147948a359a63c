// @vitest-environment happy-dom
// The list of all answers: it says in how many documents they stand, which documents are unsure, and which have none.

import { describe, expect, it } from 'vitest';
import { all, openApp, show, text, until } from '../../testing/stage';
import SearchPane from './SearchPane.svelte';

async function asked(question: string) {
  const app = await openApp();
  app.search.text = question;
  await app.search.ask(app.library.current ?? 0);
  await app.search.sort();
  show(app, SearchPane, {});
  return app;
}

describe('all answers of several documents', () => {
  it('are counted by document, and documents without an answer are listed', async () => {
    const app = await asked('Which clauses of every document limit liability?');
    expect(text('[data-asked]')).toBe('3 answers found in 1 of 4 documents, unsure in 1');
    expect(text('[data-without] summary')).toBe('Not found in 2 documents');
    expect(all('[data-without] li').map((item) => item.textContent?.trim())).toEqual([
      'Agreement 3.pdf',
      'Agreement 4.pdf',
    ]);
    const listed = app.library.document(3);
    all('[data-without] li button')[0]?.click();
    await until('the document', () => app.viewer.document?.id === listed?.id);
  });

  it('say which result is unsure', async () => {
    const app = await asked('Which clauses of every document limit liability?');
    const [hit] = app.search.hits;
    if (!hit) throw new Error('the fixture answers');
    expect([1, 2, 3].map((document) => app.search.isUnsure({ ...hit, document }))).toEqual([false, true, false]);
    expect(all('.unsure')).toEqual([]);
  });

  it('are "at least" so many where documents were not read', async () => {
    await asked('Which clauses limit liability in too many documents?');
    expect(text('[data-asked]')).toBe('At least 3 answers found');
    expect(all('p').map((line) => line.textContent?.trim())).toContain(
      '40 more documents were not read. Select fewer documents, or use a review table.',
    );
  });

  it('lead to another search model where the present one does not know the language', async () => {
    const app = await asked('Wann endet der Vertrag?');
    all('p button')
      .find((button) => button.textContent === 'Choose a search model')
      ?.click();
    await until('the search model', () => app.tuning.open);
    await until('that it is offered no more', () => all('p button').length === 0);
  });

  it('list no documents where one was asked', async () => {
    await asked('Which clauses limit liability?');
    expect(text('[data-asked]')).toBe('3 answers found');
    expect(all('[data-without]')).toEqual([]);
  });
});
