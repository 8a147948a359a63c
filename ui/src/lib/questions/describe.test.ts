import { describe, expect, it } from 'vitest';
import type { QuestionView } from '../types/QuestionView';
import { importText, planText, rejectedLines, skippedLines, sourceText, talliedText, writtenText } from './describe';
import { tallied } from './listing';

const tally = { asked: 1240, kept: 1180, rejected: { vague: 16, not_found: 44 }, skipped: { contents: 2 } };

describe('questions in words', () => {
  it('say why some are inactive, the most frequent reason first, and never as a code', () => {
    const lines = rejectedLines(tally.rejected);
    expect(lines.map(({ count }) => count)).toEqual([44, 16]);
    expect(lines.map(({ name }) => name).join()).not.toMatch(/_/);
    expect(skippedLines(tally.skipped)).toEqual([{ name: 'Table of contents', count: 2 }]);
  });

  it('show a code of another version as it is', () => {
    expect(rejectedLines({ too_odd: 1 })).toEqual([{ name: 'too_odd', count: 1 }]);
  });

  it('say what a run wrote', () => {
    expect(writtenText(tally)).toBe('1,240 questions written, 1,180 active.');
    expect(writtenText({ ...tally, asked: 1, kept: 1 })).toMatch(/^1 question written/);
    expect(writtenText({ ...tally, asked: 0 })).toMatch(/^No new questions/);
  });

  it('say what would be written, and that nothing would', () => {
    const plan = {
      writer: 'any',
      note: null,
      passages: 412,
      questions: 1180,
      seconds: 9,
      unknown_language: 0,
      problem: null,
    };
    expect(planText(plan)).toBe('About 1,180 questions for 412 passages');
    expect(planText({ ...plan, passages: 0, seconds: null })).toMatch(/^None: every passage/);
    expect(planText({ ...plan, passages: 0, seconds: null, unknown_language: 2 })).toBe('None');
  });

  it('show the source of a question and the rank of its passage, but no name of a model', () => {
    const question = { origin: 'generator', writer: 'flan-t5-small', rank: 2 } as QuestionView;
    expect(sourceText(question)).toBe('Generated · ranked 2nd');
    expect(sourceText({ ...question, origin: 'person', writer: null, rank: null })).toBe('Written by you');
  });

  it('count all and active ones', () => {
    const counts = [{ origin: 'import', rejected: null, count: 3, unplaced: 0 } as const];
    expect(talliedText(tallied([]))).toBe('No questions yet.');
    expect(talliedText(tallied(counts))).toBe('3 questions (3 active)');
  });

  it('count lines of a file that match no passage', () => {
    expect(importText({ stored: 48, unmatched: 0 })).toBe('48 questions imported');
    expect(importText({ stored: 48, unmatched: 1 })).toBe('48 questions imported; 1 line matches no passage');
  });
});
