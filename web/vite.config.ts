import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript as script } from '../ui/src/themes/boot-script.ts';
import { precompiledMessages } from './build/messages-plugin.ts';
import {
  bootScript,
  compiledAhead,
  precompressed,
  preloadedFont,
  scriptHashes,
} from './build/output-plugins.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Recharts, and the packages that it alone needs. */
const CHARTS =
  /[\\/]node_modules[\\/](recharts|victory-vendor|d3-\w+(-\w+)?|internmap|es-toolkit|@reduxjs|redux|redux-thunk|react-redux|immer|decimal\.js-light|eventemitter3|react-is)[\\/]/;

/**
 * What is downloaded together, the first that fits a module has it: what only one screen needs stays with that screen,
 * and what several need is in few large pieces. Those are fetched sooner than many small ones, and packed better.
 * tools/check/bundle-budgets.ts says what each screen comes to.
 */
const DOWNLOADS = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // All that the page begins with, the sign-in included.
  { name: 'start', tags: ['$initial' as const] },
  // Only where it was chosen.
  { name: 'english', test: /\.en\.ts$/ },
  { name: 'charts', test: CHARTS },
  {
    name: 'company-form',
    test: /[\\/]features[\\/]organizations[\\/](billing-fields|organization-(form|fields|values)|stale)|[\\/]contract[\\/]src[\\/]tax-id/,
    minShareCount: 2,
  },
  // But for its face, which other screens use too.
  {
    name: 'organizations',
    test: /[\\/]features[\\/]organizations[\\/](?!organization-(filter|picker)|organizations\.face)/,
    minShareCount: 2,
  },
  // What the list of invitations shares with the dialogs that it opens.
  { name: 'invitations', test: /[\\/]features[\\/]invitations[\\/]/, minShareCount: 2 },
  // What shows the bin is loaded when it is opened; the way there is on many lists.
  { name: 'bin', test: /[\\/]features[\\/]bin[\\/]bin(-entries|-item|-section|-view|\.es)/ },
  { name: 'bin-way', test: /[\\/]features[\\/]bin[\\/]/, minShareCount: 2 },
  // What dialogs of payments share: forms, which the lists and an invoice do without.
  { name: 'payment-fields', test: /[\\/]billing[\\/]invoices[\\/]payment-fields/ },
  // Of the two dialogs that write invoices: lists and sheets need no forms.
  {
    name: 'invoice-lines',
    test: /[\\/]billing[\\/]invoices[\\/](invoice-lines|issue-values)/,
    minShareCount: 2,
  },
  // Of two screens of their own, and what tells them apart.
  {
    name: 'direct-debits',
    test: /[\\/]billing[\\/](mandates|debit-runs|bank-statements)[\\/]|contract[\\/]src[\\/](debit-codes|debit-run-states|statement-codes)/,
    minShareCount: 2,
  },
  {
    name: 'exchange-rates',
    test: /[\\/]billing[\\/]exchange-rates[\\/]|[\\/]contract[\\/]src[\\/]exchange-limits/,
    minShareCount: 2,
  },
  { name: 'billing', test: /[\\/]features[\\/]billing[\\/]/, minShareCount: 2 },
  { name: 'settings', test: /[\\/]features[\\/]settings[\\/]/, minShareCount: 2 },
  { name: 'reports', test: /[\\/]features[\\/]reports[\\/]/, minShareCount: 2 },
  {
    name: 'imports',
    test: /[\\/]transfers[\\/]imports[\\/]/,
    minShareCount: 2,
  },
  // What a key may do: of one's own keys, and of the consent to an assistant.
  {
    name: 'key-scopes',
    test: /[\\/]api-keys[\\/](scope-table|api-keys\.(es|api))|[\\/]contract[\\/]src[\\/]key-scopes/,
    minShareCount: 2,
  },
  { name: 'assistants', test: /[\\/]features[\\/]assistants[\\/]/, minShareCount: 2 },
  {
    name: 'account',
    test: /[\\/]account[\\/](api-keys|sessions|accounts)[\\/]|[\\/]ui[\\/]src[\\/]strength-meter/,
    minShareCount: 2,
  },
  // Who can have a ticket: of the tickets, and of the dialog of an offboarding.
  {
    name: 'assignees',
    test: /[\\/]features[\\/]tickets[\\/](assignee-select|ticket-detail\.es|tickets\.(api|face))/,
    minShareCount: 2,
  },
  // But for the bell itself, which is on every screen.
  {
    name: 'notifications',
    test: /[\\/]features[\\/]notifications[\\/](?!bell\.|notifications\.api)/,
    minShareCount: 2,
  },
  // What the card of destinations shares with the dialogs that it opens.
  {
    name: 'audit-streams',
    test: /[\\/]features[\\/]audit-streams[\\/](?!audit-streams-place|audit-streams\.face)|[\\/]contract[\\/]src[\\/]audit-stream-choices/,
    minShareCount: 2,
  },
  // What a change is called: of the audit log, and of what webhooks tell.
  { name: 'audit', test: /[\\/]features[\\/]audit[\\/]/, minShareCount: 2 },
  // Lists alone need no forms.
  { name: 'forms', test: /[\\/]node_modules[\\/]react-hook-form[\\/]/ },
  { name: 'two-factor', test: /[\\/]account[\\/](two-factor|passkeys)[\\/]/, minShareCount: 2 },
  // Toasts are on every page, the rest of the administration's code is not.
  {
    name: 'base',
    test: /[\\/]@base-ui[\\/](utils|react[\\/](internals|utils))[\\/]/,
    includeDependenciesRecursively: true,
  },
  { name: 'toast', test: /[\\/](ui[\\/]src|app)[\\/]toast[^/?]*$|[\\/]@base-ui[\\/]react[\\/]toast[\\/]/ },
  // Of dialogs alone, which need forms; lists have periods without them.
  { name: 'day-of-form', test: /[\\/]shared[\\/]form-day-field\./, minShareCount: 2 },
  { name: 'shown-once', test: /[\\/]shared[\\/]shown-once-dialog\./, minShareCount: 2 },
  { name: 'file-of-form', test: /[\\/]shared[\\/]form-file-field\./, minShareCount: 2 },
  {
    name: 'pickers',
    test: /[\\/]shared[\\/]period-field\.|[\\/]ui[\\/]src[\\/](combobox|date-range|day-field)[^/?]*$|[\\/]@base-ui[\\/]react[\\/](combobox|autocomplete)[\\/]/,
  },
  // What one may do here: of the home and of the profile alone.
  { name: 'access', test: /[\\/]features[\\/]app-home[\\/]/, minShareCount: 2 },
  // What the home of a client company's person shares with the administration, which is much larger.
  {
    name: 'home',
    test: /[\\/]ui[\\/]src[\\/](badge|banner|card|skeleton)\.|[\\/]icons[\\/](check|x)\.|[\\/]contract[\\/]src[\\/](permissions|ticket-states|formats|live|client-paths)|[\\/]web[\\/]src[\\/](platform[\\/](format|use-permissions|live[\\/])|shared[\\/](awaits-network|use-failure-id|use-live-list|person\.ts|shared\.es|status-tones))/,
    minShareCount: 2,
  },
  // Of dialogs alone.
  { name: 'upload-modal', test: /[\\/]shared[\\/]upload-modal\./, minShareCount: 2 },
  { name: 'file-drop', test: /[\\/]ui[\\/]src[\\/]file-drop\./, minShareCount: 2 },
  // Of forms of amounts, seats and subscriptions, in dialogs alone.
  {
    name: 'amounts',
    test: /[\\/]shared[\\/](typed-amount|status-consequence)\.|[\\/]features[\\/]plans[\\/](seats-field|typed-seats|plans\.face)\./,
    minShareCount: 2,
  },
  // What is left and of more than one screen.
  { name: 'admin', minShareCount: 2 },
  {
    name: 'kit',
    test: /[\\/]ui[\\/]src[\\/]examples[\\/]|\?raw$/,
    includeDependenciesRecursively: true,
  },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    precompiledMessages(),
    react(),
    tailwindcss(),
    bootScript(script),
    preloadedFont(),
    scriptHashes(),
    compiledAhead(['react']),
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
        codeSplitting: { includeDependenciesRecursively: false, groups: DOWNLOADS },
      },
    },
  },
  server: { proxy: { '/api': server, '/avatar': server } },
  preview: { proxy: { '/api': server, '/avatar': server } },
});
