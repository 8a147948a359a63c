// The arithmetic of a line chart: scales, ticks and paths. Not for drawing.

export interface Point {
  x: number;
  y: number;
}

/** From the least to the greatest. */
export type Span = readonly [number, number];

/** The span of values, never empty, so that a scale can always be made of it. */
export function span(values: readonly number[]): Span {
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

/** Maps one span on another, in a straight line. */
export function scale([from, to]: Span, [start, end]: Span): (value: number) => number {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** Round numbers inside a span, about as many as asked for. */
export function ticks([low, high]: Span, about: number): number[] {
  const step = roundStep((high - low) / about);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** The outline of a line through points, as an SVG path. */
export function path(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Means of each value and those shortly before it: the trend in a noisy line. */
export function smooth(values: readonly number[]): number[] {
  const reach = Math.ceil(values.length / 12);
  return values.map((_, i) => mean(values.slice(Math.max(0, i - reach + 1), i + 1)));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The nearest of 1, 2, 5 times a power of ten that is not smaller. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}
