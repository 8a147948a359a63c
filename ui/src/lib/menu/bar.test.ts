import { describe, expect, it } from 'vitest';
import { BINDINGS } from '../keyboard/keys';
import { words } from '../words/language';
import { menuBar } from './bar';

const items = menuBar().flatMap((menu) => menu.items.filter((item) => item !== null));

describe('the menu bar', () => {
  it('has each command once, with its text', () => {
    const commands = items.map(({ command }) => command);
    expect(new Set(commands).size).toBe(commands.length);
    expect(items.map(({ command, text }) => [command, text])).toEqual(commands.map((one) => [one, words.keys[one]]));
  });

  it('has every command that no key carries out', () => {
    const keyless = BINDINGS.filter(({ keys }) => keys.length === 0).map(({ command }) => command);
    expect(keyless.filter((command) => !items.some((item) => item.command === command))).toEqual([]);
  });

  it('shows shortcuts as the shell writes them, and no letter alone', () => {
    const shortcuts = Object.fromEntries(items.map(({ command, shortcut }) => [command, shortcut]));
    expect(shortcuts.citation).toBe('CmdOrCtrl+Shift+C');
    expect(shortcuts['text-larger']).toBe('CmdOrCtrl+=');
    expect(shortcuts.help).toBe('F1');
    expect(shortcuts.page).toBeNull();
  });
});
