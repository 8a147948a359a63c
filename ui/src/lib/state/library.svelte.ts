// Collections and their documents, kept up to date by the engine's events.

import { SvelteMap } from 'svelte/reactivity';
import type { Backend } from '../backend/interface';
import { asProblem } from '../backend/problem';
import type { CollectionView } from '../types/CollectionView';
import type { DocumentView } from '../types/DocumentView';
import type { Event } from '../types/Event';
import type { MemberView } from '../types/MemberView';
import type { Problem } from '../types/Problem';
import type { Progress } from '../types/Progress';
import { languageName, words } from '../words/language';
import { Batch, Receipt } from './adding.svelte';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

const { dialogs, failures } = words;

export class Library {
  collections = $state<CollectionView[]>([]);
  /** Number of the collection shown. */
  current = $state<number | null>(null);
  documents = $state<DocumentView[]>([]);
  /** Progress by document. */
  readonly progress = new SvelteMap<number, Progress>();
  /** All documents that are being added to the collection shown. */
  readonly batch = new Batch();
  /** What became of the files added last. */
  readonly receipt = new Receipt();
  /** False until the first answer of the engine. */
  loaded = $state(false);
  /** Why the library could not be opened at all. */
  problem = $state.raw<Problem | null>(null);

  readonly collection = $derived(this.collections.find(({ id }) => id === this.current) ?? null);
  readonly searchable = $derived(this.documents.filter(({ status }) => status === 'ready' || status === 'partly'));

  private readonly listing = new Latest();

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  async open(): Promise<void> {
    await this.backend.onEvent((event) => this.handle(event));
    try {
      await this.listCollections();
      this.loaded = true;
    } catch (thrown) {
      this.problem = asProblem(thrown);
    }
  }

  document(id: number): DocumentView | null {
    return this.documents.find((document) => document.id === id) ?? null;
  }

  async show(collection: number | null): Promise<void> {
    this.current = collection;
    this.documents = [];
    this.batch.clear();
    this.receipt.close();
    this.listing.cancel();
    await this.listDocuments();
  }

  private async listDocuments(): Promise<void> {
    const collection = this.current;
    if (collection === null) return;
    await this.notices.attempt(failures.listDocuments, () =>
      this.listing.take(this.backend.documents(collection), (documents) => {
        this.documents = documents;
        documents.forEach((document) => this.batch.see(document));
      }),
    );
  }

  /** Adds files and folders to the collection shown, and tells what became of each. */
  async add(paths: string[]): Promise<void> {
    if (paths.length === 0) return;
    await this.notices.attempt(failures.add, async () => {
      const collection = this.current ?? (await this.createFirst());
      this.receipt.begin();
      const added = await this.backend.add(collection, paths);
      // Each document came with an event. What is returned here is older, and would undo what came after.
      if (this.current === collection) this.receipt.settle(added);
    });
  }

  /** Tries a file again that could not be added. */
  async addAgain(path: string): Promise<void> {
    this.receipt.dismiss(path);
    await this.add([path]);
  }

  async create(name: string): Promise<number> {
    const made = await this.backend.createCollection(name);
    await this.refreshCollections();
    await this.show(made.id);
    return made.id;
  }

  rename(collection: number, name: string): Promise<unknown> {
    return this.change(failures.rename, () => this.backend.renameCollection(collection, name));
  }

  /** Writes a collection as a bundle. Returns the key that signed it. */
  async bundle({ id, name }: CollectionView): Promise<string | null> {
    const file = await this.backend.chooseBundleTarget(dialogs.bundle, `${name}.pincite`);
    let key = null;
    if (file) {
      await this.notices.attempt(failures.bundle, async () => {
        key = await this.backend.bundle(id, file);
      });
    }
    return key;
  }

  copyKey(key: string): Promise<unknown> {
    return this.notices.attempt(failures.copy, () => this.backend.copy(key));
  }

  /** Who may see a collection of a shared library. Throws what goes wrong, as do the two that follow. */
  members(collection: number): Promise<MemberView[]> {
    return this.backend.members(collection);
  }

  addMember(collection: number, name: string): Promise<unknown> {
    return this.backend.addMember(collection, name);
  }

  removeMember(collection: number, name: string): Promise<unknown> {
    return this.backend.removeMember(collection, name);
  }

  delete(collection: number): Promise<unknown> {
    return this.change(failures.deleteCollection, () => this.backend.deleteCollection(collection));
  }

  watch(folder: string): Promise<unknown> {
    return this.change(failures.watch, async () => {
      const collection = this.current ?? (await this.createFirst());
      await this.backend.watch(collection, folder);
    });
  }

