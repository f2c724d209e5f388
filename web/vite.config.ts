import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript as script } from '../ui/src/themes/boot-script.ts';
import { precompiledMessages } from './build/messages-plugin.ts';
import { bootScript, precompressed, preloadedFont, scriptHashes } from './build/output-plugins.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

const MENU_ICONS =
  /lucide-react\/.*\/icons\/(bell|building|building-complex|building-2|chart-line|circle-user|credit-card|file-down|layout-dashboard|life-buoy|receipt|scroll-text|settings|tags|users)\.m?js$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    precompiledMessages(),
    react(),
    tailwindcss(),
    bootScript(script),
    preloadedFont(),
    scriptHashes(),
    precompressed(),
  ],
  resolve: {
    alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
  },
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    // Fonts and images stay files of their own: the page's policy and its cache want it so.
    assetsInlineLimit: 0,
    // The contract's shapes are made by z.…(): where only its constants are used, they and zod (24 kB) drop out.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z', 'defineRoutes'] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // The icons of the menu are always there together: a download, not fifteen.
          groups: [{ name: 'menu-icons', test: MENU_ICONS }],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/avatar': server } },
  preview: { proxy: { '/api': server, '/avatar': server } },
});
