import { expect, it } from 'vitest';
import type { PageView } from '../types/PageView';
import { Texts } from './texts';

const view = (page: number) => ({ page }) as PageView;

it('the words of a page are read once', async () => {
  const read: number[] = [];
  const texts = new Texts(async (page) => (read.push(page), view(page)));
  expect(texts.loaded(3)).toBeUndefined();
  await Promise.all([texts.get(3), texts.get(3)]);
  expect([read, texts.loaded(3)]).toEqual([[3], view(3)]);
});

it('a page that could not be read is read again', async () => {
  let tries = 0;
  const texts = new Texts((page) =>
    (tries += 1) === 1 ? Promise.reject(new Error('busy')) : Promise.resolve(view(page)),
  );
  await expect(texts.get(0)).rejects.toThrow('busy');
  expect(await texts.get(0)).toEqual(view(0));
});

it('the oldest pages are let go', async () => {
  const texts = new Texts(async (page) => view(page));
  for (let page = 0; page <= 60; page += 1) await texts.get(page);
  expect([texts.loaded(0), texts.loaded(1)]).toEqual([undefined, view(1)]);
});
