import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const base = readFileSync(join(source, 'styles', 'base.css'), 'utf8');
const utilities = base.slice(base.indexOf('/* Utilities')).matchAll(/^\.([\w-]+) \{/gm);
const names = [...utilities].map(([, name]) => name).join('|');

it('a utility class means the same everywhere: no component has a class of its own with that name', () => {
  expect(names).toContain('faint');
  const own = new RegExp(`(^|[\\s,])\\.(${names})(?=[\\s,:{])`, 'm');
  const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.svelte'),
  );
  const styles = (file: string) => /<style>.*<\/style>/s.exec(readFileSync(join(source, file), 'utf8'))?.[0] ?? '';
  expect(components.filter((file) => own.test(styles(file)))).toEqual([]);
});
