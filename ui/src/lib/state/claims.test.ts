import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../backend/interface';
import type { CheckedClaim } from '../types/CheckedClaim';
import type { CheckedMemo } from '../types/CheckedMemo';
import type { ClaimSource } from '../types/ClaimSource';
import type { Support } from '../types/Support';
import { Claims } from './claims.svelte';
import { Notices } from './notices.svelte';
import { Search } from './search.svelte';

const source = (page: number): ClaimSource => ({
  ...{ document: 1, document_name: 'A.pdf', page, page_label: String(page), printed: '7', text: 'Sales' },
  ...{ citation: `A, p. ${page}`, highlights: [] },
});

const claim = (support: Support, ...sources: ClaimSource[]): CheckedClaim => ({
  ...{ kind: 'number', written: '7', support, doubt: support === 'doubtful' ? 'other_value' : null, sources },
});

const memoOf = (...claims: CheckedClaim[]): CheckedMemo => ({
  pieces: claims.map(({ written }, number) => ({ text: written, claim: number })),
  ...{ claims, taken: [], milliseconds: 1 },
});

/** Open points are the second, the third and the fifth claim. */
const MEMO = memoOf(
  claim('exact', source(1)),
  claim('doubtful', source(2), source(9)),
  claim('not_found'),
  claim('near', source(4)),
  claim('doubtful', source(5)),
);

function opened(answers: Partial<Backend> = {}) {
  const backend = { ...fixture, checkText: async () => MEMO, ...answers };
  const notices = new Notices();
  const search = new Search(backend);
  const shown: (number | undefined)[] = [];
  const claims = new Claims(backend, notices, search, (source) => shown.push(source?.page));
  claims.showCollection(1);
  return { claims, notices, search, shown };
}

/** A backend whose checks end when they are let go, in any order. */
function slow() {
  const checks: Record<string, { end: (memo: CheckedMemo) => void; fail: (problem: unknown) => void }> = {};
  const checkText: Backend['checkText'] = (_collection, _documents, text) =>
    new Promise((end, fail) => (checks[text] = { end, fail }));
  return { checkText, checks };
}

const PROBLEM = { code: 'claim.too_long', message: 'This memo is too long.' };

describe('the check of a memo', () => {
  it('looks only in the documents that the search is in', async () => {
    const asked: unknown[] = [];
    const checkText: Backend['checkText'] = async (...given) => {
      asked.push(given);
      return MEMO;
    };
    const { claims, search } = opened({ checkText });
    await claims.check('Sales were 7.');
    search.documents = [3];
    await claims.check('Sales were 7.');
    await claims.check('  ');
    expect(asked).toEqual([
      [1, [], 'Sales were 7.'],
      [1, [3], 'Sales were 7.'],
    ]);
  });

  it('opens the best place of a claim, and nothing for one that is not found', async () => {
    const { claims, shown } = opened();
    await claims.check('7');
    expect(shown, 'nothing is opened before a claim is selected').toEqual([]);
    claims.select(1);
    expect([claims.claim?.support, claims.source?.page]).toEqual(['doubtful', 2]);
    claims.select(2);
    expect([claims.claim?.support, claims.source]).toEqual(['not_found', null]);
    expect(shown).toEqual([2, undefined]);
  });

  it('walks through the open points in the order of the memo, and stays at its ends', async () => {
    const { claims } = opened();
    await claims.check('7');
    const walk = (by: 1 | -1) => {
      claims.step(by);
      return claims.selected;
    };
    expect([1, 1, 1, 1].map(() => walk(1))).toEqual([1, 2, 4, 4]);
    expect([1, 1, 1].map(() => walk(-1))).toEqual([2, 1, 1]);
    claims.select(3);
    expect(walk(1), 'from a claim that is none').toBe(4);
  });

  it('leaves out what is found on request, also what was selected of it', async () => {
    const { claims } = opened();
    await claims.check('7');
    claims.select(1);
    claims.mark('open');
    expect([0, 1, 2, 3, 4].filter((number) => claims.isMarked(number))).toEqual([1, 2, 4]);
    expect(claims.selected).toBe(1);
    claims.mark('all');
    claims.select(0);
    claims.mark('open');
    expect(claims.selected).toBeNull();
  });

  it('loses no text by an error', async () => {
    const { claims, notices } = opened({ checkText: () => Promise.reject(PROBLEM) });
    await claims.check('Sales were 7.');
    expect([claims.text, claims.busy, claims.checked]).toEqual(['Sales were 7.', false, undefined]);
    expect(notices.list[0]?.lines).toEqual([PROBLEM.message]);
  });

  it('loses no text by a file that cannot be read, nor by a dialog that is closed', async () => {
    const chosen = ['/a/Memo.docx', null];
    const { claims, notices } = opened({
      chooseMemo: async () => chosen.shift() ?? null,
      checkFile: () => Promise.reject(PROBLEM),
    });
    claims.text = 'Half a memo';
    await claims.openFile();
    await claims.openFile();
    expect([claims.text, notices.list.length, claims.busy]).toEqual(['Half a memo', 1, false]);
  });

  it('has the text of a file, to be changed', async () => {
    const { claims } = opened({ checkFile: async () => memoOf(claim('exact', source(1)), claim('not_found')) });
    await claims.openFile();
    expect([claims.text, claims.checked?.claims.length]).toEqual(['77', 2]);
  });

  it('is replaced by a later one, whichever ends first', async () => {
    const { checkText, checks } = slow();
    const { claims } = opened({ checkText });
    const both = [claims.check('first'), claims.check('second')];
    checks.second?.end(MEMO);
    await both[1];
    checks.first?.end(memoOf());
    await both[0];
    expect([claims.checked, claims.busy, claims.text]).toEqual([MEMO, false, 'second']);
  });

  it('says nothing of the problem of an earlier one, and stays busy with the later one', async () => {
    const { checkText, checks } = slow();
    const { claims, notices } = opened({ checkText });
    const both = [claims.check('first'), claims.check('second')];
    checks.first?.fail(PROBLEM);
    await both[0];
    expect([notices.list.length, claims.busy]).toEqual([0, true]);
    checks.second?.end(MEMO);
    await both[1];
    expect(claims.checked).toBe(MEMO);
  });

  it('is put away with its collection, and leaves the text', async () => {
    const { checkText, checks } = slow();
    const { claims } = opened({ checkText });
    claims.start();
    const late = claims.check('Sales were 7.');
    claims.showCollection(2);
    checks['Sales were 7.']?.end(MEMO);
    await late;
    expect([claims.checked, claims.busy, claims.text, claims.open]).toEqual([undefined, false, 'Sales were 7.', true]);
    claims.showCollection(null);
    expect(claims.open).toBe(false);
  });
});
