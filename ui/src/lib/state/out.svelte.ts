// What is carried out of the window: citations in a style, links, and files.

import type { Backend } from '../backend/interface';
import type { Answer } from '../types/Answer';
import type { CitationStyle } from '../types/CitationStyle';
import type { Shown } from '../viewer/place';
import type { Hit } from '../types/Hit';
import { words } from '../words/language';
import { keep, oneOf } from './keep.svelte';
import type { Notices } from './notices.svelte';

export const STYLES: readonly CitationStyle[] = ['plain', 'bluebook', 'footnote', 'markdown'];

const { dialogs, done, failures, out: texts } = words;

export class Out {
  readonly style = keep<CitationStyle>('citation-style', 'plain', oneOf(STYLES));

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  /** Chooses the style of citations from now on, and copies a citation in it. */
  async choose(style: CitationStyle, hit: Hit | null): Promise<void> {
    this.style.value = style;
    await this.copy(hit, false);
  }

  /** Copies the citation of a result, or its sentence with the citation. */
  async copy(hit: Hit | null, quoted: boolean): Promise<void> {
    if (!hit) return;
    await this.notices.attempt(failures.copy, async () => {
      const written = this.backend.writeCitation(hit.cited, this.style.value, quoted);
      // The clipboard must hear of it at once, while the user's key or click counts.
      await this.backend.copyRich(written, this.style.value !== 'markdown');
      this.notices.done(quoted ? done.quoteCopied : done.citationCopied);
    });
  }

  /** Copies a citation as it is: of a place that is no result, and so has no other styles. */
  async copyCitation(citation: string): Promise<void> {
    await this.notices.attempt(failures.copy, async () => {
      await this.backend.copy(citation);
      this.notices.done(done.citationCopied);
    });
  }

  async copyLink(hit: Hit | null): Promise<void> {
    if (!hit) return;
    await this.notices.attempt(failures.copy, async () => {
      await this.backend.copy(this.backend.link(hit.document, hit.page, hit.id));
      this.notices.done(done.linkCopied);
    });
  }

  async exportResults(answer: Answer): Promise<void> {
    await this.notices.attempt(failures.exportResults, async () => {
      const file = await this.backend.chooseReport(dialogs.exportResults, texts.resultsFile);
      if (!file) return;
      await this.backend.exportResults(answer, this.style.value, file);
      this.notices.done(done.resultsExported(answer.hits.length));
    });
  }

  async exportMarks(collection: number): Promise<void> {
    await this.notices.attempt(failures.exportMarks, async () => {
      const file = await this.backend.chooseMarksTarget(dialogs.exportMarks, texts.marksFile);
      if (file) this.notices.done(done.marksExported(await this.backend.exportMarks(collection, file)));
    });
  }

  /** Saves a copy of the document of a result, with the results in it highlighted. */
  async saveCopy(answer: Answer, { document, document_name }: Hit): Promise<void> {
    await this.notices.attempt(failures.saveCopy, async () => {
      const name = texts.copyFile(document_name.replace(/\.pdf$/i, ''));
      const file = await this.backend.chooseCopy(dialogs.saveCopy, name);
      if (file) this.notices.done(done.copySaved(await this.backend.highlightedCopy(document, answer, file)));
    });
  }

  /** Saves the tables of figures on a page, counted from 0, as a workbook. */
  async saveTables({ id, name }: Shown, page: number): Promise<void> {
    await this.notices.attempt(failures.saveTables, async () => {
      if ((await this.backend.tables(id, page)).length === 0) return this.notices.done(done.noTables);
      const file = await this.backend.chooseWorkbook(dialogs.saveTables, texts.tablesFile(name, page + 1));
      if (file) this.notices.done(done.tablesSaved(await this.backend.exportTables(id, page, file)));
    });
  }
}
