import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';

describe('a statement that changes people', () => {
  let database: TestDatabase;
  const organizations = [randomUUID(), randomUUID()];
  const heard: string[] = [];
  const payloads: string[] = [];
  beforeAll(async () => {
    database = await openTestDatabase();
    await query(
      `insert into organizations (id, name, slug) select id, 'Una', id::text from unnest($1::uuid[]) id`,
      [organizations],
    );
    await database.listen({
      onPayload: (text) => {
        payloads.push(text);
        heard.push(...((JSON.parse(text) as { profile_ids?: string[] }).profile_ids ?? []));
      },
      onDeaf: () => undefined,
      onGap: () => undefined,
    });
  });
  afterAll(() => database.close());

  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(text, values)).rows;

  /** People of the first organization, each with a key. */
  async function makePeople(names: readonly string[]): Promise<void> {
    await query(
      `with made as (
         insert into profiles (organization_id, first_name, last_name, email)
         select $1, name, '', name || '@una.test' from unnest($2::text[]) name returning id)
       insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
       select id, 'Clave', 'atl_12345678', sha256(id::text::bytea), '{users:read}', now() + interval '1 day'
       from made`,
      [organizations[0], names],
    );
  }
  const namesOf = async (condition: string, values: unknown[] = []) =>
    (
      await query<{ first_name: string }>(
        `select first_name from profiles p where ${condition} order by first_name`,
        values,
      )
    ).map(({ first_name }) => first_name);
  const keyless = () =>
    namesOf('exists (select from api_keys k where k.profile_id = p.id and k.revoked_at is not null)');

  // S4, S9
  it('takes the keys of those who are deactivated, binned or moved by it, and tells of those whose reach changes', async () => {
    await makePeople(['binned', 'demoted', 'moved', 'off', 'renamed', 'untouched']);
    await query(
      `update profiles set version = version + 1,
         is_active = first_name <> 'off',
         deleted_at = case first_name when 'binned' then now() end,
         organization_id = case first_name when 'moved' then $1 else organization_id end,
         role = case first_name when 'demoted' then 'admin' else role end,
         phone = case first_name when 'renamed' then '1' end
       where first_name <> 'untouched'`,
      [organizations[1]],
    );
    expect(await keyless()).toEqual(['binned', 'moved', 'off']);
    const told = ['binned', 'demoted', 'moved', 'off'];
    await vi.waitFor(() => expect(heard).toHaveLength(told.length));
    expect(await namesOf('id = any($1::uuid[])', [heard])).toEqual(told);
  });

  it('tells of many people, and of many sessions that end, in notifications of 150', async () => {
    await makePeople(Array.from({ length: 310 }, (_, n) => `many${n}`));
    heard.length = payloads.length = 0;
    await query(`update profiles set is_active = false where first_name like 'many%'`);
    await vi.waitFor(() => expect(heard).toHaveLength(310));
    expect(new Set(heard).size).toBe(310);
    expect(payloads).toHaveLength(3);
    payloads.length = 0;
    await query(
      `with made as (
         insert into auth."user" ("id", "name", "email", "emailVerified")
         select gen_random_uuid(), 'Una', 'session' || n || '@una.test', true from generate_series(1, 310) n
         returning "id")
       insert into auth."session" ("userId", "token", "expiresAt", "createdAt", "updatedAt")
       select "id", "id"::text, now() + interval '1 day', now(), now() from made`,
    );
    const ended = await query<{ id: string }>('delete from auth."session" returning "id"');
    await vi.waitFor(() => expect(payloads).toHaveLength(3));
    const told = payloads.flatMap((text) => (JSON.parse(text) as { session_ids: string[] }).session_ids);
    expect(told.toSorted()).toEqual(ended.map(({ id }) => id).toSorted());
  });

  it('counts nobody, tells nobody and takes nothing where it is rolled back', async () => {
    await makePeople(['kept']);
    heard.length = 0;
    const client = await database.pool.connect();
    await client.query(`begin; update profiles set is_active = false where first_name = 'kept'; rollback`);
    client.release();
    await query(`update profiles set role = 'admin' where first_name = 'kept'`);
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(await keyless()).not.toContain('kept');
  });
});
