// How the list of documents is shown: its order, its filter, and the documents selected in it. Not for changing them.

import { SvelteSet } from 'svelte/reactivity';
import { filtered, sorted, SORTS, tagsOf, type Sort } from '../library/listing';
import type { DocumentView } from '../types/DocumentView';
import { keep, oneOf } from './keep.svelte';
import type { Library } from './library.svelte';

/** What is being written at a document: its name, or a tag for it. */
export type Writing = 'name' | 'tag';

export class Listing {
  readonly sort = keep<Sort>('documents.sort', 'added', oneOf(SORTS));
  /** Words of the filter. */
  text = $state('');
  /** Tags of the filter. */
  readonly tags = new SvelteSet<string>();
  readonly selected = new SvelteSet<number>();
  /** The document whose actions are shown, and what is being written there. */
  menu = $state<number | null>(null);
  writing = $state<Writing | null>(null);
  /** Where a selection of a range starts. */
  private anchor: number | null = null;

  readonly allTags = $derived.by(() => tagsOf(this.library.documents));
  /** The tags of the filter that documents still have. */
  readonly activeTags = $derived(this.allTags.filter((tag) => this.tags.has(tag.toLocaleLowerCase())));
  readonly visible = $derived.by(() => {
    const { documents, receipt } = this.library;
    const only = receipt.shown ? receipt.documents : null;
    return sorted(filtered(documents, { text: this.text, tags: this.activeTags, only }), this.sort.value);
  });
  /** Selected documents that are in sight, in their order. */
  readonly chosen = $derived(this.visible.filter(({ id }) => this.selected.has(id)));

  constructor(private readonly library: Library) {}

  toggleTag(tag: string): void {
    const plain = tag.toLocaleLowerCase();
    if (!this.tags.delete(plain)) this.tags.add(plain);
  }

  /** Selects one document alone. */
  only(id: number): void {
    this.selected.clear();
    this.selected.add(id);
    this.anchor = id;
  }

  toggle(id: number): void {
    if (!this.selected.delete(id)) this.selected.add(id);
    this.anchor = id;
  }

  /** Selects everything from the document selected last to this one. */
  extend(id: number): void {
    const ids = this.visible.map((document) => document.id);
    const from = ids.indexOf(this.anchor ?? id);
    const to = ids.indexOf(id);
    this.selected.clear();
    for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) this.selected.add(each);
  }

  selectAll(): void {
    for (const { id } of this.visible) this.selected.add(id);
  }

  unselect(): void {
    this.selected.clear();
    this.anchor = null;
  }

  /** What an action at a document is about: the whole selection if it is part of one, or else it alone. */
  concerned(document: DocumentView): DocumentView[] {
    return this.selected.has(document.id) ? this.chosen : [document];
  }

  /** Shows the actions of a document or hides them. */
  toggleMenu(id: number): void {
    this.menu = this.menu === id ? null : id;
    this.writing = null;
  }

  write(id: number, writing: Writing): void {
    this.menu = id;
    this.writing = writing;
  }

  stopWriting(): void {
    this.menu = null;
    this.writing = null;
  }

  /** Another collection is shown. */
  clear(): void {
    this.text = '';
    this.tags.clear();
    this.unselect();
    this.stopWriting();
  }
}
