import { describe, expect, it } from 'vitest';
import { annotations } from '../../fixture/annotations';
import { setPage } from '../../fixture/paper';
import type { Backend } from '../backend/interface';
import { Selection } from './selection.svelte';
import { Viewer } from './viewer.svelte';

const paragraphs = ['The fee is due at once.', 'Courts sit in Delaware.'];
const pageOf = (page: number) => setPage(page, String(page + 1), paragraphs);

/** A document of three pages with the same text. The words of page 2, counted from 0, are not read yet. */
async function opened() {
  const backend = {
    ...annotations(pageOf),
    pageSizes: async () => [0, 1, 2].map((page) => pageOf(page)),
    page: async (_: number, page: number) => pageOf(page),
  } as unknown as Backend;
  const viewer = new Viewer(backend);
  await viewer.show({ id: 1, name: 'lease.pdf', hash: 'a' });
  await Promise.all([viewer.text(0), viewer.text(1)]);
  return new Selection(viewer);
}

/** The middle of a word. */
function at(page: number, word: number) {
  const { x0, y0, x1, y1 } = pageOf(page).words[word]?.rect ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
  return { page, x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}

describe('the selection', () => {
  it('grows with the mouse, and shrinks to its start again', async () => {
    const selection = await opened();
    selection.startAt(at(0, 1));
    expect(selection.span).toBeNull();
    selection.extendTo(at(0, 7));
    expect(await selection.text()).toBe('fee is due at once.\nCourts sit');
    selection.extendTo(at(0, 2));
    expect(await selection.text()).toBe('fee is');
  });

  it('is a word or a sentence', async () => {
    const selection = await opened();
    selection.word(at(0, 3));
    expect(await selection.text()).toBe('due');
    await selection.sentence(at(0, 3));
    expect(await selection.text()).toBe('The fee is due at once.');
  });

  it('goes across pages, and reads those whose words are not there yet', async () => {
    const selection = await opened();
    selection.startAt(at(0, 8));
    selection.extendTo(at(1, 0));
    expect(await selection.ranges()).toEqual([
      { page: 0, start: 8, end: 10 },
      { page: 1, start: 0, end: 1 },
    ]);
    selection.extendTo(at(2, 0));
    expect(await selection.text(), 'a page that is not read has no place for the mouse').toBe('in Delaware. The');
    selection.span = { start: { page: 1, word: 9 }, end: { page: 2, word: 1 } };
    expect(await selection.text()).toBe('Delaware. The');
  });

  it('is extended word by word from the keyboard, but never to nothing', async () => {
    const selection = await opened();
    selection.word(at(0, 3));
    expect(selection.arrow('ArrowRight')).toBe(true);
    expect(await selection.text()).toBe('due at');
    [1, 2, 3].forEach(() => selection.arrow('ArrowLeft'));
    expect(await selection.text()).toBe('due');
    expect(selection.arrow('ArrowDown'), 'only lines that run down have this key').toBe(false);
  });
});
