import { describe, expect, it } from 'vitest';
import { words } from '../words/words';
import { BINDINGS, commandOf } from './keys';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
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

  it('has a key for every command, and a text for it', () => {
    expect(BINDINGS.map(({ command }) => command).sort()).toEqual(Object.keys(words.keys).sort());
  });

  it('leaves letters to the field being typed in', () => {
    expect(commandOf(press('c'), 'field')).toBeNull();
    expect(commandOf(press('/'), 'field')).toBeNull();
    expect(commandOf(press('Escape'), 'field')).toBe('back');
  });

  it('leaves arrows and Enter to a control, but not its letters', () => {
    expect(commandOf(press('Enter'), 'control')).toBeNull();
    expect(commandOf(press('ArrowDown'), 'control')).toBeNull();
    expect(commandOf(press('j'), 'control')).toBe('next');
    expect(commandOf(press('c'), 'control')).toBe('citation');
  });

  it('never takes a shortcut of the system', () => {
    expect(commandOf(press('c', { ctrlKey: true }), 'elsewhere')).toBeNull();
    expect(commandOf(press('q', { metaKey: true }), 'elsewhere')).toBeNull();
  });
});
