import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@atalaya/contract/errors';
import { EVENT_TYPES } from '@atalaya/contract/event-types';
import { NOTIFICATION_EVENTS } from '@atalaya/contract/notification-events';
import { ALL_PERMISSIONS } from '@atalaya/contract/permissions';
import { TICKET_CHANGES } from '@atalaya/contract/tickets';
import { createTranslator } from 'use-intl/core';
import { describe, expect, test } from 'vitest';
import { rolesEn } from '@atalaya/contract/role-texts.en';
import { rolesEs } from '@atalaya/contract/role-texts.es';
import { differencesOf } from '@atalaya/contract/differences';
import { auditEn } from './audit.en.ts';
import { auditEs } from './audit.es.ts';
import type { AuditEntry } from './audit.api.ts';
import { type AuditWords, actorText, partsText, sentenceOf, valueText, verbText } from './audit-sentence.ts';

const spanish: AuditWords = {
  t: createTranslator({ locale: 'es', messages: auditEs }),
  roles: createTranslator({ locale: 'es', messages: rolesEs }),
  language: 'es',
};
const english = {
  t: createTranslator({ locale: 'en', messages: auditEn }),
  roles: createTranslator({ locale: 'en', messages: rolesEn }),
  language: 'en',
} as unknown as AuditWords;

const entry = (values: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1',
  created_at: '2026-03-05T10:00:00.000Z',
  actor: { id: '2', email: 'ana@x.test', name: 'Ana López' },
  action: 'user.updated',
  object_type: 'user',
  object_id: '3',
  object_name: 'Luis Gil',
  organization: null,
  before: null,
  after: null,
  ip_address: null,
  user_agent: null,
  request_id: 'r',
  api_key_id: null,
  ...values,
});

