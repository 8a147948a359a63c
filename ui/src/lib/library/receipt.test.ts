import { expect, it } from 'vitest';
import { receiptText } from './receipt';

it('says in one line what became of the files, and nothing of what did not happen', () => {
  expect(receiptText({ added: 4, here: 1, unread: 2 })).toBe('4 added, 1 already here, 2 could not be read');
  expect(receiptText({ added: 1, here: 0, unread: 0 })).toBe('1 added');
  expect(receiptText({ added: 0, here: 0, unread: 0 })).toBe('No PDF files found');
});
