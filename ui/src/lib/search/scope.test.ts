import { expect, it } from 'vitest';
import { documents } from '../../fixture/matter';
import { named, scopeText, toggled } from './scope';

it('a scope is said in plain words', () => {
  expect(scopeText([], documents)).toBe('All documents');
  expect(scopeText([2], documents)).toBe('Annual report 2023.pdf');
  expect(scopeText([99], documents), 'a document that is gone').toBe('1 document');
  expect(scopeText([1, 2, 3], documents)).toBe('3 documents');
});

it('documents are ticked one by one', () => {
  expect(toggled([], 2)).toEqual([2]);
  expect(toggled([2], 3)).toEqual([2, 3]);
  expect(toggled([2, 3], 2)).toEqual([3]);
});

it('documents are filtered by words of their name, in any order', () => {
  expect(named(documents, 'REPORT annual').map(({ id }) => id)).toEqual([2]);
  expect(named(documents, ' ')).toHaveLength(documents.length);
  expect(named(documents, 'lease')).toEqual([]);
});
