// @vitest-environment happy-dom
// The check of the library: what it finds is listed with what can be done, and a failure is said in the dialog itself.

import { beforeEach, expect, it } from 'vitest';
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
  const status = {
    home: '/data',
    log: '/log',
    encoder: null,
    device: 'CPU',
    notes: [],
    last_backup: 1_795_000_000,
    notes_looks: false,
    shared: null,
  };
  await open({ status: async () => status, backUp: async (file) => void called.push(file) });
  expect(text('dialog')).toContain('18 November 2026');
  await press('[data-back-up]');
  await until('the backup', () => called.length > 0);
  expect(called[0]).toMatch(/^\/backups\/pincite-\d{4}-\d\d-\d\d\.backup$/);
});

it('opens a shared library by its address, and says which one is open', async () => {
  const chosen: (string | null)[] = [];
  const chooseLibrary = async (address: string | null) => void chosen.push(address);
  await open({ chooseLibrary });
  const input = all('[data-address]')[0] as HTMLInputElement;
  input.value = ' postgres://ann@db.firm/deals ';
  input.dispatchEvent(new window.Event('input', { bubbles: true }));
  await press('[data-open]');
  await until('the address', () => chosen.length > 0);
  expect(chosen).toEqual(['postgres://ann@db.firm/deals']);
});

it('goes back from a shared library to the own one', async () => {
  const chosen: (string | null)[] = [];
  const status = {
    home: '/data',
    log: '/log',
    encoder: null,
    device: 'CPU',
    notes: [],
    last_backup: null,
    notes_looks: false,
  };
  await open({
    status: async () => ({ ...status, shared: 'postgres://ann@db.firm/deals' }),
    chooseLibrary: async (address) => void chosen.push(address),
  });
  expect(text('[data-shared]')).toBe('Shared library: postgres://ann@db.firm/deals');
  expect(all('[data-back-up]')).toHaveLength(0);
  await press('[data-own]');
  await until('the choice', () => chosen.length > 0);
  expect(chosen).toEqual([null]);
});
