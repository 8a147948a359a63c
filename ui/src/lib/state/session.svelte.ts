// Where the user was: what comes back when the window opens again. Not for the widths of the panes (`panes`), nor for
// doing it (`app`).

import type { Gather } from '../types/Gather';
import type { Mode } from '../types/Mode';
import { keep } from './keep.svelte';

/** A question and what it was asked of. */
export interface KeptQuestion {
  text: string;
  mode: Mode;
  gather: Gather;
  documents: number[];
  /** Passage of the selected result. */
  passage: number | null;
}

/** A page that was open. */
export interface KeptPage {
  document: number;
  /** Counted from 0. */
  page: number;
  /** How far down the page was read, 0 to 1. */
  share: number;
}

export interface Kept {
  collection: number | null;
  question: KeptQuestion | null;
  open: KeptPage | null;
  /** The review table that was shown. */
  table: number | null;
  /** 1 being 100 %; null fits the page. */
  zoom: number | null;
}

const NOTHING: Kept = { collection: null, question: null, open: null, table: null, zoom: null };

export class Session {
  /** Whether what is in the window may be kept: not before the last session has come back. */
  ready = $state(false);
  private readonly kept = keep('session', NOTHING, (value) => sound((value ?? {}) as Partial<Kept>));

  keep(kept: Kept): void {
    if (this.ready) this.kept.value = kept;
  }

  /** What was kept, as far as it makes sense; documents may be gone meanwhile. */
  read(): Kept {
    return this.kept.value;
  }
}

function sound({ collection, question, open, table, zoom }: Partial<Kept>): Kept {
  return {
    collection: numberOr(collection),
    question: question && typeof question.text === 'string' ? soundQuestion(question) : null,
    open: open && Number.isInteger(open.document) && Number.isInteger(open.page) ? soundPage(open) : null,
    table: numberOr(table),
    zoom: zoom && zoom > 0.05 && zoom < 20 ? zoom : null,
  };
}

function soundPage({ document, page, share }: KeptPage): KeptPage {
  return { document, page, share: Number.isFinite(share) ? share : 0 };
}

function soundQuestion({ text, mode, gather, documents, passage }: KeptQuestion): KeptQuestion {
  return {
    text,
    mode: mode === 'dense' || mode === 'lexical' ? mode : 'hybrid',
    gather: gather === 'best' || gather === 'all' ? gather : 'auto',
    documents: Array.isArray(documents) ? documents.filter(Number.isInteger) : [],
    passage: numberOr(passage),
  };
}

const numberOr = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);
