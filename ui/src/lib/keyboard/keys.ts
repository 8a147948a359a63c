// Which key does what. The help dialog is made from the same table, so that the two cannot disagree.

import { nameOf, words } from '../words/words';

/** What a key does. */
export type Command = keyof typeof words.keys;

/** The part of a keyboard event that decides. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Where a key was pressed: in a text field, on a control with keys of its own, or anywhere else. */
export type Target = 'field' | 'control' | 'elsewhere';

/** One row of the table. */
export interface Binding {
  command: Command;
  keys: string[];
  /** Works while typing in a field. */
  inField?: boolean;
}

export const BINDINGS: readonly Binding[] = [
  { command: 'search', keys: ['/'] },
  { command: 'history', keys: ['h'] },
  { command: 'next', keys: ['ArrowDown', 'j'] },
  { command: 'previous', keys: ['ArrowUp', 'k'] },
  { command: 'page', keys: ['Enter'] },
  { command: 'citation', keys: ['c'] },
  { command: 'quote', keys: ['q'] },
  { command: 'relevant', keys: ['y'] },
  { command: 'irrelevant', keys: ['n'] },
  { command: 'zoom-in', keys: ['+', '='] },
  { command: 'zoom-out', keys: ['-'] },
  { command: 'zoom-fit', keys: ['0'] },
  { command: 'jump', keys: ['g'] },
  { command: 'mode', keys: ['m'] },
  { command: 'add', keys: ['o'] },
  { command: 'improve', keys: ['a'] },
  { command: 'questions', keys: ['l'] },
  { command: 'tables', keys: ['t'] },
  { command: 'show-library', keys: ['1'] },
  { command: 'show-search', keys: ['2'] },
  { command: 'show-page', keys: ['3'] },
  { command: 'pane', keys: ['F6'], inField: true },
  { command: 'help', keys: ['?', 'F1'] },
  { command: 'back', keys: ['Escape'], inField: true },
];

/** Commands whose keys a control (button, list box, page) keeps for itself. */
const CONTROL_KEYS: ReadonlySet<Command> = new Set(['page', 'next', 'previous']);

/** The first key of a command, as it is written in texts. */
export function keyOf(command: Command): string {
  return keyName(BINDINGS.find((binding) => binding.command === command)?.keys[0] ?? '');
}

/** The command of a key, or null. Keys with Ctrl, Alt or Cmd belong to the system. */
export function commandOf(press: KeyPress, target: Target): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const binding = BINDINGS.find(({ keys }) => keys.includes(press.key));
  if (!binding) return null;
  if (target === 'field' && !binding.inField) return null;
  if (target === 'control' && CONTROL_KEYS.has(binding.command) && press.key.length > 1) return null;
  return binding.command;
}

/** How a key is written in texts. */
export function keyName(key: string): string {
  return nameOf(words.keyNames, key);
}
