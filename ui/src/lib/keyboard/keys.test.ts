import { describe, expect, it } from 'vitest';
import { words } from '../words/language';
import { BINDINGS, commandOf, keyName, shortcutOf, type Target } from './keys';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('the keyboard', () => {
  it('gives every key one meaning', () => {
    const keys = BINDINGS.flatMap((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has a row for every command, and a text for it', () => {
    expect(BINDINGS.map(({ command }) => command).sort()).toEqual(Object.keys(words.keys).sort());
  });

  it('leaves letters to the field being typed in', () => {
    expect(commandOf(press('c'), 'field')).toBeNull();
    expect(commandOf(press('/'), 'field')).toBeNull();
    expect(commandOf(press('Escape'), 'field')).toBe('back');
  });

  it('takes letters alone only in a list', () => {
    const commands = (['list', 'list-control', 'control', 'page', 'elsewhere'] as Target[]).map((target) =>
      commandOf(press('c'), target),
    );
    expect(commands).toEqual(['citation', 'citation', null, null, null]);
    expect(commandOf(press('/'), 'page')).toBe('search');
  });

  it('leaves arrows and Enter to a control, but not its letters', () => {
    expect(commandOf(press('Enter'), 'control')).toBeNull();
    expect(commandOf(press('ArrowDown'), 'list-control')).toBeNull();
    expect(commandOf(press('ArrowDown'), 'list')).toBe('next');
    expect(commandOf(press('j'), 'list-control')).toBe('next');
  });

  it('takes letters with Ctrl everywhere, but never those of the system or of a field', () => {
    const ctrl = { ctrlKey: true };
    expect(commandOf(press('o', ctrl), 'field')).toBe('add');
    expect(commandOf(press('C', { ...ctrl, shiftKey: true }), 'elsewhere')).toBe('citation');
    expect(commandOf(press('c', ctrl), 'elsewhere')).toBeNull();
    expect(commandOf(press('z', ctrl), 'field')).toBeNull();
    expect(commandOf(press('z', ctrl), 'list')).toBe('undo');
    expect(commandOf(press('o', { metaKey: true }), 'elsewhere')).toBeNull();
  });

  it('changes the size of the text, or of the page that has the focus', () => {
    const larger = press('+', { ctrlKey: true, shiftKey: true });
    expect(commandOf(larger, 'field')).toBe('text-larger');
    expect(commandOf(larger, 'page')).toBe('zoom-in');
  });

  it('writes keys as they are on the keyboard', () => {
    expect(['c', '+', 'ArrowDown', 'Mod+Shift+c', 'Mod++', 'F1'].map(keyName)).toEqual([
      ...['c', '+', '↓', 'Ctrl+Shift+C', 'Ctrl++', 'F1'],
    ]);
    expect(shortcutOf('add')).toBe('Mod+o');
    expect(shortcutOf('next')).toBeNull();
  });
});
