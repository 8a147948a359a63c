// Which key does what. The help dialog and the menu are made from the same table, so that they cannot disagree.

import { nameOf, words } from '../words/language';

/** What a key does. */
export type Command = keyof typeof words.keys;

/** The part of a keyboard event that decides. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey?: boolean;
}

/**
 * Where a key was pressed: in a text field, on an entry of a list, on another control in a list, on the page of a document,
 * on any other control with keys of its own, or anywhere else.
 */
export type Target = 'field' | 'list' | 'list-control' | 'page' | 'control' | 'elsewhere';

/** One row of the table. */
export interface Binding {
  command: Command;
  /** The one for texts first. "Mod" is Ctrl, or ⌘ on a Mac. Without a key, a command is in the menu only. */
  keys: string[];
  /** Works while typing in a field. Keys with "Mod" always do. */
  inField?: boolean;
  /** A field keeps this key for itself. */
  fieldsOwn?: boolean;
}

export const BINDINGS: readonly Binding[] = [
  { command: 'search', keys: ['/', 'Mod+l'] },
  { command: 'history', keys: ['h', 'Mod+Shift+h'] },
  { command: 'next', keys: ['ArrowDown', 'j'] },
  { command: 'previous', keys: ['ArrowUp', 'k'] },
  { command: 'page', keys: ['Enter'] },
  { command: 'next-document', keys: ['Mod+PageDown'] },
  { command: 'previous-document', keys: ['Mod+PageUp'] },
  { command: 'citation', keys: ['c', 'Mod+Shift+c'] },
  { command: 'page-tables', keys: ['x', 'Mod+Shift+x'] },
  { command: 'quote', keys: ['q', 'Mod+Shift+e'] },
  { command: 'relevant', keys: ['y', 'Mod+Shift+y'] },
  { command: 'irrelevant', keys: ['n', 'Mod+Shift+n'] },
  { command: 'undo', keys: ['Mod+z'], fieldsOwn: true },
  { command: 'zoom-in', keys: ['+', '='] },
  { command: 'zoom-out', keys: ['-'] },
  { command: 'zoom-fit', keys: ['0'] },
  { command: 'text-larger', keys: ['Mod++', 'Mod+='] },
  { command: 'text-smaller', keys: ['Mod+-'] },
  { command: 'text-normal', keys: ['Mod+0'] },
  { command: 'jump', keys: ['g', 'Mod+g'] },
  { command: 'mode', keys: ['m', 'Mod+Shift+m'] },
  { command: 'add', keys: ['o', 'Mod+o'] },
  { command: 'samples', keys: [] },
  { command: 'watch', keys: [] },
  { command: 'improve', keys: ['a', 'Mod+i'] },
  { command: 'questions', keys: ['l', 'Mod+j'] },
  { command: 'tables', keys: ['t', 'Mod+t'] },
  { command: 'memo', keys: ['v', 'Mod+k'] },
  { command: 'show-library', keys: ['1'] },
  { command: 'show-search', keys: ['2'] },
  { command: 'show-page', keys: ['3'] },
  { command: 'only-search', keys: ['4'] },
  { command: 'settings', keys: ['Mod+,'] },
  { command: 'check-library', keys: [] },
  { command: 'pane', keys: ['F6'], inField: true },
  { command: 'help', keys: ['F1', '?'] },
  { command: 'back', keys: ['Escape'], inField: true },
  { command: 'close', keys: ['Mod+w'] },
];

/** Commands whose keys a control (button, list box, page) keeps for itself. */
const CONTROL_KEYS: ReadonlySet<Command> = new Set(['page', 'next', 'previous']);

/** On the page of a document, the keys for the size of the text change the size of the page. */
const ON_PAGE: Partial<Record<Command, Command>> = {
  'text-larger': 'zoom-in',
  'text-smaller': 'zoom-out',
  'text-normal': 'zoom-fit',
};

/** The first key of a command, as it is written in texts. */
export function keyOf(command: Command): string {
  return keyName(BINDINGS.find((binding) => binding.command === command)?.keys[0] ?? '');
}

/** The key of a command that works everywhere, such as "Mod+o" or "F1"; null if it has none. */
export function shortcutOf(command: Command): string | null {
  const keys = BINDINGS.find((binding) => binding.command === command)?.keys ?? [];
  return keys.find((key) => key.startsWith('Mod+') || /^F\d/.test(key)) ?? null;
}

/** The command of a key, or null. A letter alone works only in a list, where nobody types. */
export function commandOf(press: KeyPress, target: Target): Command | null {
  const key = chordOf(press);
  const binding = key === null ? undefined : BINDINGS.find(({ keys }) => keys.includes(key));
  if (!binding || key === null) return null;
  if (target === 'field' && (binding.fieldsOwn || !(binding.inField || hasModifier(key)))) return null;
  if (/^\p{L}$/u.test(key) && !target.startsWith('list')) return null;
  const isControl = target === 'control' || target === 'list-control' || target === 'page';
  if (isControl && CONTROL_KEYS.has(binding.command) && key.length > 1) return null;
  return commandOn(binding.command, target);
}

/** What a command does where the focus is. */
export function commandOn(command: Command, target: Target): Command {
  return (target === 'page' && ON_PAGE[command]) || command;
}

/** How a key is written in texts. */
export function keyName(key: string): string {
  const mac = isMac();
  const parts = partsOf(key);
  const names = parts.map((part) => nameOf(mac ? words.macKeyNames : words.keyNames, part));
  if (parts.length === 1) return names[0] ?? '';
  return names.map((name) => (name.length === 1 ? name.toUpperCase() : name)).join(mac ? '' : '+');
}

/** What is held and what is pressed: of "Mod++", "Mod" and "+". */
export const partsOf = (key: string) => key.split(/\+(?=.)/);

const isMac = () => /^Mac/.test(globalThis.navigator?.platform ?? '');
const hasModifier = (key: string) => /^(Mod|Alt)\+/.test(key);

/** A key with what is held: "c", "Mod+Shift+c", "Alt+ArrowLeft". Null for what belongs to the system. */
function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey = false }: KeyPress): string | null {
  const mod = isMac() ? metaKey : ctrlKey;
  if (isMac() ? ctrlKey : metaKey) return null;
  if (!mod && !altKey) return key;
  // A sign such as "+" has Shift in it on some keyboards and not on others.
  const shift = shiftKey && (key.length > 1 || /\p{L}/u.test(key)) ? 'Shift+' : '';
  return `${mod ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${shift}${key.length === 1 ? key.toLowerCase() : key}`;
}
