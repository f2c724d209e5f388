import type { userCreateBody } from '@atalaya/contract/users';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { By } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppError } from '../../platform/core/errors.ts';
import { readActorOfJob } from '../../platform/request/session.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { oneByOne, takenBack, toldOf } from '../../platform/testing/taken-back.ts';
import { addUsers } from './users-create.service.ts';

type Body = z.output<typeof userCreateBody>;

/** Few, so that some come twice. */
const ADDRESSES = ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test', 'f@x.test'];
const ORIGIN = { ip_address: null, user_agent: null, request_id: null };
describe('people added together', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  beforeAll(async () => {
    server = await startTestServer();
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

  /** What `add` makes of it, with the audit entries and the people that it wrote. */
  async function outcomeOf(by: By, seats: number, add: (db: Db) => Promise<(object | AppError)[]>) {
    await server.database.pool.query('update organizations set max_users = $1', [seats]);
    return takenBack(server, by.actor, async (db) => ({
      results: toldOf(await add(db)),
      people: await sql`
        select email, role, is_active, organization_id, phone, last_name from profiles order by email`.execute(
        db,
      ),
      entries: await sql`
        select organization_id, actor_profile_id, after from audit_log
        where action = 'user.created' order by after ->> 'email', id`.execute(db),
    }));
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
            const alone = await outcomeOf(by, seats, (db) =>
              oneByOne(bodies, (body) => addUsers(db, by, body)),
            );
            expect(together).toEqual(alone);
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});
