// Which key does what. The help dialog is made from the same table, so that the two cannot disagree.

/** What a key asks for. */
export type Command =
  | 'question'
  | 'next'
  | 'previous'
  | 'page'
  | 'citation'
  | 'quote'
  | 'answers'
  | 'misses'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-fit'
  | 'jump'
  | 'mode'
  | 'add'
  | 'adapt'
  | 'questions'
  | 'pane'
  | 'help'
  | 'leave';

/** The part of a keyboard event that decides. */
export interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Where the key was pressed: in a field people type in, on a control with keys of its own, or anywhere else. */
export type Place = 'field' | 'control' | 'elsewhere';

/** One row of the table. */
export interface Binding {
  command: Command;
  keys: string[];
  label: string;
  /** Works while typing in a field. */
  inField?: boolean;
}

export const BINDINGS: readonly Binding[] = [
  { command: 'question', keys: ['/'], label: 'Write a question' },
  { command: 'next', keys: ['ArrowDown', 'j'], label: 'Next passage, or question' },
  { command: 'previous', keys: ['ArrowUp', 'k'], label: 'Previous passage, or question' },
  { command: 'page', keys: ['Enter'], label: 'Go to the page' },
  { command: 'citation', keys: ['c'], label: 'Copy the citation' },
  { command: 'quote', keys: ['q'], label: 'Copy the quote with its citation' },
  { command: 'answers', keys: ['y'], label: 'This answers it: mark the passage, or use the question' },
  { command: 'misses', keys: ['n'], label: 'This does not: mark the passage, or set the question aside' },
  { command: 'zoom-in', keys: ['+', '='], label: 'Larger page' },
  { command: 'zoom-out', keys: ['-'], label: 'Smaller page' },
  { command: 'zoom-fit', keys: ['0'], label: 'Fit the page to the pane' },
  { command: 'jump', keys: ['g'], label: 'Jump to a page number' },
  { command: 'mode', keys: ['m'], label: 'Change what is searched: words, meaning or both' },
  { command: 'add', keys: ['o'], label: 'Add documents' },
  { command: 'adapt', keys: ['a'], label: 'Adapt the search to this collection' },
  { command: 'questions', keys: ['l'], label: 'List the questions that passages answer' },
  { command: 'pane', keys: ['F6'], label: 'Next pane', inField: true },
  { command: 'help', keys: ['?', 'F1'], label: 'Show these keys' },
  { command: 'leave', keys: ['Escape'], label: 'Leave, close', inField: true },
];

/** Commands whose keys a control (button, list box, page) keeps for itself. */
const CONTROL_KEYS: ReadonlySet<Command> = new Set(['page', 'next', 'previous']);

/** The command of a key, or null. Keys with Ctrl, Alt or Cmd belong to the system. */
export function commandOf(stroke: Stroke, place: Place): Command | null {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return null;
  const binding = BINDINGS.find(({ keys }) => keys.includes(stroke.key));
  if (!binding) return null;
  if (place === 'field' && !binding.inField) return null;
  if (place === 'control' && CONTROL_KEYS.has(binding.command) && stroke.key.length > 1) return null;
  return binding.command;
}

/** How a key is written in the help. */
export function keyName(key: string): string {
  const names: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };
  return names[key] ?? key;
}
