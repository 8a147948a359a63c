// A PDF with an outline, links, and a sentence that goes on over a page break. Not for reading it back.

import { writeFileSync } from 'node:fs';
import { contentOf, fileOf } from './pdf.mjs';

/** Text and its height on a page of 612 × 792 points. */
const pages = [
  [
    { y: 720, text: '1. NOTICES' },
    { y: 690, text: 'Each notice must be in writing. The fees are in section 2 on the third page.' },
    { y: 60, text: 'If the Supplier moves its office, the Supplier must without any delay tell the' },
  ],
  [
    { y: 720, text: 'Customer where the new office is. A notice to an old office is valid until then.' },
    { y: 690, text: 'A notice by electronic mail is no notice.' },
  ],
  [
    { y: 400, text: '2. FEES' },
    { y: 370, text: 'The yearly fee is 1,200 euros. A notice is not needed for it.' },
  ],
];

const FIRST_PAGE = 4;
const pageNumber = (index) => FIRST_PAGE + 2 * index;
const FIRST_OWN = pageNumber(pages.length);
const [OUTLINE, NOTICES, FEES, TO_PLACE, TO_ADDRESS] = [0, 1, 2, 3, 4].map((at) => FIRST_OWN + at);
const ref = (number) => `${number} 0 R`;

function pageObjects(lines, index) {
  const content = contentOf(lines);
  const links = index === 0 ? `/Annots [${ref(TO_PLACE)} ${ref(TO_ADDRESS)}]` : '';
  return [
    `<< /Type /Page /Parent 2 0 R /Resources 3 0 R /Contents ${ref(pageNumber(index) + 1)} /MediaBox [0 0 612 792] ${links} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}

/** Writes the file. */
export function writeLinkedPdf(path) {
  const kids = pages.map((_, index) => ref(pageNumber(index)));
  const entry = (title, page, y, next) =>
    `<< /Title (${title}) /Parent ${ref(OUTLINE)} /Dest [${ref(pageNumber(page))} /XYZ 0 ${y} 0] ${next} >>`;
  const link = (rect, target) => `<< /Type /Annot /Subtype /Link /Rect [${rect}] /Border [0 0 0] ${target} >>`;
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R /Outlines ${ref(OUTLINE)} /Dests << /fees [${ref(pageNumber(2))} /XYZ 0 412 0] >> >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
    ...pages.flatMap(pageObjects),
    `<< /Type /Outlines /First ${ref(NOTICES)} /Last ${ref(FEES)} /Count 2 >>`,
    entry('1. Notices', 0, 732, `/Next ${ref(FEES)}`),
    entry('2. Fees', 2, 412, `/Prev ${ref(NOTICES)}`),
    link('72 686 480 702', '/A << /S /GoTo /D /fees >>'),
    link('72 716 140 732', '/A << /S /URI /URI (https://example.org/notices) >>'),
  ];
  writeFileSync(path, fileOf(bodies), 'latin1');
}
