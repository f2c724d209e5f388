import type { userCreateBody } from '@atalaya/contract/users';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { readActorOfJob } from '../../platform/session.ts';
import { engines } from '../../platform/testing/database.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { addUser, addUsers } from './users-create.service.ts';
import type { By } from './users-create.service.ts';

type Body = z.output<typeof userCreateBody>;

/** Few, so that some come twice. */
const ADDRESSES = ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test', 'f@x.test'];
const ORIGIN = { ip_address: null, user_agent: null, request_id: null };
/** What a transaction ends with that must leave nothing. */
class Undone extends Error {}

describe.each(engines)('people added together on %s', (engine) => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    ours = await server.makeCast();
    theirs = await server.makeCast();
    for (const { organization } of [ours, theirs])
      await server.database.pool.query(
        `insert into settings (organization_id, allowed_domains) values ($1, '{x.test}')`,
        [organization.id],
      );
    await server.makePerson({ email: 'taken@x.test', organization_id: theirs.organization.id });
  });
  afterAll(() => server.close());

  /** What `add` makes of it, with the audit entries and the people that it wrote; all of it is taken back. */
  async function outcomeOf(by: By, seats: number, add: (db: Db) => Promise<(object | AppError)[]>) {
    await server.database.pool.query('update organizations set max_users = $1', [seats]);
    let outcome: unknown;
    const work = server.database.withActor(by.actor, 'test', async (db) => {
      const results = await add(db);
      outcome = {
        results: results.map((each) => (each instanceof AppError ? [each.code, each.options] : 'added')),
        people: await sql`
          select email, role, is_active, organization_id, phone, last_name from profiles order by email`.execute(
          db,
        ),
        entries: await sql`
          select organization_id, actor_profile_id, after from audit_log
          where action = 'user.created' order by after ->> 'email', id`.execute(db),
      };
      throw new Undone();
    });
    await expect(work).rejects.toThrow(Undone);
    return outcome;
  }

  const person = (organizations: (string | null)[]): fc.Arbitrary<Body> =>
    fc.record({
      first_name: fc.constant('Ana'),
      last_name: fc.constantFrom('Ruiz', 'Gil'),
      email: fc.constantFrom(...ADDRESSES, 'taken@x.test', 'taken@x.test', 'e@other.test'),
      phone: fc.constantFrom(null, '600'),
      role: fc.constantFrom('user', 'user', 'admin', 'super_admin'),
      is_active: fc.constantFrom(true, true, false),
      organization_id: fc.constantFrom(...organizations),
    });

  test.each(['admin', 'super_admin'] as const)(
    'each by an %s comes out as if they were added one after the other',
    async (role) => {
      const actor = await readActorOfJob(server.platform, ours[role].id);
      const by = { actor: actor!, origin: ORIGIN };
      const own = Array<string>(6).fill(ours.organization.id);
      const known = [...own, null, theirs.organization.id, ours.user.id];
      await fc.assert(
        fc.asyncProperty(
          fc.array(person(known), { minLength: 4, maxLength: 9, size: 'max' }),
          fc.integer({ min: 2, max: 5 }),
          async (bodies, seats) => {
            const together = await outcomeOf(by, seats, (db) => addUsers(db, by, bodies));
            const alone = await outcomeOf(by, seats, async (db) => {
              const results: (object | AppError)[] = [];
              for (const body of bodies)
                results.push(await addUser(db, by, body).catch((error: AppError) => error));
              return results;
            });
            expect(together).toEqual(alone);
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});
