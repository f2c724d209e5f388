import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';

describe.each(engines)('the doors on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine, 2);
  });
  afterAll(() => database.close());
  it('works', async () => {
    const rows = await database.withSystem('test', (db) => db.selectFrom('plans').selectAll().execute());
    expect(rows.length).toBe(4);
  });
});
