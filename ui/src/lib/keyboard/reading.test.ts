import { expect, it } from 'vitest';
import { readingCommandOf } from './reading';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, held: Partial<typeof none> = {}, mac = false) =>
  readingCommandOf({ key, ...none, ...held }, mac);

it('keys are those of other readers, on each platform', () => {
  expect(press('f', { ctrlKey: true })).toBe('find');
  expect(press('f', { metaKey: true }, true)).toBe('find');
  expect(press('f', { ctrlKey: true }, true)).toBeNull();
  expect(press('F3')).toBe('find-next');
  expect(press('F3', { shiftKey: true })).toBe('find-previous');
  expect(press('ArrowLeft', { altKey: true })).toBe('back');
  expect(press('ArrowLeft', { altKey: true }, true)).toBeNull();
  expect(press('[', { metaKey: true }, true)).toBe('back');
  expect(press(']', { metaKey: true }, true)).toBe('forward');
});

it('keys without Ctrl, Cmd or Alt are left alone', () => {
  for (const key of ['f', 'g', 'p', 'ArrowLeft', '[']) expect(press(key)).toBeNull();
});
