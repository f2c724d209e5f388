import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { notificationsEn } from '../features/notifications/notifications.en.ts';
import { notificationsEs } from '../features/notifications/notifications.es.ts';
import { settingsEn } from '../features/settings/settings.en.ts';
import { settingsEs } from '../features/settings/settings.es.ts';
import { reportsEn } from '../features/reports/reports.en.ts';
import { reportsEs } from '../features/reports/reports.es.ts';
import { rolesEn } from '@atalaya/contract/role-texts.en';
import { rolesEs } from '@atalaya/contract/role-texts.es';
import { pastDueEn, subscriptionStatusEn } from '../shared/subscription-status.en.ts';
import { pastDueEs, subscriptionStatusEs } from '../shared/subscription-status.es.ts';

test.each([
  ['es', reportsEs, rolesEs, subscriptionStatusEs],
  ['en', reportsEn, rolesEn, subscriptionStatusEn],
])('reports call roles and subscriptions what every screen calls them: %s', (_, report, roles, states) => {
  const names = Object.entries(roles).map(([role, { name }]) => [role, name]);
  expect(report.details).toMatchObject({ ...Object.fromEntries(names), ...states });
});

test.each([
  ['es', pastDueEs, notificationsEs, settingsEs],
  ['en', pastDueEn, notificationsEn, settingsEn],
])(
  'a subscription that is past due has one name as a notification: %s',
  (_, name, notifications, settings) => {
    const told = [
      notifications.names.subscription.past_due,
      settings.notifications.names.subscription.past_due,
    ];
    expect(told).toEqual([name, name]);
  },
);

const root = path.resolve(import.meta.dirname, '../../..');
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).map(
    (file) => [file, readFileSync(path.join(root, file), 'utf8')] as const,
  );

/** Words for which all other texts use another one. Keys of errors are no texts. */
describe.each([
  ['Cancelled, where it is Canceled', /\bcancelled\b(?!:)/i],
  ['Payment overdue, where it is Past due', /payment overdue/i],
  ['caducar, where it is expirar', /\bcaduc/i],
  ['bin, where it is trash', /\b(the|in|to|from) bin\b|'Bin'/],
  ['mail, where it is email', /'[^'\n]*\b(a|the|this|more|these) mails?\b/i],
  ['any, where a filter says all', /'(Cualquier fecha|Cualquiera|Any date|Anyone)'/],
  // Those that are fixed (docs/product.md): Crear Plan, Crear Ticket, Crear Cuenta, Editar Usuario, Confirmar Contraseña.
  [
    'Title Case, where it is Sentence case',
    /\b(Anular|Cambiar|Emitir|Enviar|Guardar|Registrar|Crear (?!Plan|Ticket|Cuenta)|Editar (?!Usuario)|Confirmar (?!Contraseña)) ?[A-Z]/,
  ],
  // Messages that are fixed: Organización eliminada exitosamente, and the like.
  ['organization, where it is company', /\b(tu|otra|ninguna|your) organi(zación|zation)\b/i],
])('no text says %s', (_, other) => {
  test.each([...textsOf('web/src/**/*.{es,en}.ts'), ...textsOf('server/src/**/*.email.ts')])(
    '%s',
    (_file, source) => {
      expect(source).not.toMatch(other);
    },
  );
});
