import { expect, it } from 'vitest';
import { elided, shown } from './elide';

const within = (most: number) => (text: string) => text.length <= most;
const cut = (name: string, most: number) => shown(elided(name, within(most)));

it('a long name loses words of its middle, and never parts of words', () => {
  const name = 'VERICEL CORP 2019 SUPPLY AGREEMENT.PDF';
  expect(cut(name, 80)).toBe(name);
  expect(cut(name, 36)).toBe('VERICEL CORP … SUPPLY AGREEMENT.PDF');
  expect(cut(name, 32)).toBe('VERICEL … SUPPLY AGREEMENT.PDF');
  expect(cut(name, 25)).toBe('VERICEL … AGREEMENT.PDF');
});

it('words end at the signs that file names have for spaces', () => {
  expect(cut('AURASYSTEMSINC_06_16_2010-EX-10.25-STRATEGIC ALLIANCE AGREEMENT.PDF', 44)).toBe(
    'AURASYSTEMSINC_06_ … ALLIANCE AGREEMENT.PDF',
  );
});

it('nothing of the name is lost, only hidden', () => {
  const name = 'Supply Agreement · Vericel, Matricel (2).pdf';
  const { head, middle, tail } = elided(name, within(30));
  expect(head + middle + tail).toBe(name);
});

it('a name of two words is left whole: its end is cut by the style', () => {
  expect(elided('Incomprehensibilities.pdf Agreement.pdf', within(5)).middle).toBe('');
});
