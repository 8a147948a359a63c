// Small PDFs with lines of text. Not for reading them back.

import { writeFileSync } from 'node:fs';

const SIZE = 11;
const TOP = 720;
const LEADING = 19;
const escaped = (text) => text.replace(/[\\()]/g, '\\$&');
const line = ({ y, text }) => `BT /F1 ${SIZE} Tf 72 ${y} Td (${escaped(text)}) Tj ET`;

/** The drawing of lines: each has a text and its height on the page. */
export const contentOf = (lines) => lines.map(line).join('\n');

/** The text of a file with these objects. The first one is the catalogue. */
export function fileOf(bodies) {
  let out = '%PDF-1.7\n';
  const offsets = bodies.map((body, index) => {
    const offset = out.length;
    out += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n');
  const size = bodies.length + 1;
  return `${out}xref\n0 ${size}\n${table}\ntrailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`;
}

/** Writes a file of one page with these texts, one below the other. */
export function writePage(path, texts) {
  const content = contentOf(texts.map((text, at) => ({ y: TOP - at * LEADING, text })));
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
    '<< /Type /Page /Parent 2 0 R /Resources 3 0 R /Contents 5 0 R /MediaBox [0 0 612 792] >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  writeFileSync(path, fileOf(bodies), 'latin1');
}