const server = path.resolve(import.meta.dirname, '../../../../server/src');
const sources = globSync('**/*.ts', { cwd: server })
  .filter((file) => !/\.test\.ts$|(^|\/)testing\/|^platform\/database\//.test(file))
  .map((file) => readFileSync(path.join(server, file), 'utf8'));

/** What looks like 'noun.verb' of a noun that is audited, and is no error's code, permission or notification. */
function auditedActions(): string[] {
  const types = sources.flatMap((source) =>
    [...source.matchAll(/object_type: '(\w+)'/g)].map(([, type]) => type as string),
  );
  const nouns = new Set([...types, ...Object.keys(auditEs.actions)]);
  const others = new Set<string>([...Object.keys(ERRORS), ...ALL_PERMISSIONS]);
  const written = sources.flatMap((source) =>
    [...source.matchAll(/'([a-z_]+)\.([a-z_]+)'/g)]
      .filter(([, noun]) => nouns.has(noun as string))
      .map(([, noun, verb]) => `${noun}.${verb}`)
      .filter((action) => !(action in NOTIFICATION_EVENTS)),
  );
  const named = sources.flatMap((source) =>
    [...source.matchAll(/action: '([a-z_.]+)'/g)].map(([, action]) => action as string),
  );
  const composed = sources.flatMap((source) =>
    [...source.matchAll(/`([a-z_]+)\.\$\{change\}`/g)].flatMap(([, noun]) =>
      noun === 'ticket'
        ? TICKET_CHANGES.map((change) => `ticket.${change}`)
        : [...source.matchAll(/changeOf\([^,()]+(?:\.id)?, '([a-z_]+)'\)/g)].map(
            ([, verb]) => `${noun}.${verb}`,
          ),
    ),
  );
  return [...new Set([...written, ...named, ...composed])].filter((action) => !others.has(action)).sort();
}

describe('every action that the server audits', () => {
  const actions = auditedActions();

  test('is found in its sources', () => {
    expect(actions).toEqual(
      expect.arrayContaining(['user.updated', 'session.started', 'ticket.replied', 'canned_reply.deleted']),
    );
  });

  test.each(actions)('%s has a sentence in Spanish and in English, and a name', (action) => {
    const [noun = '', verb = ''] = action.split('.');
    for (const texts of [auditEs, auditEn]) {
      const tree = texts as unknown as Record<string, Record<string, Record<string, string>>>;
      expect(tree['actions']?.[noun]?.[verb], 'actions').toEqual(expect.any(String));
      expect(tree['nouns']?.[noun], 'nouns').toBeTruthy();
      expect(tree['verbs']?.[verb], 'verbs').toEqual(expect.any(String));
    }
  });
});

describe('the catalogue of events that the outside is told', () => {
  // What an organization does not read of its own log is not told either.
  const hidden = new Set(['ticket.noted']);
  const told = new Set<string>(EVENT_TYPES);

  // WH1
  test('has every action that the server audits, and every one that has a sentence', () => {
    const sentences = Object.entries(auditEs.actions).flatMap(([noun, verbs]) =>
      Object.keys(verbs).map((verb) => `${noun}.${verb}`),
    );
    const audited = [...auditedActions(), ...sentences].filter((action) => !hidden.has(action));
    expect(audited.filter((action) => !told.has(action))).toEqual([]);
    expect(EVENT_TYPES.filter((type) => !sentences.includes(type))).toEqual([]);
    for (const action of hidden) expect(told).not.toContain(action);
  });

  // WH1
  test.each(EVENT_TYPES)('%s is written by the server', (type) => {
    const [noun = '', verb = ''] = type.split('.');
    const isWritten = (text: string) => sources.some((source) => source.includes(text));
    const isComposed = isWritten(`\`${noun}.\${`) && isWritten(`'${verb}'`);
    expect(isWritten(`'${type}'`) || isComposed).toBe(true);
  });
});

test.each([
  [spanish, 'session.started', 'Inicio de sesión'],
  [spanish, 'ticket.started', 'Inicio'],
  [english, 'session.started', 'Signed in'],
  [english, 'ticket.started', 'Started'],
  [english, 'comet.seen', 'seen'],
])('%# %s is called %s', (words, action, name) => {
  expect(verbText(words, action)).toBe(name);
});

describe('a change as a sentence', () => {
  const change = {
    before: { role: 'user', phone: null, is_active: true, first_name: 'Luis' },
    after: { role: 'admin', phone: '600', is_active: false, first_name: 'Luis' },
  };

  test('says who did what to whom, and what it was and became', () => {
    expect(sentenceOf(spanish, entry(change))).toBe(
      'Ana López modificó a Luis Gil: rol de «Usuario» a «Administrador», teléfono «600» y activo de «sí» a «no».',
    );
    expect(sentenceOf(english, entry({ ...change, after: { role: 'admin' } }))).toBe(
      'Ana López changed Luis Gil: role from “User” to “Administrator”.',
    );
  });

  test('calls no limit by its words', () => {
    const seats = { before: { max_users: 5 }, after: { max_users: -1 } };
    expect(sentenceOf(spanish, entry(seats))).toContain('máximo de usuarios de «5» a «sin límite»');
  });

  test.each([
    [{ action: 'user.deleted', before: change.before }, 'Ana López eliminó a Luis Gil.'],
    [{ action: 'session.started', object_name: null }, 'Ana López inició sesión.'],
    [{ action: 'user.purged', actor: null, request_id: null }, 'El sistema borró para siempre a Luis Gil.'],
    [{ action: 'user.created', object_name: null }, 'Ana López agregó a un usuario.'],
    [
      { action: 'comet.seen', object_type: 'comet', object_name: null },
      'Ana López hizo «comet.seen» sobre un elemento.',
    ],
    [
      { action: 'constructor.name', object_name: '{actor}' },
      'Ana López hizo «constructor.name» sobre {actor}.',
    ],
  ])('%o', (values, sentence) => {
    expect(sentenceOf(spanish, entry(values))).toBe(sentence);
  });

  test('does not spell out the ids that changed', () => {
    const before = { assigned_to: null, assigned_name: null };
    const after = { assigned_to: '01a20448-1303-7000-9218-9846b8ddfe66', assigned_name: 'Eva Ríos' };
    const values = {
      action: 'ticket.assigned',
      object_type: 'ticket',
      object_name: 'No imprime',
      before,
      after,
    };
    expect(sentenceOf(spanish, entry(values))).toBe(
      'Ana López asignó el ticket «No imprime»: asignado a «Eva Ríos».',
    );
  });

  test('tells three changes, and how many more there are', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'];
    const all = (value: number) => Object.fromEntries(fields.map((field) => [field, value]));
    expect(sentenceOf(spanish, entry({ before: all(1), after: all(2) }))).toMatch(
      /c de «1» a «2» y 2 más\.$/,
    );
  });

  test('names an actor without a name by their address', () => {
    expect(actorText(spanish, entry({ actor: { id: null, email: 'x@x.test', name: null } }))).toBe(
      'x@x.test',
    );
    expect(actorText(spanish, entry({ actor: { id: '2', email: null, name: null } }))).toBe('Soporte');
    expect(actorText(spanish, entry({ actor: null }))).toBe('Alguien sin sesión');
  });
});

