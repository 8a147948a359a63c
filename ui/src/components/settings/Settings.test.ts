// @vitest-environment happy-dom
// The settings: a language is chosen by its own name, and kept.

import { expect, it, vi } from 'vitest';
import { LANGUAGES, words } from '../../lib/words/language';
import { all, one, openApp, show } from '../../testing/stage';
import Settings from './Settings.svelte';

it('a language is chosen by its own name, and the window loads again in it', async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  show(await openApp(), Settings, { onclose: () => undefined, onlibrary: () => undefined });
  const names = all('[data-language] option').map((option) => option.textContent);
  expect(names).toEqual([words.settings.languageAsSystem, ...Object.values(LANGUAGES)]);
  const select = one('[data-language] select') as HTMLSelectElement;
  expect(select.value).toBe('system');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  select.value = 'de';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(localStorage.getItem('pincite.language')).toBe('"de"');
  expect(reload).toHaveBeenCalledOnce();
});
