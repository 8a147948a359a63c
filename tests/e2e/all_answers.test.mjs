// A question for a list in the real window: all its answers are found, counted and marked beside the page.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { add, ask, boxInSight, hits, pagesDrawn, press, untilAnswered } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const contract = join(assets, 'lists', 'supply-agreement.pdf');
const question = "Which clauses limit the Seller's liability?";
/** What limits liability in the contract, with its page. The last one is repeated in a schedule. */
const limitations = [
  { page: 'p. 1', text: 'limited to ten per cent of the price of the delayed load' },
  { page: 'p. 2', text: 'The Seller is not liable for any loss of profit' },
  { page: 'p. 3', text: 'shall not exceed in any calendar year the sum of £2,000,000' },
];

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await add(window, [contract]);
});

after(async () => {
  await window?.close();
  await display?.close();
});

const head = () => document.querySelector('[data-asked]').innerText;
const chosen = () => document.querySelector("input[name='gather']:checked")?.value;
/** Marks of the strip: their names, their heights on the screen, and the number of the result that each belongs to. */
const strip = () =>
  [...document.querySelectorAll('[data-strip]')].map((mark) => ({
    label: mark.ariaLabel,
    y: mark.getBoundingClientRect().y,
    index: Number(mark.dataset.strip),
    chosen: mark.getAttribute('aria-current') === 'true',
  }));

test('all answers are found, and the repeated one is shown once', async () => {
  const found = await ask(window, question);
  assert.equal(await window.eval(chosen), 'all', 'the question asks for a list');
  assert.equal(await window.eval(head), '3 answers found');
  for (const { page, text } of limitations) {
    const answers = found.filter((hit) => hit.text.replaceAll('’', "'").includes(text));
    assert.deepEqual(answers.map((hit) => hit.page), [page], `once, on its page: ${text}`); // prettier-ignore
  }
  assert.equal(found.length, limitations.length, 'and nothing else is shown');
  const repeated = found.findIndex((hit) => hit.page === 'p. 2');
  await press(window, `[data-hit='${repeated}']`);
  await window.until('the place where it is repeated', () =>
    /1 more like this.*p\. 6/s.test(document.querySelector('li.chosen [data-twins]')?.textContent),
  );
});

test('each answer has a mark beside the page, which opens it', async () => {
  const marks = await window.eval(strip);
  const inOrder = marks.toSorted((one, other) => one.y - other.y).map(({ label }) => label.split(', ').at(-1));
  assert.deepEqual(inOrder, ['p. 1', 'p. 2', 'p. 3'], 'from the top of the document to its end');
  for (const { label, index } of marks) {
    await press(window, `[data-strip='${index}']`);
    await window.until(
      `result ${index} to be chosen`,
      (index) => document.querySelector(`[data-hit='${index}']`).ariaCurrent === 'true',
      [index],
    );
    const page = label.split('p. ').at(-1);
    await window.until('its page', (page) => document.getElementById('page-number').value === page, [page]);
    await boxInSight(window, 'sentence');
    const strong = (await window.eval(strip)).filter((mark) => mark.chosen).map((mark) => mark.index);
    assert.deepEqual(strong, [index], 'the mark of the chosen result is the strong one');
  }
  await pagesDrawn(window);
  await window.picture('27-all-answers');
});

test('the best matches can be chosen instead, on the keyboard too, and all answers again', async () => {
  await window.eval(() => document.querySelector("input[name='gather'][value='all']").focus());
  await window.key('Left');
  await window.until('more results', () => document.querySelectorAll('.hit').length > 3);
  await untilAnswered(window, question);
  assert.equal(await window.eval(chosen), 'best');
  assert.match(await window.eval(head), /^Found$/);
  await window.picture('28-best-matches');
  await press(window, "input[name='gather'][value='all']");
  await window.until('only the answers', () => document.querySelectorAll('.hit').length === 3);
  await untilAnswered(window, question);
  assert.equal(await window.eval(head), '3 answers found');
  assert.equal((await window.eval(strip)).length, 3);
});

test('the choice is for one question: another one decides for itself', async () => {
  await press(window, "input[name='gather'][value='best']");
  await untilAnswered(window, question);
  await ask(window, 'Which law governs the agreement?');
  assert.equal(await window.eval(chosen), 'best', 'it asks for one answer');
  await ask(window, question);
  assert.equal(await window.eval(chosen), 'all', 'what was chosen before does not matter');
  assert.equal((await hits(window)).length, 3);
});
