import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { takeMismatches } from '../testing/check-rows.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { day, instant, json, nullable, number, oneOf, text, texts, uuid } from './columns.ts';
import type { Shape } from './columns.ts';
import { rowsOf } from './rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
// Here they are what is tested.
afterEach(takeMismatches);
afterAll(() => database.close());

const select = (shape: Shape, columns: string) =>
  database.withSystem('test', (db) => rowsOf(shape)`select ${sql.raw(columns)}`.execute(db));

test('what a statement returns is what its shape declares', async () => {
  const shape = {
    id: uuid,
    state: nullable(oneOf('open')),
    tags: texts,
    params: json(),
    at: instant,
    on: day,
  };
  const { rows } = await select(
    shape,
    `uuid_v7() as id, null as state, '{a}'::text[] as tags, '{}'::jsonb as params, now() as at,
      '2027-01-31'::date as on`,
  );
  expect(rows).toEqual([
    { id: expect.any(String), state: null, tags: ['a'], params: {}, at: expect.any(Date), on: '2027-01-31' },
  ]);
});

test.each<[string, Shape, string, string]>([
  ['a column that is missing', { id: number, name: text }, '1 as id', 'name is declared, but not returned'],
  ['a column too many', { id: number }, '1 as id, 2 as other', 'other is returned, but not declared'],
  ['another type', { total: number }, `'1'::text as total`, 'total is string, declared as number'],
  [
    'a type that the driver leaves as text',
    { total: number },
    'sum(1::bigint) as total',
    'total is a type without a kind (oid 1700), declared as number',
  ],
  ['null', { name: text }, 'null::text as name', 'name is null, declared as never null'],
  ['a text that is none of those', { state: oneOf('open') }, `'shut' as state`, "state is 'shut', which is"],
])('a test fails where a statement returns %s', async (_what, shape, columns, message) => {
  await expect(select(shape, columns)).rejects.toThrow(message);
});

test('a test fails by the types alone, where no row comes', async () => {
  await expect(select({ total: number }, `'1'::text as total where false`)).rejects.toThrow(
    'total is string, declared as number',
  );
});

test('on the bare handle the values of rows are compared', async () => {
  const statement = rowsOf({ total: number })`select '1' as total`.execute(database.kysely);
  await expect(statement).rejects.toThrow('total is string, declared as number');
});
