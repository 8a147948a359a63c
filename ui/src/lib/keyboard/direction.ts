// Which way an element runs, for what no style sheet can turn round: arrow keys and the mouse.

const TURNED: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

export const runsToTheLeft = (element: Element) => getComputedStyle(element).direction === 'rtl';

/** A key as it would be in an element from left to right: where it runs the other way, "←" is what "→" is here. */
export function alongText(key: string, element: Element): string {
  return (runsToTheLeft(element) && TURNED[key]) || key;
}
