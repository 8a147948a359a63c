import { mount } from 'svelte';
import Window from './components/Window.svelte';
import type { Backend } from './lib/backend/interface';
import { App } from './lib/state/app.svelte';
import { tellPage } from './lib/words/language';
import './styles/tokens.css';
import './styles/base.css';
import './styles/contrast.css';

/** The shell's commands; in a plain browser, while developing, documents that are made up. */
async function backend(): Promise<Backend> {
  if (import.meta.env.DEV && !('__TAURI_INTERNALS__' in window)) return (await import('./fixture/backend')).fixture;
  return (await import('./lib/backend/shell')).shell;
}

tellPage(document.documentElement);
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element with the id "app"');
mount(Window, { target, props: { app: new App(await backend()) } });
