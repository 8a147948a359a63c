import { describe, expect, it } from 'vitest';
import type { AnswerValue } from '../types/AnswerValue';
import { valueText } from './value';

const shown = (kind: AnswerValue['kind'], normalised: string) => valueText({ kind, normalised, written: '' });

describe('the value of an answer', () => {
  it('is written as people write it', () => {
    expect(shown('date', '2027-07-01')).toBe('1 July 2027');
    expect(['P1Y', 'P120D', 'P6W', 'P36M'].map((one) => shown('duration', one))).toEqual([
      '1 year',
      '120 days',
      '6 weeks',
      '36 months',
    ]);
    expect(shown('amount', 'GBP 7500000')).toBe('GBP 7,500,000');
    expect(shown('amount', 'USD 1577.5')).toBe('USD 1,577.5');
    expect(shown('percentage', '12.5 %')).toBe('12.5 %');
    expect(shown('law', 'New York')).toBe('New York');
  });
});
