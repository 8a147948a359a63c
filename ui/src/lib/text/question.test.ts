import { expect, it } from 'vitest';
import { sameQuestion } from './question';

it('a question stays the same whatever its capitals and spaces', () => {
  expect(sameQuestion('Who may  end it?', ' who may end it? ')).toBe(true);
  expect(sameQuestion('Who may end it?', 'Who may end them?')).toBe(false);
});
