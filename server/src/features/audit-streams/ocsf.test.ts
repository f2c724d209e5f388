import { EVENT_TYPES } from '@atalaya/contract/event-types';
import { expect, test } from 'vitest';
import { toOcsf } from './ocsf.ts';
import type { EntryRecord } from './record.ts';

/**
 * What each class needs, of OCSF 1.3.0 (github.com/ocsf/ocsf-schema: events/base_event.json, events/application/api_activity.json,
 * events/iam/account_change.json, events/iam/authentication.json and the objects that they name): attributes that are required,
 * and of objects those of which there has to be one at least.
 */
const BASE = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid'];
const CLASSES: Record<
  number,
  { category_uid: number; required: string[]; one_of?: string[]; activities: number[] }
> = {
  3001: {
    category_uid: 3,
    required: [...BASE, 'user'],
    activities: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 99],
  },
  3002: {
    category_uid: 3,
    required: [...BASE, 'user'],
    one_of: ['service', 'dst_endpoint'],
    activities: [1, 2, 3, 4, 5, 99],
  },
  6003: {
    category_uid: 6,
    required: [...BASE, 'actor', 'api', 'src_endpoint'],
    activities: [1, 2, 3, 4, 99],
  },
};
const OBJECTS: Record<string, { required?: string[]; one_of?: string[] }> = {
  metadata: { required: ['product', 'version'] },
  api: { required: ['operation'] },
  actor: { one_of: ['process', 'user', 'invoked_by', 'session', 'app_name', 'app_uid'] },
  user: { one_of: ['account', 'name', 'uid'] },
  src_endpoint: {
    one_of: ['ip', 'uid', 'name', 'hostname', 'svc_name', 'instance_uid', 'interface_uid', 'interface_name'],
  },
};

const entry = (action: string, values: Partial<EntryRecord> = {}): EntryRecord => ({
  kind: 'entry',
  id: '01a20448-1303-7000-9218-9846b8ddfe66',
  at: '2026-03-05T10:00:00.000Z',
  action,
  object: { type: action.split('.', 1)[0] ?? '', id: '01a20448-1303-7000-9218-9846b8ddfe67' },
  organization: { id: '01a20448-1303-7000-9218-9846b8ddfe68', name: 'Norte' },
  actor: {
    id: '01a20448-1303-7000-9218-9846b8ddfe69',
    email: 'ana@x.test',
    name: 'Ana López',
    api_key_id: null,
  },
  ip_address: '198.51.100.7',
  user_agent: 'Firefox',
  request_id: '01a20448-1303-7000-9218-9846b8ddfe70',
  before: { phone: null },
  after: { phone: '600' },
  complete: true,
  order: 7,
  chain: { name: 'norte', lane: 0, position: 3, hash: 'aa', previous_hash: null },
  ...values,
});

const OF_NOBODY = { actor: null, ip_address: null, user_agent: null, request_id: null } as const;

function problemsOf(said: Record<string, unknown>): string[] {
  const { class_uid, category_uid, activity_id, type_uid } = said as Record<string, number>;
  const known = CLASSES[class_uid ?? 0];
  if (!known) return [`class ${class_uid}`];
  const lacks = (object: unknown, required: string[] = []) =>
    required.filter((name) => (object as Record<string, unknown>)[name] === undefined);
  const lacksOne = (object: unknown, one_of?: string[]) =>
    one_of && lacks(object, one_of).length === one_of.length ? [`none of ${one_of.join()}`] : [];
  const inObjects = Object.entries(OBJECTS).flatMap(([name, { required, one_of }]) =>
    said[name] === undefined ? [] : [...lacks(said[name], required), ...lacksOne(said[name], one_of)],
  );
  return [
    ...lacks(said, known.required),
    ...lacksOne(said, known.one_of),
    ...inObjects,
    ...(category_uid === known.category_uid ? [] : ['category_uid']),
    ...(known.activities.includes(activity_id ?? -1) ? [] : ['activity_id']),
    ...(type_uid === (class_uid ?? 0) * 100 + (activity_id ?? 0) ? [] : ['type_uid']),
  ];
}

// SIEM11
test.each(EVENT_TYPES)('%s has what its class of OCSF needs, whoever did it', (action) => {
  for (const values of [{}, OF_NOBODY, { object: { type: 'x', id: null }, organization: null, ...OF_NOBODY }])
    expect([action, problemsOf(toOcsf(entry(action, values)))]).toEqual([action, []]);
});

// SIEM11
test.each([
  ['session.started', 300201],
  ['session.ended', 300202],
  ['user.created', 300101],
  ['user.deactivated', 300105],
  ['account.password_changed', 300103],
  ['two_factor.app_added', 300110],
  ['ticket.created', 600301],
  ['plan.updated', 600303],
  ['webhook.deleted', 600304],
  ['invoice.voided', 600399],
])('%s is of the type %i', (action, type_uid) => {
  expect(toOcsf(entry(action))).toMatchObject({ type_uid });
});

// SIEM11
test('what has no place in the class is kept: the chain, the object, how it was and became', () => {
  expect(toOcsf(entry('plan.updated'))).toMatchObject({
    time: 1_772_704_800_000,
    metadata: { version: '1.3.0', product: { name: 'Atalaya' }, sequence: 7 },
    actor: { user: { email_addr: 'ana@x.test', full_name: 'Ana López' } },
    src_endpoint: { ip: '198.51.100.7' },
    http_request: { user_agent: 'Firefox' },
    unmapped: { after: { phone: '600' }, chain: { position: 3, hash: 'aa' }, object: { type: 'plan' } },
  });
  const test = toOcsf({ kind: 'test', id: 'x', at: '2026-03-05T10:00:00.000Z', organization_id: null });
  expect(problemsOf(test)).toEqual([]);
});
