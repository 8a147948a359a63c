// @vitest-environment happy-dom
// The keys of the list of documents: a removal must lead on in the list, and never take the focus from who types elsewhere.

import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import { all, openApp, press, show, until } from '../../testing/stage';
import DocumentList from './DocumentList.svelte';

/** Shows the list over documents whose removal is answered when what it returns is called. */
async function opened() {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const removeDocuments: typeof fixture.removeDocuments = async (ids) => {
    const removed = await fixture.removeDocuments(ids);
    await answered;
    return removed;
  };
  const app = await openApp({ removeDocuments });
  show(app, DocumentList, {});
  return answer;
}

const names = () => all('#documents .name');

describe('a document removed with a key', () => {
  it('leaves the focus on the one that stands there then', async () => {
    const answer = await opened();
    const count = names().length;
    names()[0]?.focus();
    press('Delete');
    answer();
    await until('the list to be shorter', () => names().length === count - 1);
    await until('the focus in the list', () => document.activeElement === names()[0]);
  });

  it('leaves the focus where the user went meanwhile', async () => {
    const answer = await opened();
    const count = names().length;
    const field = document.body.appendChild(document.createElement('textarea'));
    names()[0]?.focus();
    press('Delete');
    field.focus();
    answer();
    await until('the list to be shorter', () => names().length === count - 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});
