// Shows the menu bar through the shell. Not for its content (`lib/menu`).

import { Menu, type MenuOptions } from '@tauri-apps/api/menu';
import { words } from '../words/language';
import type { Command } from '../keyboard/keys';
import type { MenuView } from '../menu/bar';

type Items = NonNullable<MenuOptions['items']>;
type Item = Items[number];

/** Shows the menus above the window, or on a Mac at the top of the screen. */
export async function showMenu(menus: MenuView[], onchoose: (command: Command) => void): Promise<void> {
  const mac = /^Mac/.test(navigator.platform);
  const items = menus.map((menu, at) => {
    const own = menu.items.map((item) => itemOf(item, onchoose));
    // On a Mac the fields copy and paste through the menu.
    return { text: menu.name, items: mac && at === 1 ? [...own, ...ofSystem(EDITING)] : own };
  });
  const menu = await Menu.new({ items: mac ? [{ text: words.app.name, items: ofSystem(PROGRAM) }, ...items] : items });
  await menu.setAsAppMenu();
  document.documentElement.dataset.menu = 'shown';
}

function itemOf(item: MenuView['items'][number], onchoose: (command: Command) => void): Item {
  if (item === null) return system('separator');
  const { command, text, shortcut } = item;
  return { id: command, text, ...(shortcut && { accelerator: shortcut }), action: () => onchoose(command) };
}

const EDITING = ['separator', 'cut', 'copy', 'paste', 'selectAll'];
const PROGRAM = ['hide', 'hideOthers', 'showAll', 'separator', 'quit'];
const ofSystem = (names: string[]) => names.map(system);
/** An item that the system knows; its name begins with a capital. */
const system = (name: string) => ({ item: name.charAt(0).toUpperCase() + name.slice(1) }) as Item;
