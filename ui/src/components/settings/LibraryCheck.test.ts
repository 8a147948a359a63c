// @vitest-environment happy-dom
// The check of the library: what it finds is listed with what can be done, and a failure is said in the dialog itself.

import { beforeEach, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../../lib/backend/interface';
import type { Repair } from '../../lib/types/Repair';
import { all, one, openApp, show, text, until } from '../../testing/stage';
import LibraryCheck from './LibraryCheck.svelte';

const finding = (repair: Repair) => ({
  problem: { code: 'doctor.text', message: 'The stored text of Lease is damaged.' },
  repair,
});
const called: string[] = [];

beforeEach(() => called.splice(0));

async function open(some: Partial<Backend>): Promise<void> {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  const app = await openApp(some);
  await app.engine.refresh();
  show(app, LibraryCheck, { onclose: () => undefined });
}

async function press(selector: string): Promise<void> {
  one(selector).click();
  await until('the work to end', () => !document.querySelector('[data-busy]'));
}

it('says that all is well', async () => {
  await open({});
  await press('[data-check]');
  expect(text('[data-sound]')).toContain('3 documents and 4 models');
  expect(all('[data-repair]')).toHaveLength(0);
});

it('repairs what can be repaired, now or at the next start', async () => {
  const repair = async () => void called.push('repair');
  await open({ checkUp: async () => ({ findings: [finding('here')], documents: 1, models: 1 }), repair });
  await press('[data-check]');
  expect(text('[data-finding]')).toBe('The stored text of Lease is damaged.');
  await press('[data-repair]');
  expect(text('[data-repaired]')).toContain('background');
  expect(called).toEqual(['repair']);
});

it('says that a damaged file is repaired at the next start', async () => {
  await open({ checkUp: async () => ({ findings: [finding('at_start')], documents: 1, models: 1 }) });
  await press('[data-check]');
  await press('[data-repair]');
  expect(text('[data-repaired]')).toContain('open it again');
});

it('offers no repair where a person must act', async () => {
  await open({ checkUp: async () => ({ findings: [finding('none')], documents: 1, models: 1 }) });
  await press('[data-check]');
  expect(all('[data-finding]')).toHaveLength(1);
  expect(all('[data-repair]')).toHaveLength(0);
});

it('says in the dialog that something failed', async () => {
  await open({ checkUp: () => Promise.reject({ code: 'library.busy', message: 'The library is in use.' }) });
  await press('[data-check]');
  expect(text('[role="alert"]')).toBe('Could not check the library');
});

it('shows when the last backup was written, and writes one', async () => {
  const status = { ...(await fixture.status()), last_backup: 1_795_000_000 };
  await open({ status: async () => status, backUp: async (file) => void called.push(file) });
  expect(text('dialog')).toContain('18 November 2026');
  await press('[data-back-up]');
  await until('the backup', () => called.length > 0);
  expect(called[0]).toMatch(/^\/backups\/pincite-\d{4}-\d\d-\d\d\.backup$/);
});

const fill = (selector: string, value: string) => {
  const input = one(selector) as HTMLInputElement;
  input.value = value;
  input.dispatchEvent(new window.Event('input', { bubbles: true }));
};

it('opens a shared library by its address', async () => {
  const chosen: (string | null)[] = [];
  const chooseLibrary = async (address: string | null) => void chosen.push(address);
  await open({ chooseLibrary, keepPassword: async () => void chosen.push('a password') });
  fill('[data-address]', ' postgres://ann@db.firm/deals ');
  await press('[data-open]');
  await until('the address', () => chosen.length > 0);
  expect(chosen).toEqual(['postgres://ann@db.firm/deals']);
});

it('keeps the password of a shared library before it is opened, and opens none that the server refuses', async () => {
  const called: string[] = [];
  const keepPassword = async (address: string, password: string) => {
    called.push(`${address} ${password}`);
    if (password === 'wrong') throw { code: 'library.sign_in', message: 'No.' };
  };
  await open({ keepPassword, chooseLibrary: async () => void called.push('open') });
  fill('[data-address]', 'postgres://ann@db.firm/deals');
  fill('[data-password]', 'wrong');
  await press('[data-open]');
  await until('the failure', () => all('[role="alert"]').length > 0);
  fill('[data-password]', 's3cret');
  await press('[data-open]');
  await until('the opening', () => called.length > 2);
  const address = 'postgres://ann@db.firm/deals';
  expect(called).toEqual([`${address} wrong`, `${address} s3cret`, 'open']);
});

it('goes back from a shared library to the own one', async () => {
  const chosen: (string | null)[] = [];
  const status = { ...(await fixture.status()), shared: 'postgres://ann@db.firm/deals' };
  await open({
    status: async () => status,
    chooseLibrary: async (address) => void chosen.push(address),
  });
  expect(text('[data-shared]')).toBe('Shared library: postgres://ann@db.firm/deals');
  expect(all('[data-back-up]')).toHaveLength(0);
  await press('[data-own]');
  await until('the choice', () => chosen.length > 0);
  expect(chosen).toEqual([null]);
});

it('opens a bundle that is chosen', async () => {
  const chosen: (string | null)[] = [];
  const chooseLibrary = async (place: string | null) => void chosen.push(place);
  await open({ chooseLibrary });
  await press('[data-open-bundle]');
  await until('the bundle', () => chosen.length > 0);
  expect(chosen).toEqual(['/handed on/Project Larch.pincite']);
});

it('says who signed the open bundle, and goes back to the own library', async () => {
  const chosen: (string | null)[] = [];
  const status = { ...(await fixture.status()), bundle: { key: 'RWQkey', signed_at: 1_795_000_000 } };
  await open({ status: async () => status, chooseLibrary: async (place) => void chosen.push(place) });
  expect(text('[data-bundle]')).toMatch(/^Bundle, signed on 18 November 2026 .* with the key RWQkey$/);
  expect(all('[data-back-up]')).toHaveLength(0);
  await press('[data-own]');
  await until('the choice', () => chosen.length > 0);
  expect(chosen).toEqual([null]);
});
