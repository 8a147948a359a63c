// The real backend: commands and events of the Tauri shell in src-tauri/src.

import { Channel, convertFileSrc, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { getCurrentWebview, type DragDropEvent } from '@tauri-apps/api/webview';
import { open } from '@tauri-apps/plugin-dialog';
import type { Event } from '../types/Event';
import type { Backend, Drop } from './backend';

/** Name of the shell's event that carries the engine's. */
const ENGINE_EVENT = 'engine';

export const shell: Backend = {
  collections: () => invoke('collections'),
  createCollection: (name) => invoke('create_collection', { name }),
  renameCollection: (collection, name) => invoke('rename_collection', { collection, name }),
  deleteCollection: (collection) => invoke('delete_collection', { collection }),

  documents: (collection) => invoke('documents', { collection }),
  add: (collection, paths) => invoke('add', { collection, paths }),
  cancel: (job) => invoke('cancel', { job }),
  retry: (document, password) => invoke('retry', { document, password }),
  remove: (document) => invoke('remove', { document }),
  watch: (collection, folder) => invoke('watch', { collection, folder }),
  unwatch: (collection, folder) => invoke('unwatch', { collection, folder }),

  ask: (question) => invoke('ask', { question }),
  pageSizes: (document) => invoke('page_sizes', { document }),
  page: (document, page) => invoke('page', { document, page }),
  pageImage: (document, page, scale, hash) =>
    `${convertFileSrc('', 'pincite')}page/${document}/${page}?scale=${scale}&of=${hash}`,

  marks: (collection) => invoke('marks', { collection }),
  mark: (collection, question, document, passage, answers) =>
    invoke('mark', { collection, question, document, passage, answers }),
  unmark: (mark) => invoke('unmark', { mark }),

  planTuning: (collection, pairs, settings) => invoke('plan_tuning', { collection, pairs, settings }),
  startTuning: (collection, pairs, settings) => invoke('start_tuning', { collection, pairs, settings }),
  tunings: (collection) => invoke('tunings', { collection }),
  cancelTuning: (run) => invoke('cancel_tuning', { run }),
  generations: (collection) => invoke('generations', { collection }),
  activate: (collection, generation) => invoke('activate', { collection, generation }),
  undoActivation: (collection) => invoke('undo_activation', { collection }),
  deleteGeneration: (collection, generation) => invoke('delete_generation', { collection, generation }),

  status: () => invoke('status'),
  fetchModel(tell) {
    const onProgress = new Channel<[number, number]>(([done, total]) => tell(done, total));
    return invoke('fetch_model', { onProgress });
  },
  importModel: (folder) => invoke('import_model', { folder }),

  async chooseFiles() {
    const filters = [{ name: 'PDF documents', extensions: ['pdf', 'PDF'] }];
    return (await open({ title: 'Add documents', multiple: true, filters })) ?? [];
  },
  chooseFolder: () => open({ title: 'Choose a folder', directory: true }),
  choosePairs: () => open({ title: 'Choose a file of pairs', filters: [{ name: 'Pairs', extensions: ['jsonl'] }] }),
  copy: (text) => navigator.clipboard.writeText(text),
  onEvent: (hear) => listen<Event>(ENGINE_EVENT, (event) => hear(event.payload)),
  onDrop: (hear) => getCurrentWebview().onDragDropEvent((event) => hear(asDrop(event.payload))),
};

function asDrop(event: DragDropEvent): Drop {
  if (event.type === 'drop') return { type: 'dropped', paths: event.paths };
  return { type: event.type === 'leave' ? 'left' : 'over' };
}
