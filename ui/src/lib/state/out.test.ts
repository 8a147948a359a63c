import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import type { Question } from '../types/Question';
import { answer } from '../../fixture/answers';
import { paragraphs } from '../../fixture/matter';
import { setPage } from '../../fixture/paper';
import type { Backend } from '../backend/interface';
import type { Written } from '../types/Written';
import { Notices } from './notices.svelte';
import { Out } from './out.svelte';

const QUESTION: Question = {
  text: 'Who may terminate?',
  collection: 1,
  documents: [],
  k: 6,
  mode: 'hybrid',
  gather: 'best',
  rerank: false,
  remember: false,
};
const ANSWER = answer(QUESTION, (page) => setPage(page, '', paragraphs));
const HIT = ANSWER.hits[0] ?? null;

/** Carries out with a backend that notes what it is asked for. */
function carrying(file: string | null = '/memo.docx') {
  const calls: unknown[][] = [];
  const backend = {
    writeCitation: async (_: unknown, style: string, quoted: boolean) => ({ text: `${style} ${quoted}`, html: null }),
    copyRich: async (written: Promise<Written>, rich: boolean) => void calls.push([(await written).text, rich]),
    chooseReport: async () => file,
    exportResults: async (...given: unknown[]) => void calls.push(given),
  } as unknown as Backend;
  return { out: new Out(backend, new Notices()), calls };
}

describe('what is carried out', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    emptyStorage();
  });

  it('copies in the style that was chosen last, also in the next window', async () => {
    const { out, calls } = carrying();
    await out.copy(HIT, true);
    await out.choose('bluebook', HIT);
    expect(calls).toEqual([
      ['plain true', true],
      ['bluebook false', true],
    ]);
    expect(carrying().out.style.value).toBe('bluebook');
  });

  it('copies Markdown as plain text only, because rich text would win in an editor', async () => {
    const { out, calls } = carrying();
    await out.choose('markdown', HIT);
    expect(calls).toEqual([['markdown false', false]]);
  });

  it('exports to the file that was chosen, and nothing when none was', async () => {
    const chosen = carrying();
    await chosen.out.exportResults(ANSWER);
    expect(chosen.calls).toEqual([[ANSWER, 'plain', '/memo.docx']]);
    const cancelled = carrying(null);
    await cancelled.out.exportResults(ANSWER);
    expect(cancelled.calls).toEqual([]);
  });

  it('saves the tables of a page, and says when there is none', async () => {
    const calls: unknown[][] = [];
    let tables = 0;
    const backend = {
      tables: async () => Array.from({ length: tables }),
      chooseWorkbook: async (_: string, name: string) => `/${name}`,
      exportTables: async (...given: unknown[]) => (calls.push(given), tables),
    } as unknown as Backend;
    const notices = new Notices();
    const out = new Out(backend, notices);
    const document = { id: 4, name: 'Annual report', hash: '' };
    await out.saveTables(document, 8);
    expect(calls).toEqual([]);
    tables = 2;
    await out.saveTables(document, 8);
    expect(calls).toEqual([[4, 8, '/Annual report, tables of PDF page 9.xlsx']]);
  });
});
