// Every text that users see is in `en.ts`, where it can be translated. This test finds texts anywhere else.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '..', '..');
/** Folders whose texts users do not see in the window, or where texts belong. */
const EXEMPT = /[/\\](words|types|fixture|testing)[/\\]|\.test\.ts$/;
/** Attributes of elements that are shown or read aloud, and properties of our components that become such. */
const SHOWN = /^(aria-label|aria-description|title|placeholder|alt|label|lead|text|confirm|name|status|description)$/;
/** What a radio button or a field is called in code, not on the screen. */
const CODE_NAMES = new Set(['source', 'mode', 'name', 'gather', 'colour', 'tag', 'pages', 'asked', 'rows']);

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => join(source, file))
  .filter((file) => /\.(svelte|ts)$/.test(file) && !EXEMPT.test(file));
const isComponent = (file: string) => file.endsWith('.svelte');

const isWord = (text: string) => /\p{L}{2}/u.test(text);
/** Two words, or one with a capital. Not a selector, a path, the value of a style, or the name of a key. */
const isPhrase = (text: string) => /^[“"']?(\p{Lu}?\p{Ll}{2,} \p{L}{2,}|\p{Lu}\p{Ll}+$)/u.test(text) && !isCode(text);
const isCode = (text: string) => /[[\]:;<>(){}=#]/.test(text) || /^(Enter|Escape|Delete|Error)$/.test(text);

type Node = Record<string, unknown> & { type?: string };

/** Calls `visit` for every node of a syntax tree; false keeps it from going deeper. */
function walk(value: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(value)) return value.forEach((one) => walk(one, visit));
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (typeof node.type === 'string' && !visit(node)) return;
  for (const child of Object.values(node)) walk(child, visit);
}

/** Texts in the markup: between tags, and in attributes that are shown. */
function markupTexts(code: string): string[] {
  const found: string[] = [];
  walk(parse(code, { modern: true }).fragment, (node) => {
    if (node.type === 'Text' && isWord(String(node.data))) found.push(String(node.data).trim());
    if (node.type === 'Literal' && isPhrase(String(node.value))) found.push(String(node.value));
    if (node.type === 'StyleDirective') return false;
    if (node.type !== 'Attribute') return true;
    const parts = Array.isArray(node.value) ? (node.value as Node[]) : [];
    const text = parts.map(({ data }) => data ?? '').join('');
    const shown = SHOWN.test(String(node.name)) && !(node.name === 'name' && CODE_NAMES.has(text));
    if (shown && isWord(text) && !isIcon(node, code)) found.push(`${String(node.name)}="${text}"`);
    return !parts.some(({ type }) => type === 'Text');
  });
  return found;
}

/** `<Icon name="check" />`: the name of a picture. */
function isIcon(attribute: Node, code: string): boolean {
  return attribute.name === 'name' && /<Icon\s+$/.test(code.slice(0, Number(attribute.start)));
}

/** Phrases in TypeScript, but for errors in our own code that nobody should ever see. */
function scriptTexts(code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Error') return;
    if (ts.isStringLiteralLike(node) && isPhrase(node.text)) found.push(node.text);
    if (ts.isTemplateExpression(node) && isPhrase(node.head.text)) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true));
  return found;
}

/** The code of a file: of a component, what is in its scripts. */
function scriptOf(file: string, code: string): string {
  if (!isComponent(file)) return code;
  return [...code.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join('\n');
}

/** The texts found, by file. */
function offenders(files: string[], textsOf: (code: string) => string[]): Record<string, string[]> {
  const found = files.map((file) => {
    const code = readFileSync(file, 'utf8');
    return [relative(source, file), textsOf(textsOf === scriptTexts ? scriptOf(file, code) : code)] as const;
  });
  return Object.fromEntries(found.filter(([, texts]) => texts.length));
}

describe('texts outside the file of texts', () => {
  it('are not in the markup of components', () => {
    expect(offenders(files.filter(isComponent), markupTexts)).toEqual({});
  });

  it('are not in the code', () => {
    expect(offenders(files, scriptTexts)).toEqual({});
  });

  it('are found wherever they may hide', () => {
    expect(markupTexts('<p>Waiting</p>')).toEqual(['Waiting']);
    expect(markupTexts('<button aria-label="Close" class="icon">×</button>')).toEqual(['aria-label="Close"']);
    expect(markupTexts('<p title="Remove {name}">{name}</p>')).toEqual(['title="Remove "']);
    expect(markupTexts(`<p>{kept ? 'Used' : 'Not used'}</p>`)).toEqual(['Used', 'Not used']);
    expect(scriptTexts(`notices.attempt('The collection was not made', work)`)).toEqual([
      'The collection was not made',
    ]);
    expect(scriptTexts('const text = `Adding to ${name}`;')).toEqual(['`Adding to ${name}`']);
  });

  it('do not include what only the program reads', () => {
    expect(markupTexts('<Icon name="check" /><input type="radio" name="mode" value="dense" />')).toEqual([]);
    expect(scriptTexts(`focus('.hit[aria-current="true"]'); event.key === 'Enter';`)).toEqual([]);
  });
});
