import { describe, expect, it } from 'vitest';
import type { Backend } from '../backend/interface';
import type { PageSize } from '../types/PageSize';
import { Places } from './places.svelte';
import { Viewer } from './viewer.svelte';

const sizes = Array.from({ length: 9 }, (_, page): PageSize => ({ page, label: '', width: 600, height: 800 }));
const lease = { id: 1, name: 'lease.pdf', hash: 'a' };
const report = { id: 2, name: 'report.pdf', hash: 'b' };

/** A viewer whose pane follows at once where it is sent. */
async function opened() {
  const viewer = new Viewer({ pageSizes: () => Promise.resolve(sizes) } as unknown as Backend);
  const places = new Places(viewer);
  const arrive = () => {
    const { page = 0, rect } = viewer.target ?? {};
    viewer.anchor = { page, share: (rect?.y0 ?? 0) / 800 };
  };
  const go = (page: number, y: number | null = null) => {
    viewer.goToPlace(page, y);
    arrive();
  };
  await viewer.show(lease);
  return { viewer, places, arrive, go };
}

describe('back and forward', () => {
  it('lead through the places as they were left', async () => {
    const { viewer, places, arrive, go } = await opened();
    expect(places.canGoBack).toBe(false);
    go(3, 400);
    go(7);
    await places.back();
    arrive();
    expect(viewer.anchor).toEqual({ page: 3, share: 0.5 });
    await places.back();
    arrive();
    expect([viewer.anchor.page, places.canGoBack]).toEqual([0, false]);
    await places.forward();
    await places.forward();
    arrive();
    expect([viewer.anchor.page, places.canGoForward]).toEqual([7, false]);
  });

  it('lead to another document with what was marked there', async () => {
    const { viewer, places, arrive } = await opened();
    const marked = { page: 2, rect: { x0: 0, y0: 80, x1: 9, y1: 90 }, kind: 'sentence' } as const;
    await viewer.show(lease, { page: 2, highlights: [marked] });
    arrive();
    await viewer.show(report);
    expect(viewer.highlights).toEqual([]);
    await places.back();
    expect([viewer.document, viewer.highlights]).toEqual([lease, [marked]]);
  });

  it('begin a new way after a move, and forget what is gone', async () => {
    const { places, go } = await opened();
    go(3);
    await places.back();
    go(5);
    expect(places.canGoForward, 'another way was taken').toBe(false);
    places.forget(report.id);
    expect(places.canGoBack).toBe(true);
    places.forget(lease.id);
    expect(places.canGoBack, 'its places are gone').toBe(false);
  });
});
