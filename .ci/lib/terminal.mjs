// Words and colours on a terminal. Not for deciding what to say.

import { env, stdout } from 'node:process';

const coloured = stdout.isTTY && !env.NO_COLOR;
const paint = (code) => (text) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);

/** Prints one line. */
export function line(text = '') {
  stdout.write(`${text}\n`);
}

/** Prints the title of what comes next. */
export function heading(text) {
  line(`\n${bold(`▸ ${text}`)}`);
}
