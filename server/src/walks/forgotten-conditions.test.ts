import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/database/database.ts';
import { NOBODY } from '../platform/testing/contract-walk.ts';
import { QUERY_CASES, grow, thingsOf } from './testing/query-cases.ts';
import type { Things } from './testing/query-cases.ts';
import { fill, openWorld } from './testing/world.ts';
import type { Side, World } from './testing/world.ts';

/**
 * What the queries of the features give an admin of one organization who forgets the condition on it, or asks by the
 * ids of another: nothing of that one, by the policies of the database alone.
 */

const CASES = Object.entries(QUERY_CASES).flatMap(([file, reads]) =>
  Object.entries(reads).map(([query, read]) => ({ name: `${file} ${query}`, read })),
);

/** They change rows: what a statement may change is shown table by table in row-level-security.test.ts. */
const CHANGES =
  /^(add|advance|cancel|count(?=Visit)|deactivate|delete|hold|insert|mark|open|reactivate|remove|renew|reopen|restore|revive|revoke|save|send|set|standFor|withdraw)/;
/** They read nothing of organizations. */
const UNOWNED: Record<string, string> = {
  'billing/subscriptions readToday': 'the date',
  'billing/subscriptions findPlan': 'the catalogue, one for all',
  'dashboard/savepoint withSavepoint': 'runs what it is given',
  'financial-reports/revenue listPlanNames': 'the catalogue, one for all',
  'organizations/organizations lockOffered': 'the catalogue, one for all',
  'organizations/organizations lockSlugs': 'a lock by a name',
  'plans/plans findPlan': 'the catalogue, one for all',
  'settings/settings findSystemSettings': 'the defaults, which everybody may know',
  'tickets/ticket-filters matching': 'writes a condition for the queries of tickets',
  'users/user-rules lockSuperAdmins': 'a lock by a name',
};
/** They need a table that no tenant reads: they are refused as a whole. */
const REFUSED = [
  'billing/invoice-reading listSeries',
  'plans/plans listPlans',
  'tickets/canned-replies listCannedReplies',
  'tickets/canned-replies lockCannedReply',
];

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

// T6
test('every query of the features is looked at', () => {
  const features = path.join(import.meta.dirname, '../features');
  const found = globSync('*/*.queries.ts', { cwd: features }).flatMap((file) =>
    [
      ...readFileSync(path.join(features, file), 'utf8').matchAll(
        /^export (?:async )?function (\w+)(?:<\w+>)?\(\s*db: Db\b/gm,
      ),
    ]
      .filter(([, query = '']) => !CHANGES.test(query))
      .map(([, query]) => `${file.replace('.queries.ts', '')} ${query}`),
  );
  expect(found.sort()).toEqual([...CASES.map(({ name }) => name), ...Object.keys(UNOWNED)].sort());
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
