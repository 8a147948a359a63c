// Waits until the window shows what was changed. Not for waiting until anything is loaded.

/** Longest wait in milliseconds: a window that is hidden draws nothing. */
const LONGEST = 100;

/** Done once the changes made so far are drawn. */
export function drawn(): Promise<void> {
  if (!('requestAnimationFrame' in globalThis)) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST);
  });
}
