import type { Problem } from '../types/Problem';

/** Whatever was thrown, as something to show. Commands throw problems; anything else is a fault of ours. */
export function asProblem(thrown: unknown): Problem {
  if (isProblem(thrown)) return thrown;
  return { code: 'window.unexpected', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

function isProblem(thrown: unknown): thrown is Problem {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'message' in thrown;
}
