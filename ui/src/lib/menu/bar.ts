// The menu bar: which command is in which menu. Its shortcuts are those of the keyboard. Not for carrying commands out.

import { partsOf, shortcutOf, type Command } from '../keyboard/keys';
import { words } from '../words/language';

/** One menu of the bar. A null is a line between items. */
export interface MenuView {
  name: string;
  items: (MenuItemView | null)[];
}

export interface MenuItemView {
  command: Command;
  text: string;
  /** As the shell writes it, such as "CmdOrCtrl+Shift+C". */
  shortcut: string | null;
}

const { menu } = words;
const MENUS: { name: string; commands: (Command | null)[] }[] = [
  { name: menu.file, commands: ['add', 'watch', 'samples', null, 'check-library', 'settings', null, 'close'] },
  { name: menu.edit, commands: ['undo', null, 'citation', 'quote', 'page-tables', null, 'relevant', 'irrelevant'] },
  {
    name: menu.view,
    commands: [
      ...([
        'questions',
        'tables',
        'memo',
        'improve',
        null,
        'show-library',
        'show-search',
        'show-page',
        'only-search',
        null,
        'text-larger',
        'text-smaller',
        'text-normal',
      ] as const),
      ...([null, 'zoom-in', 'zoom-out', 'zoom-fit'] as const),
    ],
  },
  {
    name: menu.go,
    commands: [
      ...(['search', 'history', 'next', 'previous', null, 'page', 'jump', null] as const),
      ...(['next-document', 'previous-document', null, 'pane', 'back'] as const),
    ],
  },
  { name: menu.help, commands: ['help'] },
];

/** The menu bar in the language of the window. */
export function menuBar(): MenuView[] {
  return MENUS.map(({ name, commands }) => ({ name, items: commands.map((command) => command && itemOf(command)) }));
}

function itemOf(command: Command): MenuItemView {
  const key = shortcutOf(command);
  return { command, text: words.keys[command], shortcut: key && accelerator(key) };
}

/** The shell names a key by its place on the keyboard: the plus has that of "=". */
function accelerator(key: string): string {
  const parts = partsOf(key.replace(/\+\+$/, '+=')).map((part) => (part.length === 1 ? part.toUpperCase() : part));
  return parts.join('+').replace(/^Mod/, 'CmdOrCtrl');
}
