import { describe, expect, it } from 'vitest';
import { annotations } from '../../fixture/annotations';
import { setPage } from '../../fixture/paper';
import type { Backend } from '../backend/interface';
import { Annotations } from './annotations.svelte';
import { Notices } from './notices.svelte';

const pageOf = (page: number) =>
  setPage(page, String(page + 1), ['The fee is due at once.', 'Courts sit in Delaware.']);
const words = (page: number, start: number, end: number) => [{ page, start, end }];

async function shown() {
  const backend = annotations(pageOf) as unknown as Backend;
  const kept = new Annotations(backend, new Notices());
  await kept.show(1);
  return { kept, backend };
}

describe('highlights with notes', () => {
  it('are listed in the order of the pages, and the new one is open for a note', async () => {
    const { kept } = await shown();
    await kept.add(words(3, 0, 2));
    await kept.add(words(1, 6, 8));
    await kept.add(words(1, 0, 2));
    expect(kept.list.map(({ text }) => text)).toEqual(['The fee', 'Courts sit', 'The fee']);
    expect(kept.opened?.id).toBe(3);
  });

  it('keep a note and a colour, and the next one has the same colour', async () => {
    const { kept, backend } = await shown();
    await kept.add(words(0, 0, 2));
    for (const change of [{ note: 'Too high?' }, { colour: 'green' as const }]) {
      if (kept.opened) await kept.edit(kept.opened, change);
    }
    await kept.add(words(0, 6, 8));
    expect(kept.list.map(({ note, colour }) => [note, colour])).toEqual([
      ['Too high?', 'green'],
      ['', 'green'],
    ]);
    expect(await backend.annotations(1)).toHaveLength(2);
  });

  it('come back when a removal is undone', async () => {
    const { kept } = await shown();
    await kept.add(words(0, 0, 2));
    const made = kept.list;
    if (made[0]) await kept.remove(made[0]);
    expect([kept.list, kept.opened]).toEqual([[], null]);
    await kept.undo();
    expect(kept.list).toEqual(made);
    expect(kept.removed).toBeNull();
  });

  it('are found where they are painted', async () => {
    const { kept } = await shown();
    await kept.add(words(0, 0, 2));
    const { x0, y0 } = kept.list[0]?.boxes[0]?.rect ?? { x0: 0, y0: 0 };
    expect(kept.at({ page: 0, x: x0 + 1, y: y0 + 1 })?.id).toBe(1);
    expect(kept.at({ page: 1, x: x0 + 1, y: y0 + 1 }), 'on another page').toBeNull();
  });
});
