import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/database.ts';
import { NOBODY } from '../platform/testing/contract-walk.ts';
import { QUERY_CASES, grow, thingsOf } from './testing/query-cases.ts';
import type { Things } from './testing/query-cases.ts';
import { fill, openWorld } from './testing/world.ts';
import type { Side, World } from './testing/world.ts';

/**
 * What queries give an admin of one organization who forgets the condition on it, or asks by the
 * ids of another: nothing of that one, by the policies of the database alone.
 */

const CASES = Object.entries(QUERY_CASES).flatMap(([file, reads]) =>
  Object.entries(reads).map(([query, read]) => ({ name: `${file} ${query}`, read })),
);

/** They read nothing of organizations. */
const UNOWNED: Record<string, string> = {
  'platform/database/savepoint withSavepoint': 'runs what it is given',
  'platform/database/clock readToday': 'the date',
  'plans/plans hasEuros': 'plans are one catalogue for all',
  'platform/settings/settings readCurrency':
    'of the invoices that a transaction sees the currency of the first, which is the installation’s',
  'billing/subscriptions/subscriptions findPlan': 'the catalogue, one for all',
  'reports/financial-reports/revenue listPlanNames': 'the catalogue, one for all',
  'invitations/invitations findWayIn': 'people of no organization',
  'enforcement/enforcement lockEnforcement': 'a lock by a name',
  'organizations/organizations lockOffered': 'the catalogue, one for all',
  'organizations/organizations lockSlugs': 'a lock by a name',
  'plans/plans findPlan': 'the catalogue, one for all',
  'platform/settings/settings knowsTimeZone': 'the zones that the database knows',
  'offboarding/offboarding listOwnSeals': 'what the transaction itself has written',
  'notifications/notify listSuperAdmins': 'people of no organization, whom a ticket names too',
  'settings/settings findSystemSettings': 'the defaults, which everybody may know',
  'tickets/ticket-filters matching': 'writes a condition for the queries of tickets',
  'users/user-standing lockSuperAdmins': 'a lock by a name',
  'webhooks/webhooks lockSystemWebhooks': 'a lock by a name',
  'audit-streams/audit-streams lockSystemStreams': 'a lock by a name',
};
/** They tell nothing of what they select: a function of the database that changes, a lock. */
const TELLS_NOTHING = [
  'enforcement/enforcement endUnadmitted',
  'settings/settings lockIssuing',
  'notifications/notify sendNotifications',
  'notifications/notify sendOwnNotifications',
  'offboarding/offboarding endHeld',
  'offboarding/offboarding endTransfersOf',
  'provisioning/provisioning trimRequests',
  'platform/accounts/accounts endKeysOf',
  'platform/accounts/accounts lockPerson',
  'platform/records/audit sealAuditRows',
  'platform/records/heavy-work tryHeavyWork',
  'platform/jobs/jobs sendJob',
  'platform/jobs/jobs sendJobs',
  'platform/live/live notifyAll',
  'platform/mail/mail queueMails',
  'platform/records/quotas lockStored',
  'webhooks/deliveries insertAgain',
  'webhooks/deliveries insertDeliveries',
];
/** They take no handle: what the queries that are looked at are made of. */
const PIECES = [
  'billing/invoices/invoice-reading paymentRow',
  'dashboard/dashboard-days startOfDay',
  'dashboard/dashboard-days today',
  'dashboard/dashboard-days written',
  'dashboard/dashboard-team ticketsIn',
  'data-exports/export-sections EXPORT_SECTIONS',
  'data-exports/export-sections FILES_SECTION',
  // Of a token alone, before it is known who asks.
  'provisioning/provisioning findClient',
  'provisioning/scim/scim-filter parseScimFilter',
  'provisioning/scim/scim-filter conditionOf',
  'provisioning/scim/scim-users lookUpByIndexes',
  'provisioning/scim/scim-filter memberCondition',
  'provisioning/scim/scim-filter orderBy',
  'provisioning/scim/scim-groups ALL_MEMBERS',
  'provisioning/scim/scim-groups withValues',
  'provisioning/scim/scim-groups withoutValues',
  'reports/financial-reports/ledger MOVEMENTS',
  'plans/plans isSubscriber',
  'reports/people-reports invitationState',
  'reports/people-reports isLimited',
  'reports/people-reports ofOrganization',
  'reports/people-reports seats',
  'reports/ticket-reports TICKET_CLOCKS',
  'reports/ticket-reports TICKET_TIMES',
  'reports/ticket-reports ticketSource',
  'search/search-sources GROUPS',
  'tickets/ticket-filters assigned',
  'tickets/ticket-filters orderOf',
  'tickets/ticket-filters placed',
  'tickets/ticket-filters reached',
  'tickets/ticket-filters replyGeneration',
  'tickets/ticket-filters unresolved',
  'tickets/ticket-filters waitsFor',
  'audit-streams/sending takeStreams',
  'webhooks/deliveries takeDeliveries',
  'webhooks/fan-out listHearers',
  'webhooks/webhooks isServed',
];
/** They need a table that no tenant reads: they are refused as a whole. */
const REFUSED = [
  'billing/invoices/invoice-reading listSeries',
  'plans/plans listPlans',
  'tickets/canned-replies/canned-replies listCannedReplies',
  'tickets/canned-replies/canned-replies lockCannedReply',
];