  unwatch(folder: string): Promise<unknown> {
    const collection = this.current;
    if (collection === null) return Promise.resolve();
    return this.change(failures.unwatch, () => this.backend.unwatch(collection, folder));
  }

  /** Removes documents; `restore` brings them back for a while. Whether it could. */
  async remove(documents: readonly DocumentView[]): Promise<boolean> {
    const ids = documents.map(({ id }) => id);
    const removed = await this.notices.worked(failures.remove(ids.length), () => this.backend.removeDocuments(ids));
    if (removed) documents.forEach(({ collection, id }) => this.forget(collection, id));
    return removed;
  }

  async restore(documents: readonly DocumentView[]): Promise<void> {
    const ids = documents.map(({ id }) => id);
    await this.notices.attempt(failures.restore, async () => {
      const restored = await this.backend.restoreDocuments(ids);
      if (restored.length < ids.length) this.notices.problem(failures.restore);
    });
  }

  /** The renamed document, if it could be renamed. */
  renameDocument(document: DocumentView, name: string): Promise<DocumentView | undefined> {
    return this.notices.attempt(failures.renameDocument, () => this.backend.renameDocument(document.id, name));
  }

  /** The languages that documents can be in, by name. */
  async languages(): Promise<string[]> {
    const codes = await this.backend.languages();
    return codes.sort((one, other) => languageName(one).localeCompare(languageName(other)));
  }

  setLanguage(document: DocumentView, language: string): Promise<unknown> {
    return this.notices.attempt(failures.setLanguage, () => this.backend.setLanguage(document.id, language));
  }

  /** Puts a tag on documents. */
  tag(documents: readonly DocumentView[], tag: string): Promise<unknown> {
    return this.notices.attempt(failures.tag, async () => {
      for (const { id } of documents) await this.backend.tagDocument(id, tag);
    });
  }

  untag(document: DocumentView, tag: string): Promise<unknown> {
    return this.notices.attempt(failures.tag, () => this.backend.untagDocument(document.id, tag));
  }

  reveal(document: DocumentView): Promise<unknown> {
    return this.notices.attempt(failures.reveal, () => this.backend.revealDocument(document.id));
  }

  retry(document: DocumentView, password: string | null): Promise<unknown> {
    return this.notices.attempt(failures.retry(document.name), () => this.backend.retry(document.id, password));
  }

  cancel(document: DocumentView): Promise<unknown> {
    const progress = this.progress.get(document.id);
    if (!progress) return Promise.resolve();
    return this.notices.attempt(failures.stop(document.name), () => this.backend.cancel(progress.job));
  }

  /** Makes the collection that is needed when something is added and there is none. */
  private createFirst(): Promise<number> {
    return this.create(words.library.firstCollection);
  }

  private async change(failure: string, work: () => Promise<void>): Promise<void> {
    await this.notices.attempt(failure, async () => {
      await work();
      await this.refreshCollections();
    });
  }

  private async refreshCollections(): Promise<void> {
    await this.notices.attempt(failures.listCollections, () => this.listCollections());
  }

  private async listCollections(): Promise<void> {
    this.collections = await this.backend.collections();
    const kept = this.collections.some(({ id }) => id === this.current);
    if (!kept) await this.show(this.collections[0]?.id ?? null);
  }

  private handle(event: Event): void {
    switch (event.type) {
      case 'progress':
        this.progress.set(event.data.document, event.data);
        this.batch.report(event.data);
        break;
      case 'duplicate':
        this.receipt.duplicate(event.data);
        break;
      case 'document':
        this.upsert(event.data);
        break;
      case 'document_removed':
        this.forget(event.data.collection, event.data.document);
        break;
      case 'collections':
        void this.refreshCollections();
        break;
      case 'elsewhere':
        void this.refreshCollections().then(() => this.listDocuments());
        break;
      case 'notice':
        this.notices.problem(event.data.message);
        break;
      case 'idle':
        this.progress.clear();
        void this.refreshCollections();
        break;
    }
  }

  private upsert(document: DocumentView): void {
    if (document.status !== 'waiting') this.progress.delete(document.id);
    if (document.collection !== this.current) return;
    this.batch.see(document);
    const at = this.documents.findIndex(({ id }) => id === document.id);
    if (at >= 0) this.documents[at] = document;
    else this.documents.push(document);
  }

  private forget(collection: number, document: number): void {
    this.progress.delete(document);
    this.batch.forget(document);
    if (collection === this.current) this.documents = this.documents.filter(({ id }) => id !== document);
  }
}
