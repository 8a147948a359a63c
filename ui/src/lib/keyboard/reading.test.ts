import { expect, it } from 'vitest';
import { words } from '../words/language';
import { partsOf } from './keys';
import { READING_KEYS, readingCommandOf } from './reading';

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

it('help lists a key for every command, and it does that', () => {
  expect(READING_KEYS.map(({ command }) => command).sort()).toEqual(Object.keys(words.readingKeys).sort());
  for (const { command, keys, mac } of READING_KEYS) {
    for (const [chord, isMac] of [
      ...keys.map((key) => [key, false] as const),
      ...(mac ?? keys).map((key) => [key, true] as const),
    ]) {
      // prettier-ignore
      const held = partsOf(chord).slice(0, -1);
      const main = isMac ? { metaKey: held.includes('Mod') } : { ctrlKey: held.includes('Mod') };
      const others = { altKey: held.includes('Alt'), shiftKey: held.includes('Shift') };
      expect(press(partsOf(chord).at(-1) ?? '', { ...main, ...others }, isMac), `${chord} on a Mac: ${isMac}`).toBe(
        command,
      );
    }
  }
});