const SERVER = path.join(import.meta.dirname, '..');

type Answer = { json: string } | { refused: string };

let world: World;
let north: Side;
let south: Side;
const answers: Record<
  string,
  Record<'before' | 'after' | 'missing', { tenant: Answer; system: Answer }>
> = {};
beforeAll(async () => {
  world = await openWorld();
  ({ north, south } = world);
  await fill(north);
  await fill(south);
  const things = await thingsOf(south);
  const ask = async (about: Things) =>
    Object.fromEntries(
      await inTurn(CASES, async (one) => [one.name, await askBoth(one.read, about)] as const),
    );
  const before = await ask(things);
  await grow(south);
  const after = await ask(things);
  const missing = await ask(missingOf(things));
  for (const { name } of CASES)
    answers[name] = { before: before[name]!, after: after[name]!, missing: missing[name]! };
});
afterAll(() => world?.close());

async function inTurn<T, R>(all: readonly T[], fn: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await fn(one));
  return results;
}

/** The same kinds of things, none of which exists. */
const missingOf = (things: Things) =>
  Object.fromEntries(
    Object.entries(things).map(([key, value]) => [
      key,
      typeof value === 'number'
        ? 0
        : /^[0-9a-f-]{36}$/.test(value)
          ? NOBODY
          : value.replaceAll(/[a-z]/g, 'x'),
    ]),
  ) as Things;

/** What a query answers an admin of north, and the system. */
async function askBoth(read: (typeof CASES)[number]['read'], things: Things) {
  const { database } = world.server;
  const actor = {
    ...north.admin,
    profile_id: north.admin.id,
    organization_id: north.organization.id,
    role: 'admin',
  };
  const wide = { ...actor, role: 'super_admin' };
  return {
    tenant: await answerOf(
      (fn) => database.withTenant(actor as unknown as Actor, fn),
      (db) => read(db, things, actor as unknown as Actor),
    ),
    system: await answerOf(
      (fn) => database.withSystem('read for a test', fn),
      (db) => read(db, things, wide as unknown as Actor),
    ),
  };
}

