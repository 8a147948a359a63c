// Values of answers, as people write them in the window's language.

import type { AnswerValue } from '../types/AnswerValue';
import { words } from '../words/language';

const UNITS: Record<string, string> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

/** "1 July 2027", "120 days", "GBP 7,500,000", "12.5 %", "New York". */
export function valueText({ kind, normalised }: AnswerValue): string {
  switch (kind) {
    case 'date':
      return new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(normalised),
      );
    case 'duration':
      return durationText(normalised);
    case 'amount':
      return amountText(normalised);
    default:
      return normalised;
  }
}

/** Of "P120D". */
function durationText(normalised: string): string {
  const unit = UNITS[normalised.at(-1) ?? ''] ?? 'day';
  const format = new Intl.NumberFormat(words.language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(parseInt(normalised.slice(1), 10));
}

/** Of "GBP 7500000". */
function amountText(normalised: string): string {
  const [currency, amount] = normalised.split(' ');
  const number = new Intl.NumberFormat(words.language, { maximumFractionDigits: 20 }).format(Number(amount));
  return `${currency} ${number}`;
}
