import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Tests read English, on the computer of everybody.
if (process.env.VITEST) process.env.LC_ALL = 'en_GB.UTF-8';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  // Tests show components as the window does, not as a server would.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  // The oldest web views Tauri runs on: WebKitGTK 2.40, macOS 12's WKWebView, WebView2.
  build: { outDir: 'dist', emptyOutDir: true, target: ['safari16', 'chrome110'], assetsInlineLimit: 0 },
  // Beside other work a test may take long. That says nothing about the code.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
