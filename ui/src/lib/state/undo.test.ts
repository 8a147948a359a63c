import { expect, it } from 'vitest';
import { words } from '../words/language';
import { Notices } from './notices.svelte';
import { Undo } from './undo.svelte';

it('the last step is undone once, by a key or from its message', async () => {
  const notices = new Notices();
  const undo = new Undo(notices);
  const undone: string[] = [];
  undo.offer('First', async () => undone.push('first'));
  await undo.run();
  undo.offer('Second', async () => undone.push('second'));
  notices.list.findLast(({ action }) => action)?.action?.run();
  await undo.run();
  expect(undone).toEqual(['first', 'second']);
  expect(notices.list.map(({ title }) => title)).toContain(words.done.undone);
});