test.each([
  ['price_cents', 2900, '29'],
  ['priority', 'high', 'Alta'],
  ['role', 'other', 'other'],
  ['features', ['a', 'b'], 'a, b'],
  ['x', { a: 1 }, '{"a":1}'],
  ['x', 0, '0'],
  ['x', null, ''],
])('%s %j reads %s', (field, value, text) => {
  expect(valueText(spanish, field, value)).toContain(text);
});

describe('ids in an open change', () => {
  const [known, gone] = ['01a20448-1303-7000-9218-9846b8ddfe66', '01a20448-1303-7000-9218-9846b8ddfe67'];
  const other = '01a20448-1303-7000-9218-9846b8ddfe68';
  const names = { [known]: 'Norte', [gone]: null };

  test.each([
    ['organization_id', known, 'Norte'],
    ['organization_id', gone, '(eliminado)'],
    ['people', [known, gone], 'Norte, (eliminado)'],
    // Of a kind that has no names, or one too many to be looked up.
    ['session_id', other, '…b8ddfe68'],
    ['people', [known, other], 'Norte, …b8ddfe68'],
    ['filters', { session_id: other }, '{"session_id":"…b8ddfe68"}'],
    ['filters', { organization_id: known, role: 'user' }, '{"organization_id":"Norte","role":"user"}'],
    ['name', 'Norte', 'Norte'],
  ])('%s %j reads %s', (field, value, text) => {
    expect(valueText(spanish, field, value, names)).toBe(text);
  });

  test('stay what they are where no names are known', () => {
    expect(valueText(spanish, 'organization_id', known)).toBe(known);
  });
});

describe('what differs', () => {
  test.each([
    ['of something new, all that it has', null, { a: 1, b: null }, ['a']],
    ['of something gone, all that it had', { a: 1, b: [] }, null, ['a', 'b']],
    ['where only what changed was kept, that', { a: 1, b: 2 }, { a: 3 }, ['a']],
    ['nothing where nothing does', { a: [1] }, { a: [1] }, []],
    ['nothing of what is no object', 'x', [1], []],
  ])('%s', (_name, before, after, fields) => {
    expect(differencesOf({ before, after }).map((each) => each.field)).toEqual(fields);
  });
});

test('what else a request did is counted by kind, the most first, and the rest together', () => {
  expect(partsText(spanish, { parts: {} })).toBe('');
  expect(partsText(spanish, { parts: { 'user.deactivated': 3 } })).toBe('y 3 personas desactivadas');
  const parts = {
    'invitation.withdrawn': 1,
    'user.deactivated': 3,
    'invoice.voided': 2,
    'thing.of_tomorrow': 4,
  };
  expect(partsText(spanish, { parts })).toBe(
    'y 3 personas desactivadas, 2 facturas rectificadas por completo y 5 cambios más',
  );
  expect(partsText(english, { parts })).toBe(
    'and 3 people deactivated, 2 invoices corrected in full, and 5 more changes',
  );
});
