// @vitest-environment happy-dom
// Who may see a collection of a shared library: the maker stays, others come and go, and a refusal is said in the dialog.

import { expect, it } from 'vitest';
import type { MemberView } from '../../lib/types/MemberView';
import { all, one, openApp, show, text, until } from '../../testing/stage';
import MemberList from './MemberList.svelte';

it('lists, adds and removes members', async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  let members: MemberView[] = [
    { name: 'ann', made_it: true },
    { name: 'ben', made_it: false },
  ];
  const app = await openApp({
    members: async () => members,
    addMember: async (_, name) => {
      if (name === 'bob') throw { code: 'library.no_person', message: 'The server knows no bob.' };
      members = [...members, { name, made_it: false }];
    },
    removeMember: async (_, name) => void (members = members.filter((member) => member.name !== name)),
  });
  const collection = { id: 1, name: 'Deal', documents: 0, passages: 0, watched: [], encoder: null };
  show(app, MemberList, { collection, onclose: () => undefined });
  const names = () => all('[data-member]').map((row) => row.dataset.member);
  await until('the members', () => names().length === 2);
  expect(all('[data-member="ann"] button')).toHaveLength(0);

  const add = async (name: string) => {
    const input = one('dialog input') as HTMLInputElement;
    input.value = name;
    input.dispatchEvent(new window.Event('input', { bubbles: true }));
    await until('the button', () => !(one('[data-add-member]') as HTMLButtonElement).disabled);
    one('[data-add-member]').click();
  };
  await add('bob');
  await until('the message', () => all('[role="alert"]').length > 0);
  expect(text('[role="alert"]')).toBe('The server knows no bob.');
  await add(' cat ');
  await until('the new member', () => names().includes('cat'));
  expect(all('[role="alert"]')).toHaveLength(0);
  one('[data-member="ben"] button').click();
  await until('the removal', () => !names().includes('ben'));
  expect(names()).toEqual(['ann', 'cat']);
});
