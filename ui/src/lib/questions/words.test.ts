import { describe, expect, it } from 'vitest';
import type { QuestionView } from '../types/QuestionView';
import { tallied } from './listing';
import { askingText, importText, rejectedLines, skippedLines, sourceText, talliedText, writtenText } from './words';

const tally = { asked: 1240, kept: 1180, rejected: { vague: 16, not_found: 44 }, skipped: { contents: 2 } };

describe('questions in words', () => {
  it('tell why some are not used, the most frequent reason first, and never as a code', () => {
    const lines = rejectedLines(tally.rejected);
    expect(lines.map(({ count }) => count)).toEqual([44, 16]);
    expect(lines.map(({ name }) => name).join()).not.toMatch(/_/);
    expect(skippedLines(tally.skipped)).toEqual([{ name: 'A table of contents', count: 2 }]);
  });

  it('stand by a code that another version wrote', () => {
    expect(rejectedLines({ too_odd: 1 })).toEqual([{ name: 'too_odd', count: 1 }]);
  });

  it('tell what a run wrote, by whom', () => {
    expect(writtenText(tally, 'keywords')).toBe(
      '1,240 questions were written from keywords of the passages; 1,180 of them are used.',
    );
    expect(writtenText({ ...tally, asked: 1, kept: 1 }, 'flan-t5-small')).toMatch(/^1 question was written by flan/);
    expect(writtenText({ ...tally, asked: 0 }, 'keywords')).toMatch(/^No questions were written/);
  });

  it('tell what would be written, and that nothing would', () => {
    const plan = { writer: 'keywords', note: null, passages: 412, questions: 1180, seconds: 9, problem: null };
    expect(askingText(plan)).toBe('About 1,180 questions on 412 passages, from keywords of the passages');
    expect(askingText({ ...plan, passages: 0, seconds: null })).toMatch(/^None/);
  });

  it('tell where a question comes from and where its passage was found', () => {
    const question = { origin: 'generator', writer: 'flan-t5-small', rank: 2 } as QuestionView;
    expect(sourceText(question)).toBe('Written by flan-t5-small · found 2nd');
    expect(sourceText({ ...question, origin: 'person', writer: null, rank: null })).toBe('Yours');
  });

  it('count all and used', () => {
    const counts = [{ origin: 'import', rejected: null, count: 3, unplaced: 0 } as const];
    expect(talliedText(tallied([]))).toBe('No questions yet');
    expect(talliedText(tallied(counts))).toBe('3 questions, all of them used');
  });

  it('tell lines of a file that fit nowhere', () => {
    expect(importText({ stored: 48, unmatched: 0 })).toBe('48 questions imported');
    expect(importText({ stored: 48, unmatched: 1 })).toBe('48 questions imported; 1 line fit no passage here');
  });
});
