import { expect, it } from 'vitest';
import type { CheckedClaim } from '../types/CheckedClaim';
import type { Support } from '../types/Support';
import { SIGNS, summaryText, verdictText } from './describe';

const claim = (support: Support, doubt: CheckedClaim['doubt'] = null): CheckedClaim => ({
  ...{ kind: 'number', written: '7', support, doubt, sources: [] },
});

it('a summary counts what occurs, and says so where nothing does', () => {
  const claims = [claim('not_found'), claim('exact'), claim('exact'), claim('near')];
  expect(summaryText(claims)).toBe('4 claims: 2 found, 1 rounded, 1 not found');
  expect(summaryText([claim('doubtful', 'other_year')])).toBe('1 claim: 1 doubtful');
  expect(summaryText([])).toBe('This text has no numbers, dates or quotes to look up.');
});

it('a verdict gives the reason for a doubt', () => {
  expect(verdictText(claim('doubtful', 'other_value'))).toBe('Doubtful: another value is printed');
  expect(verdictText(claim('near'))).toBe('Found, rounded');
});

it('each verdict has a sign of its own: its colour alone would not do', () => {
  const signs = Object.values(SIGNS);
  expect(new Set(signs).size).toBe(signs.length);
});
