// @vitest-environment happy-dom
// A file that was checked: people read what was changed, who confirmed it, and whether this library wrote it.

import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import { all, one, openApp, show } from '../../testing/stage';
import CheckedFile from './CheckedFile.svelte';

describe('a file that was checked', () => {
  it('names each difference, and the number to compare where the library did not write it', async () => {
    const app = await openApp({});
    const file = await fixture.verifyGrid('/matters/Larch/Review.xlsx');
    show(app, CheckedFile, { file });
    expect(one('h2').textContent).toBe('This file was changed since it was written.');
    expect(all('[data-differences] li').map((it) => it.textContent)).toEqual(file.differences);
    expect(one('dialog').textContent).toContain('This library did not write it.');
    expect(one('code').textContent).toBe(file.sha256);
    expect(one('dialog').textContent).toContain('Lease: confirmed by Jane Roe, 1 May 2026');
  });

  it('says so where nothing was changed', async () => {
    const app = await openApp({});
    const file = await fixture.verifyGrid('/matters/Larch/Review.xlsx');
    show(app, CheckedFile, { file: { ...file, condition: 'intact', differences: [], written_at: 1_780_000_000 } });
    expect(one('h2').textContent).toBe('This file is as it was written.');
    expect(all('[data-differences]')).toEqual([]);
    expect(one('dialog').textContent).toContain('This library wrote it on');
  });
});
