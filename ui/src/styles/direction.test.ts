// Styles say "start" and "end" where they could say "left" and "right": the window runs from right to left in some languages.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Components that place things on pages: pages count from the left, in every language. */
const PAGES = [
  'Floating.svelte',
  'HighlightBoxes.svelte',
  'RecognisedNote.svelte',
  'Sheet.svelte',
  'SheetMarks.svelte',
  'TextLayer.svelte',
  'Thumbnail.svelte',
];

const SIDES = [
  /(?<![\w-])(left|right)\s*:\s*[^;{}]+;/g,
  /(?<![\w-])(margin|padding|border|scroll-margin|scroll-padding)-(left|right)[\w-]*\s*:/g,
  /(?<![\w-])border-(top|bottom)-(left|right)-radius\s*:/g,
  /(?<![\w-])(text-align|float|clear)\s*:\s*(left|right)/g,
  /translateX\((?!.*--forward)[^)]*\)/g,
];
/** Four values of which the second and the fourth differ: one of the right side, and one of the left. */
const FOUR =
  /(?<![\w-])(?:margin|padding|inset|scroll-margin|scroll-padding|border-(?:width|color|style))\s*:\s*([^;{}]+);/g;

/** What a style says of the left or the right side. */
function sidesIn(style: string): string[] {
  const named = SIDES.flatMap((pattern) => [...style.matchAll(pattern)].map(([found]) => found));
  const uneven = [...style.matchAll(FOUR)].filter(([, values = '']) => {
    const [, right, , left] = values.match(/(?:[^\s()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];
    return left !== undefined && left !== right;
  });
  return [...named, ...uneven.map(([found]) => found)];
}

/** The styles of a file: all of a style sheet; of a component its style, and what elements say of themselves. */
function stylesOf(file: string): string {
  const text = readFileSync(join(source, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  if (file.endsWith('.css')) return text;
  const own = [...text.matchAll(/\sstyle:([\w-]+)/g)].map(([, property]) => `${property}: 0;`);
  return [...own, /<style>.*<\/style>/s.exec(text)?.[0] ?? ''].join('\n');
}

it('no style outside the pages says left or right', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(svelte|css)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(80);
  const found = files
    .filter((file) => !PAGES.includes(basename(file)))
    .map((file) => [file, sidesIn(stylesOf(file))] as const);
  expect(Object.fromEntries(found.filter(([, sides]) => sides.length))).toEqual({});
});

it('left and right are found wherever a style may say them', () => {
  const sides = [
    'left: 0;',
    'margin-left: 4px;',
    'border-right-color: red;',
    'text-align: right;',
    'padding: 0 8px 0 calc(1em + (2px));',
    'border-top-left-radius: 2px;',
    'transform: translateX(-50%);',
  ];
  expect(sides.filter((style) => sidesIn(`p { ${style} }`).length === 0)).toEqual([]);
  const none = ['padding-inline: 0 8px;', 'margin: 0 auto 4px auto;', 'inset: 0 3px;', 'text-align: start;'];
  expect(none.flatMap((style) => sidesIn(`p { ${style} }`))).toEqual([]);
});
