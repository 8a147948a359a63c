// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { alongText, runsToTheLeft } from './direction';

let element: HTMLElement;

beforeEach(() => {
  element = document.createElement('div');
  document.body.replaceChildren(element);
});

it('arrow keys go along the text: where it runs to the left, they change places', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'End'];
  expect(keys.map((key) => alongText(key, element))).toEqual(keys);
  element.style.direction = 'rtl';
  expect(runsToTheLeft(element)).toBe(true);
  expect(keys.map((key) => alongText(key, element))).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'End']);
});
