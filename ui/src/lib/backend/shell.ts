// The real backend: the Tauri shell in src-tauri/src.

import { convertFileSrc } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { getCurrentWebview, type DragDropEvent } from '@tauri-apps/api/webview';
import { getCurrentWindow } from '@tauri-apps/api/window';
import { open, save } from '@tauri-apps/plugin-dialog';
import { commands } from '../types/commands';
import type { Event } from '../types/Event';
import { words } from '../words/language';
import type { Backend, Drop } from './interface';
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

/** Collections that are handed on. */
const BUNDLES = [{ name: dialogs.bundles, extensions: ['pincite'] }];

/** Marks with their passages, to be imported. */
const MARKS = [{ name: dialogs.marks, extensions: ['jsonl'] }];

/** A review table with all that it rests on. */
const JSON_TABLE = { name: dialogs.json, extensions: ['json'] };

/** Memos and sheets that can be checked. */
const MEMOS = [{ name: dialogs.memos, extensions: ['docx', 'txt', 'md', 'xlsx', 'xls', 'ods', 'csv'] }];

/** Files with review tables that can be checked. */
const TABLES = [{ name: dialogs.tables, extensions: ['xlsx', 'json'] }];

export const shell: Backend = {
  ...commands,
  pageImage: (document, page, scale, hash) =>
    `${convertFileSrc('', 'pincite')}page/${document}/${page}?scale=${scale}&of=${hash}`,
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
  chooseListTarget: (title, name) => save({ title, defaultPath: name, filters: LISTS }),
  chooseTable: (title) => open({ title, filters: TABLES }),
  chooseMemo: (title) => open({ title, filters: MEMOS }),
  chooseReport: (title, name) => save({ title, defaultPath: name, filters: REPORTS }),
  chooseMarksTarget: (title, name) => save({ title, defaultPath: name, filters: [...REPORTS, ...MARKS] }),
  chooseTableTarget: (title, name) => save({ title, defaultPath: name, filters: [...REPORTS, JSON_TABLE] }),
  chooseCopy: (title, name) =>
    save({ title, defaultPath: name, filters: [{ name: dialogs.pdfs, extensions: ['pdf'] }] }),
  chooseBackup: (title, name) =>
    save({ title, defaultPath: name, filters: [{ name: dialogs.backups, extensions: ['backup'] }] }),
  chooseWorkbook: (title, name) =>
    save({ title, defaultPath: name, filters: [{ name: dialogs.xlsx, extensions: ['xlsx'] }] }),
  chooseBundleTarget: (title, name) => save({ title, defaultPath: name, filters: BUNDLES }),
  chooseBundle: (title) => open({ title, filters: BUNDLES }),
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
