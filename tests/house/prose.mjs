// Sentences of Markdown and of Rust doc comments, with their length in words. Not for judging grammar or taste.

/** A sentence may have this many words at most. */
export const LONGEST = 35;
/** The sentences of one text have fewer words than this on average. */
export const AVERAGE = 18;

/** Short forms whose full stop ends no sentence. */
const SHORT_FORM = /\b(e\.g|i\.e|etc|vs|cf|al|approx|resp|no|fig|sec|art|p|pp)\.$/i;

/** Sentences of Markdown: code blocks, tables, headings, pictures and addresses of links are left out. */
export function sentencesOfMarkdown(markdown) {
  return blocks(withoutCode(markdown)).flatMap(sentencesOfBlock);
}

/** Sentences of the doc comments of a Rust file, those of its head included. Plain comments are left out. */
export function sentencesOfDocs(source) {
  const docs = source.split('\n').map((line) => /^\s*\/\/[/!](?!\/) ?(.*)$/.exec(line)?.[1]);
  const comments = docs.map((line) => line ?? '\n\n').join('\n');
  return sentencesOfMarkdown(comments);
}

/** What breaks the two limits, as lines for a person; nothing if the text keeps them. */
export function tooHard(sentences) {
  const mean = average(sentences);
  return [...(mean < AVERAGE ? [] : [`${mean.toFixed(1)} words a sentence on average`]), ...tooLong(sentences)];
}

/** The sentences with more than `LONGEST` words, each behind its number of words. */
export function tooLong(sentences) {
  const long = sentences.filter((sentence) => words(sentence) > LONGEST);
  return long.map((sentence) => `${words(sentence)} words: ${sentence}`);
}

/** Mean number of words of the sentences; 0 if there are none. */
export function average(sentences) {
  const total = sentences.reduce((sum, sentence) => sum + words(sentence), 0);
  return sentences.length === 0 ? 0 : total / sentences.length;
}

/** Number of words of a sentence. A dash or an arrow alone is none. */
export function words(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Fenced code and comments go; code within a line counts as one word. */
function withoutCode(markdown) {
  return markdown
    .replace(/^(```|~~~)[^]*?^\1.*$/gm, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/`[^`\n]+`/g, 'code');
}

/** Paragraphs and list items, each on one line, as people read them. */
function blocks(markdown) {
  const lines = markdown.split('\n').map((line) => (/^\s*(\||#)/.test(line) ? '' : line));
  const starts = lines.map((line) => line.replace(/^\s*(?:[-*+]|\d+\.)\s+/, '\n\n').replace(/^\s*>\s?/, ''));
  return starts
    .join('\n')
    .split(/\n\s*\n/)
    .map(plain)
    .filter(Boolean);
}

function plain(block) {
  return block
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function sentencesOfBlock(block) {
  const pieces = block.split(/(?<=[.!?…][)"”’\]]*)\s+(?=["“‘([]?[\p{Lu}\p{N}]|code\b)/u);
  const joined = [];
  for (const piece of pieces) {
    if (SHORT_FORM.test(joined.at(-1) ?? '')) joined.push(`${joined.pop()} ${piece}`);
    else joined.push(piece);
  }
  return joined;
}
