// The real backend: commands and events of the Tauri shell in src-tauri/src.

import { Channel, convertFileSrc, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { getCurrentWebview, type DragDropEvent } from '@tauri-apps/api/webview';
import { getCurrentWindow } from '@tauri-apps/api/window';
import { open, save } from '@tauri-apps/plugin-dialog';
import type { Event } from '../types/Event';
import { words } from '../words/words';
import type { Backend, Drop } from './backend';
import { showMenu } from './menu';

const { dialogs } = words;

/** Name of the shell's event that carries the engine's. */
const ENGINE_EVENT = 'engine';

/** Name of the shell's event for a link that was opened while the window was. */
const LINK_EVENT = 'link';

/** Files of questions with their passages. */
const LINES = [{ name: dialogs.questions, extensions: ['jsonl'] }];

/** Files of questions alone, and of review tables. */
const LISTS = [{ name: dialogs.questions, extensions: ['csv', 'txt'] }];

/** Formats of reports. The first one is offered. */
const REPORTS = [
  { name: dialogs.docx, extensions: ['docx'] },
  { name: dialogs.xlsx, extensions: ['xlsx'] },
  { name: dialogs.csv, extensions: ['csv'] },
  { name: dialogs.markdown, extensions: ['md'] },
];

export const shell: Backend = {
  collections: () => invoke('collections'),
  createCollection: (name) => invoke('create_collection', { name }),
  renameCollection: (collection, name) => invoke('rename_collection', { collection, name }),
  deleteCollection: (collection) => invoke('delete_collection', { collection }),

  documents: (collection) => invoke('documents', { collection }),
  add: (collection, paths) => invoke('add', { collection, paths }),
  addSamples: (collection) => invoke('add_samples', { collection }),
  cancel: (job) => invoke('cancel', { job }),
  retry: (document, password) => invoke('retry', { document, password }),
  removeDocuments: (documents) => invoke('remove_documents', { documents }),
  restoreDocuments: (documents) => invoke('restore_documents', { documents }),
  renameDocument: (document, name) => invoke('rename_document', { document, name }),
  tagDocument: (document, tag) => invoke('tag_document', { document, tag }),
  untagDocument: (document, tag) => invoke('untag_document', { document, tag }),
  revealDocument: (document) => invoke('reveal_document', { document }),
  watch: (collection, folder) => invoke('watch', { collection, folder }),
  unwatch: (collection, folder) => invoke('unwatch', { collection, folder }),

  ask: (question) => invoke('ask', { question }),
  pageSizes: (document) => invoke('page_sizes', { document }),
  page: (document, page) => invoke('page', { document, page }),
  pageImage: (document, page, scale, hash) =>
    `${convertFileSrc('', 'pincite')}page/${document}/${page}?scale=${scale}&of=${hash}`,

  findIn: (document, words) => invoke('find_in', { document, words }),
  outline: (document) => invoke('outline', { document }),
  links: (document, page) => invoke('links', { document, page }),
  textMargins: (document) => invoke('text_margins', { document }),
  cite: (document, ranges) => invoke('cite', { document, ranges }),
  sentence: (document, page, word) => invoke('sentence', { document, page, word }),
  annotations: (document) => invoke('annotations', { document }),
  annotate: (document, ranges, note, colour) => invoke('annotate', { document, ranges, note, colour }),
  editAnnotation: (document, annotation, note, colour) =>
    invoke('edit_annotation', { document, annotation, note, colour }),
  removeAnnotation: (annotation) => invoke('remove_annotation', { annotation }),
  restoreAnnotation: (document, annotation) => invoke('restore_annotation', { document, annotation }),

  highlights: (document, passage, question) => invoke('highlights', { document, passage, question }),

  questionMemory: () => invoke('question_memory'),
  setQuestionMemory: (on) => invoke('set_question_memory', { on }),
  forgetQuestions: () => invoke('forget_questions'),
  askedQuestions: (collection) => invoke('asked_questions', { collection }),
  forgetQuestion: (collection, text) => invoke('forget_question', { collection, text }),

  suggestedQuestions: (collection, count, seed) => invoke('suggested_questions', { collection, count, seed }),
  questions: (collection, which, offset, limit) => invoke('questions', { collection, which, offset, limit }),
  questionTally: (collection) => invoke('question_tally', { collection }),
  addQuestion: (collection, document, passage, text) => invoke('add_question', { collection, document, passage, text }),
  editQuestion: (question, text) => invoke('edit_question', { question, text }),
  keepQuestion: (question, kept) => invoke('keep_question', { question, kept }),
  deleteQuestion: (question) => invoke('delete_question', { question }),
  deleteQuestions: (collection, which) => invoke('delete_questions', { collection, which }),
  exportQuestions: (collection, which, file) => invoke('export_questions', { collection, which, file }),
  importQuestions: (collection, file) => invoke('import_questions', { collection, file }),
  generateQuestions: (collection) => invoke('generate_questions', { collection }),

  marks: (collection) => invoke('marks', { collection }),
  mark: (collection, question, document, passage, answers) =>
    invoke('mark', { collection, question, document, passage, answers }),
  unmark: (mark) => invoke('unmark', { mark }),

  planTuning: (collection, choice) => invoke('plan_tuning', { collection, ...choice }),
  startTuning: (collection, choice) => invoke('start_tuning', { collection, ...choice }),
  tunings: (collection) => invoke('tunings', { collection }),
  cancelTuning: (run) => invoke('cancel_tuning', { run }),
  generations: (collection) => invoke('generations', { collection }),
  activate: (collection, generation) => invoke('activate', { collection, generation }),
  undoActivation: (collection) => invoke('undo_activation', { collection }),
  deleteGeneration: (collection, generation) => invoke('delete_generation', { collection, generation }),

  questionLists: () => invoke('question_lists'),
  grids: (collection) => invoke('grids', { collection }),
  grid: (grid) => invoke('grid', { grid }),
  createGrid: (collection, name, source) => invoke('create_grid', { collection, name, source }),
  renameGrid: (grid, name) => invoke('rename_grid', { grid, name }),
  deleteGrid: (grid) => invoke('delete_grid', { grid }),
  runGrid: (grid) => invoke('run_grid', { grid }),
  cancelGrid: (grid) => invoke('cancel_grid', { grid }),
  judgeCell: (grid, judging) => invoke('judge_cell', { grid, judging }),
  exportGrid: (grid, file) => invoke('export_grid', { grid, file }),

  writeCitation: (cited, style, quoted) => invoke('write_citation', { cited, style, quoted }),
  exportResults: (answer, style, file) => invoke('export_results', { answer, style, file }),
  exportMarks: (collection, file) => invoke('export_marks', { collection, file }),
  highlightedCopy: (document, answer, file) => invoke('highlighted_copy', { document, answer, file }),
  link: (document, page, passage) => invoke('link', { document, page, passage }),
  followLink: (link) => invoke('follow_link', { link }),
  openedLink: () => invoke('opened_link'),

  status: () => invoke('status'),
  bugReport: () => invoke('bug_report'),
  fetchModel(onProgress) {
    const channel = new Channel<[number, number]>(([done, total]) => onProgress(done, total));
    return invoke('fetch_model', { onProgress: channel });
  },
  importModel: (folder) => invoke('import_model', { folder }),

  notify: (title) => invoke('notify', { title }),
  showMenu,
  closeWindow: () => getCurrentWindow().close(),

  async chooseFiles() {
    const filters = [{ name: dialogs.pdfs, extensions: ['pdf', 'PDF'] }];
    return (await open({ title: dialogs.addDocuments, multiple: true, filters })) ?? [];
  },
  chooseFolder: () => open({ title: dialogs.chooseFolder, directory: true }),
  chooseLines: (title) => open({ title, filters: LINES }),
  chooseTarget: (title, name) => save({ title, defaultPath: name, filters: LINES }),
  chooseQuestionList: () => open({ title: dialogs.importList, filters: LISTS }),
  chooseReport: (title, name) => save({ title, defaultPath: name, filters: REPORTS }),
  chooseCopy: (title, name) =>
    save({ title, defaultPath: name, filters: [{ name: dialogs.pdfs, extensions: ['pdf'] }] }),
  copyRich(written, rich) {
    const text = written.then(({ text }) => text);
    if (!rich) return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    const html = written.then(({ html }) => html ?? '');
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })]);
  },
  copy(text) {
    if (typeof text === 'string') return navigator.clipboard.writeText(text);
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  },
  onEvent: (listener) => listen<Event>(ENGINE_EVENT, (event) => listener(event.payload)),
  onLink: (listener) => listen(LINK_EVENT, () => listener()),
  onDrop: (listener) => getCurrentWebview().onDragDropEvent((event) => listener(asDrop(event.payload))),
};

function asDrop(event: DragDropEvent): Drop {
  if (event.type === 'drop') return { type: 'dropped', paths: event.paths };
  return { type: event.type === 'leave' ? 'left' : 'over' };
}
