// Carrying results out of the real window: citations in two styles, a report, an annotated copy, a link.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { run } from './stage/process.mjs';
import { add, ask, press } from './stage/steps.mjs';
import { assets, openWindow, program } from './stage/window.mjs';

const agreement = join(assets, 'services-agreement.pdf');
const question = 'How much notice is needed to terminate for convenience?';

let display, window, folder;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-out-'));
  window = await openWindow(display);
  await add(window, [agreement]);
  await ask(window, question);
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Opens the menu of a button and chooses an entry with the keyboard, as a user does. */
async function choose(button, entry) {
  await press(window, button);
  await window.until('the menu', () => document.querySelector('[role="menu"]'));
  const focus = (entry) => {
    const items = [...document.querySelectorAll('[role^="menuitem"]')];
    items.find((item) => item.textContent.trim() === entry).focus();
    return true;
  };
  await window.eval(focus, entry);
  await window.key('Return');
}

const notice = (text) => window.until(`the message ${text}`, (text) => document.body.innerText.includes(text), [text]);

test('a citation is copied in the style that was chosen', async () => {
  const menu = "button[aria-label='Citation style']";
  await choose(menu, 'Bluebook');
  await notice('Citation copied');
  const bluebook = await display.clipboard();
  assert.match(bluebook, /§ 17\.1, at \d+/, bluebook);
  const rich = await display.clipboard('html');
  assert.match(rich, /<i[^>]*>[^<]+<\/i>/, `the title is in italics for a word processor: ${rich}`);
  await choose(menu, 'Markdown');
  await window.until('another style', () => document.body.innerText.includes('Citation copied'));
  const markdown = await display.clipboard();
  assert.match(markdown, /^\*.+\*, p\. .*§ 17\.1/, markdown);
});

test('the chosen style stays for the key', async () => {
  await window.eval(() => document.querySelector(".hit[aria-current='true']").focus());
  await window.key('q');
  await notice('Quote copied');
  assert.match(await display.clipboard(), /^> .+\n>\n> — \*/);
});

test('a link is copied, and shows nothing but its place', async () => {
  await choose("button[aria-label='Citation style']", 'Copy link');
  await notice('Link copied');
  const link = await display.clipboard();
  assert.match(link, /^pincite:\/\/open\?document=[0-9a-f]{16}&page=\d+&passage=\d+$/);
  const place = await window.eval((link) => window.__TAURI_INTERNALS__.invoke('follow_link', { link }), link);
  assert.equal(place.document_name, 'Master Services Agreement');
  assert.ok(place.highlights.length > 0, 'its passage is highlighted');
});

test('a link opened from outside is shown in the window that is open', async () => {
  const [first] = await window.eval((name) => window.__TAURI_INTERNALS__.invoke(name), 'collections');
  const list = (collection) => window.__TAURI_INTERNALS__.invoke('documents', { collection });
  const [{ id, hash }] = await window.eval(list, first.id);
  const sizes = (document) => window.__TAURI_INTERNALS__.invoke('page_sizes', { document });
  const { label } = (await window.eval(sizes, id))[1];
  const shown = (label) => document.querySelector('#page-number')?.value === label;
  assert.ok(!(await window.eval(shown, label)), 'another page is shown yet');
  const link = `pincite://open?document=${hash.slice(0, 16)}&page=2`;
  await run(program, [link], { env: { ...display.env, PINCITE_HOME: window.home } });
  await window.until('page 2', shown, [label]);
});

/** The answer as the window has it, asked once more. */
const answered = (question) =>
  window.__TAURI_INTERNALS__.invoke('collections').then(([{ id }]) =>
    window.__TAURI_INTERNALS__.invoke('ask', {
      question: {
        ...{ text: question, collection: id, documents: [], k: 5, mode: 'hybrid' },
        ...{ gather: 'best', rerank: true, remember: false },
      },
      // A channel by its name, which nobody listens to: the reply has the final order.
      onFirst: `__CHANNEL__:${window.__TAURI_INTERNALS__.transformCallback(() => undefined)}`,
    }),
  );

test('the results become a document with the quote and its citation', async () => {
  const file = join(folder, 'results.docx');
  const answer = await window.eval(answered, question);
  const write = (answer, file) =>
    window.__TAURI_INTERNALS__.invoke('export_results', { answer, style: 'plain', file }).then(() => true);
  await window.eval(write, answer, file);
  const text = await run('python3', [
    '-c',
    'import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read("word/document.xml").decode())',
    file,
  ]);
  assert.ok(text.includes("not less than 120 days' written notice") || text.includes('120 days’'), text.slice(0, 2000));
  assert.match(text, /§ 17\.1/);
  assert.ok(text.includes(question));
});

test('an annotated copy opens in other readers, and the highlights lie on the words', async () => {
  const file = join(folder, 'copy.pdf');
  const answer = await window.eval(answered, question);
  const write = (document, answer, file) =>
    window.__TAURI_INTERNALS__.invoke('highlighted_copy', { document, answer, file });
  const marked = await window.eval(write, answer.hits[0].document, answer, file);
  assert.ok(marked > 0);
  assert.ok(readFileSync(file).subarray(0, 1000).equals(readFileSync(agreement).subarray(0, 1000)));
  await run('qpdf', ['--check', file]);
  const page = String(answer.hits[0].page + 1);
  const plain = (path) => run('pdftotext', ['-f', page, '-l', page, path, '-']);
  assert.equal(await plain(file), await plain(agreement), 'poppler reads the same text');
  const drawn = async (path, name) => {
    await run('pdftoppm', ['-f', page, '-l', page, '-r', '72', '-singlefile', path, join(folder, name)]);
    return readFileSync(join(folder, `${name}.ppm`));
  };
  const [before, after] = [await drawn(agreement, 'before'), await drawn(file, 'after')];
  const boxes = answer.hits[0].highlights.filter(
    ({ kind, page: at }) => kind === 'sentence' && at + 1 === Number(page),
  );
  for (const { rect } of boxes) {
    const share = changed(before, after, rect);
    assert.ok(share > 0.9, `poppler paints the line at ${JSON.stringify(rect)}: ${share}`);
  }
});

/** Share of the pixels in a box (points are pixels at 72 dpi) that two images of a page do not share. */
function changed(one, other, { x0, y0, x1, y1 }) {
  const [, width, start] = header(one);
  let [all, different] = [0, 0];
  for (let y = Math.ceil(y0) + 1; y < Math.floor(y1) - 1; y += 1) {
    for (let x = Math.ceil(x0) + 1; x < Math.floor(x1) - 1; x += 1) {
      const at = start + 3 * (y * width + x);
      all += 1;
      if (one[at + 2] !== other[at + 2] || one[at + 2] < 90) different += 1;
    }
  }
  return different / all;
}

/** Magic, width and start of the pixels of a PPM image. */
function header(image) {
  const [whole, magic, width] = /^(P6)\s+(\d+)\s+\d+\s+\d+\s/.exec(image.subarray(0, 40).toString('latin1'));
  return [magic, Number(width), whole.length];
}
