// Times the window as a person feels it, on a folder of PDFs: node tests/speed/window.mjs <folder> [minutes of tour].
// PINCITE_WINDOW names a release build. Prints JSON. Not a test: shared machines are too uneven for a bound.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDisplay } from '../e2e/stage/display.mjs';
import { ask, drop, untilAnswered } from '../e2e/stage/steps.mjs';
import { openWindow } from '../e2e/stage/window.mjs';
import { openingPages, summary, wheel } from './frames.mjs';
import { megabytes } from './memory.mjs';

/** Questions for contracts and filings alike; each is asked as it stands, and the answers are not judged. */
const questions = [
  'Which law governs this agreement?',
  'How can the agreement be terminated?',
  'Is there a cap on liability?',
  'Who owns the intellectual property?',
  'What is the renewal term?',
  'May a party assign the agreement?',
  'What are the total revenues?',
  'How large was capital expenditure?',
  'Which risks does the company face?',
  'What insurance must be kept?',
];

const [folder, minutes = '5'] = process.argv.slice(2);
const pdfs = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => join(folder, name));

const display = await openDisplay();
let window = await openWindow(display);
const { home } = window;
try {
  await drop(window, pdfs);
  const settled = (count) => {
    const rows = [...document.querySelectorAll('[data-document]')];
    return rows.length >= count && rows.every((row) => !['waiting', 'working'].includes(row.dataset.status));
  };
  await window.until('every document to be read', settled, [pdfs.length], 3_600_000);
  await window.close({ keep: true });

  const began = performance.now();
  window = await openWindow(display, { home });
  await window.until('the list of documents', () => document.querySelectorAll('[data-document]').length > 0);
  const start = performance.now() - began;

  const report = { documents: pdfs.length, start_ms: Math.round(start), ...(await hitTimes()) };
  report.down_to_page_ms = await pageTimes();
  report.wheel = await wheel(window);
  report.memory_mb = await tour(Number(minutes));
  console.log(JSON.stringify(report, null, 2));
} finally {
  await window.close();
  await display.close();
}

/** From the key Enter to the frame that shows the first results, and to the one with the final order, after the closer reading. */
async function hitTimes() {
  await ask(window, questions.at(-1));
  await window.until('the models', () => document.querySelector(".answer[aria-busy='false']"), [], 60_000);
  const first = [];
  const final = [];
  for (const question of [...questions, ...questions]) {
    await window.eval((question) => {
      const field = document.getElementById('question');
      field.focus();
      field.value = question;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      globalThis.shown = globalThis.settled = null;
      field.addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = () => {
            const asked = document.querySelector('[data-asked]')?.dataset.asked === question;
            const since = performance.now() - timeStamp;
            if (asked && document.querySelector('.hit')) globalThis.shown ??= since;
            if (asked && document.querySelector(".answer[aria-busy='false']")) globalThis.settled = since;
            else requestAnimationFrame(look);
          };
          look();
        },
        { once: true },
      );
    }, question);
    await window.key('Return');
    await untilAnswered(window, question);
    first.push(await window.until('the results', () => globalThis.shown));
    final.push(await window.until('the final order', () => globalThis.settled));
  }
  return { enter_to_hits_ms: summary(first), enter_to_order_ms: summary(final) };
}

/** From the key ↓ to the frame that shows the page of the next result. */
async function pageTimes() {
  const times = [];
  for (const question of questions.slice(0, 4)) {
    await ask(window, question);
    times.push(...(await openingPages(window)));
  }
  return summary(times);
}

/** Asks, reads and scrolls for some minutes; the memory of its processes after each fifth of it. */
async function tour(minutes) {
  const seen = [megabytes(window.server.child.pid)];
  for (let part = 1; part <= 5; part += 1) {
    const end = Date.now() + minutes * 12_000;
    for (let turn = 0; Date.now() < end; turn += 1) {
      await ask(window, questions[turn % questions.length]);
      await openingPages(window, 4);
      await wheel(window, 30);
    }
    seen.push(megabytes(window.server.child.pid));
  }
  return seen;
}
