// What axe-core finds in the real window: names, roles, contrast, in both themes. Not for choosing what is on the screen.

import axe from 'axe-core';

/** Brings axe-core into the page of a window. A page that was loaded again needs it again. */
export function bringAxe(window) {
  return window.driver.executeScript(axe.source);
}

/** Runs axe-core in both themes, and leaves the light one; one line for each element with a problem. */
export async function violations(window) {
  const found = [];
  for (const theme of ['dark', 'light']) {
    await window.eval((theme) => (document.documentElement.dataset.theme = theme), theme);
    found.push(...(await window.eval(look, theme)));
  }
  return found;
}

function look(theme) {
  const lines = ({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme} ${id} ${target}: ${failureSummary}`);
  const options = { resultTypes: ['violations'] };
  return globalThis.axe.run(document, options).then((result) => result.violations.flatMap(lines));
}