async function answerOf(
  door: (fn: (db: Db) => Promise<unknown>) => Promise<unknown>,
  read: (db: Db) => Promise<unknown>,
): Promise<Answer> {
  try {
    const shown = (_: string, value: unknown) =>
      value instanceof Set || value instanceof Map ? [...value] : value;
    return { json: JSON.stringify((await door(read)) ?? null, shown) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

/** What a file exports, types aside, with its text without comments; what is not understood, by its first line. */
function exportsOf(source: string): { name: string; text: string }[] {
  return source
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .split(/^(?=[a-z])/m)
    .filter((text) => /^export (?!type |interface )/.test(text))
    .map((text) => ({ name: DECLARED.exec(text)?.[1] ?? text.split('\n', 1)[0]!, text }));
}
const DECLARED = /^export (?:async )?(?:function(?: |\* ?)|const |let |class )(\w+)/;

const WRITES = /\b(insert into|update [^;`]+? set|delete from)\b|\.(insertInto|updateTable|deleteFrom)\(/;
const SELECTS = /`\s*select\b/;
/**
 * Told by the handle that it takes, a tenant's perhaps, and by its SQL, not by its name. What is inserted, updated and
 * deleted is shown table by table in row-level-security.test.ts; what also selects is looked at here.
 */
function kindOf(text: string): 'reads' | 'writes' | 'system' | 'piece' {
  if (!/: Db\b/.test(text)) return /: SystemDb\b/.test(text) ? 'system' : 'piece';
  return WRITES.test(text) && !SELECTS.test(text) ? 'writes' : 'reads';
}

/** All that the features export; of the platform, which has handles of its own too, what takes a door's. */
const EXPORTED = globSync(
  ['features/**/*.queries.ts', 'platform/**/*.queries.ts', 'platform/database/*.ts'],
  {
    cwd: SERVER,
    exclude: ['**/testing/**', '**/*.test.ts'],
  },
).flatMap((file) =>
  exportsOf(readFileSync(path.join(SERVER, file), 'utf8'))
    .map(({ name, text }) => ({
      name: `${file.replace('features/', '').replace(/(\.queries)?\.ts$/, '')} ${name}`,
      kind: kindOf(text),
    }))
    .filter(({ kind }) => kind !== 'piece' || file.startsWith('features/')),
);

// T6
test('every query that a tenant may ask is looked at, and nothing is exported beside them that nobody knows of', () => {
  const known = new Set([
    ...CASES.map(({ name }) => name),
    ...Object.keys(UNOWNED),
    ...TELLS_NOTHING,
    ...PIECES,
  ]);
  const unknown = EXPORTED.filter(({ name, kind }) => ['reads', 'piece'].includes(kind) && !known.has(name));
  expect(unknown).toEqual([]);
  const there = new Set(EXPORTED.filter(({ kind }) => kind !== 'system').map(({ name }) => name));
  expect([...known].filter((name) => !there.has(name))).toEqual([]);
});

// T6
test.each([
  ['export const listAll = (db: Db) => sql`select 1`.execute(db);', 'listAll', 'reads'],
  ['export async function* holdAll(\n  db: Db,\n) {\n  yield sql`\n  select 1`;\n}', 'holdAll', 'reads'],
  [
    'export async function setAll(db: Db) {\n  sql`update x set y = 1`;\n  sql`select y`;\n}',
    'setAll',
    'reads',
  ],
  ['export async function setAll(db: Db) {\n  sql`update x set y = 1`;\n}', 'setAll', 'writes'],
  ['export const entries = (days: Days) => sql`select 1`;', 'entries', 'piece'],
  ["export * from './other.queries.ts';", "export * from './other.queries.ts';", 'piece'],
])('what is exported is known by its SQL, however it is written: %j', (source, name, kind) => {
  const found = exportsOf(
    `type X = string;\n/** Of them. */\n${source}\nconst other = sql\`delete from x\`;\n`,
  );
  expect(found.map((one) => [one.name, kindOf(one.text)])).toEqual([[name, kind]]);
});

// T6
test.each(CASES)('$name tells an admin nothing of another organization', ({ name }) => {
  const { before, after, missing } = answers[name]!;
  expect(after.tenant).toEqual(before.tenant);
  expect(after.tenant).toEqual(missing.tenant);
  expect(JSON.stringify(after.tenant)).not.toContain(south.canary);
  const isRefused = 'refused' in after.tenant && after.tenant.refused.includes('permission denied');
  expect(isRefused).toBe(REFUSED.includes(name));
  // Read past the policies the answers differ: there is something that they keep apart.
  const differs = [before, missing].some(
    ({ system }) => JSON.stringify(system) !== JSON.stringify(after.system),
  );
  expect({ name, differs: isRefused || differs }).toEqual({ name, differs: true });
});
