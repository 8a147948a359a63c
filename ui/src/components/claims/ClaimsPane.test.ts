// @vitest-environment happy-dom
// The check of a memo in the window: its claims are marked in the text, with more than a colour, and lead to their pages.

import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../lib/keyboard/run';
import { targetOf } from '../../lib/keyboard/target';
import type { App } from '../../lib/state/app.svelte';
import { words } from '../../lib/words/language';
import { all, one, openApp, press, show, text, until } from '../../testing/stage';
import ClaimsPane from './ClaimsPane.svelte';

let app: App;
let copied: string[];

beforeEach(async () => {
  copied = [];
  app = await openApp({
    async copy(given) {
      copied.push(await given);
    },
  });
  app.claims.showCollection(1);
  await app.toggleClaims();
  show(app, ClaimsPane, {});
});

/** Checks the memo of the fixture: found, rounded, two doubtful ones, not found, and a sentence taken over. */
async function check() {
  one('[data-open-memo]').click();
  await until('the result', () => all('[data-memo]').length > 0);
}

const marks = () => all('[data-claim]');
const named = (selector: string) => one(selector).getAttribute('aria-label');

describe('the pane to check a memo', () => {
  it('asks for a text first, and checks what was pasted', async () => {
    expect(one('[data-check-memo]').hasAttribute('disabled')).toBe(true);
    app.claims.text = 'It ends on 1 April 2031.';
    one('[data-check-memo]').click();
    await until('the check to go on', () => one('form').getAttribute('aria-busy') === 'true');
    expect(text('[role="status"]')).toBe(words.claims.checking);
    await until('the result', () => marks().length === 1);
    expect(text('[data-summary]')).toBe('1 claim: 1 not found');
  });

  it('shows the whole text as it is written, with each claim marked', async () => {
    await check();
    const shown = one('.memo').cloneNode(true) as HTMLElement;
    shown.querySelectorAll('[aria-hidden]').forEach((sign) => sign.remove());
    expect(shown.textContent).toBe(app.claims.text);
    expect(marks().length).toBe(app.claims.checked?.claims.length);
    expect(text('[data-summary]')).toBe('5 claims: 1 found, 1 rounded, 2 doubtful, 1 not found');
  });

  it('marks a claim with a sign and says its verdict, not with a colour alone', async () => {
    await check();
    expect(marks().map((mark) => mark.querySelector('[aria-hidden]')?.textContent ?? '')).toEqual([
      ...['', '≈', '?', '?', '!'],
    ]);
    expect(named('[data-claim="2"]')).toBe('60 days (Doubtful: another value is printed)');
    expect(named('[data-claim="4"]')).toBe('1 April 2031 (Not found)');
  });

  it('opens the page of a claim with Enter, and says what is printed there', async () => {
    await check();
    const [first] = marks();
    first?.focus();
    press('Enter');
    await until('the page', () => app.viewer.target !== null);
    const source = app.claims.claim?.sources[0];
    expect(app.viewer.target?.page).toBe(source?.page);
    expect(app.viewer.highlights).toEqual(source?.highlights);
    expect([first?.getAttribute('aria-current'), text('.verdict')]).toEqual(['true', 'Found']);
    expect(text('[data-claim-card] .source')).toContain('five (5) years · ');
    expect(text('[data-claim-card] .citation')).toBe(source?.citation);
  });

  it('highlights nothing for a claim that is not found', async () => {
    await check();
    marks()[0]?.click();
    await until('the page', () => app.viewer.highlights.length > 0);
    marks()[4]?.click();
    await until('the verdict', () => text('.verdict') === '! Not found');
    expect(app.viewer.highlights).toEqual([]);
    expect(text('[data-claim-card]')).toContain(words.claims.noSource);
  });

  it('is one stop for Tab, and arrow keys go from claim to claim', async () => {
    await check();
    await until('the focus', () => document.activeElement === marks()[0]);
    const reachable = () => marks().filter((mark) => mark.tabIndex === 0);
    expect(reachable()).toEqual([marks()[0]]);
    press('ArrowRight');
    expect(document.activeElement).toBe(marks()[1]);
    press('End');
    press('ArrowRight');
    expect(document.activeElement).toBe(marks()[4]);
    press('Enter');
    expect(reachable()).toEqual([marks()[4]]);
    expect(targetOf(document.activeElement), 'letters act here').toBe('list');
  });

  it('walks through the open points with buttons and keys', async () => {
    await check();
    const [back, forth] = [words.claims.previousPoint, words.claims.nextPoint].map((name) =>
      one(`[aria-label="${name}"]`),
    );
    expect([text('output'), back?.hasAttribute('disabled')]).toEqual(['3 open points', true]);
    forth?.click();
    expect([app.claims.selected, text('output')]).toEqual([2, 'Open point 1 of 3']);
    await runCommand('next', app);
    expect([app.claims.selected, document.activeElement]).toEqual([3, marks()[3]]);
    await runCommand('previous', app);
    expect(app.claims.selected).toBe(2);
    expect(app.search.chosen, 'no result is meant').toBe(-1);
  });

  it('marks only open points on request', async () => {
    await check();
    one('[data-only-open]').click();
    expect(marks().map((mark) => mark.dataset.claim)).toEqual(['2', '3', '4']);
    expect(text('.memo')).toContain('runs for 5 years');
  });

  it('copies the citation of the place shown', async () => {
    await check();
    marks()[2]?.click();
    const citation = app.claims.claim?.sources[0]?.citation;
    one('[data-claim-card] [data-copy-citation]').click();
    await runCommand('citation', app);
    await until('both', () => copied.length === 2);
    expect(copied).toEqual([citation, citation]);
  });

  it('lists what was taken over at the end, with its citation and its page', async () => {
    await check();
    const taken = app.claims.checked?.taken[0];
    expect(text('[data-taken] .citation')).toBe(taken?.sources[0]?.citation);
    app.panes.toggle('page');
    one('[data-taken] .source').click();
    await until('the page', () => app.viewer.target?.page === taken?.sources[0]?.page);
    expect(app.panes.shows('page')).toBe(true);
    expect(text('[data-taken] .source')).toContain(taken?.written);
  });

  it('goes back to the text to change it', async () => {
    await check();
    one('[data-edit-memo]').click();
    await until('the field', () => document.activeElement?.id === 'memo');
    expect((document.activeElement as HTMLTextAreaElement).value).toContain('1 April 2031');
  });

  it('can be read by keyboard where nothing is marked', async () => {
    app.claims.text = 'We like it.';
    one('[data-check-memo]').click();
    await until('the result', () => all('[data-memo]').length > 0);
    expect(text('[data-summary]')).toBe(words.claims.none);
    await until('the focus', () => document.activeElement === one('[data-memo]'));
  });
});

describe('what takes the place of the search', () => {
  it('is one at a time', async () => {
    const open = () => [app.claims, app.grids, app.questions].map((one) => one.open);
    app.tuning.open = true;
    expect(open()).toEqual([true, false, false]);
    await app.middle.toggle(app.grids);
    expect(open()).toEqual([false, true, false]);
    await runCommand('memo', app);
    expect([open(), app.tuning.open]).toEqual([[true, false, false], false]);
    await app.middle.showQuestions(1);
    expect(open()).toEqual([false, false, true]);
    await app.searchIn([1]);
    expect([open(), app.middle.isSearch]).toEqual([[false, false, false], true]);
  });

  it('leaves no mark on a result out of sight', async () => {
    await app.feedback.show(1);
    app.search.text = 'Who may end the agreement?';
    await app.search.ask(1);
    const hit = app.search.choose(0);
    if (!hit) throw new Error('the fixture answers');
    await runCommand('relevant', app);
    expect(app.feedback.of(app.search.text, hit)).toBeFalsy();
  });
});
