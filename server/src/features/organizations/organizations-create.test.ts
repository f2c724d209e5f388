import type { organizationCreateBody } from '@atalaya/contract/organizations';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { readActorOfJob } from '../../platform/request/session.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { oneByOne, takenBack, toldOf } from '../../platform/testing/taken-back.ts';
import { addOrganizations } from './organizations-create.service.ts';

type Body = z.output<typeof organizationCreateBody>;
type Made = Awaited<ReturnType<typeof addOrganizations>>;

const ORIGIN = { ip_address: null, user_agent: null, request_id: null };

describe('organizations added together', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await server.database.pool.query(`
      insert into organizations (name, slug, plan_type, deleted_at) values ('Acme', 'acme', 'basic', null),
        ('Acme', 'acme-3', 'basic', now()), ('Acme', 'acme-2-2', 'basic', null)`);
    await server.database.pool.query(`
      insert into plans (key, name, price_cents, max_users, archived_at, position)
      select 'viejo', 'Viejo', price_cents, max_users, now(), 99 from plans where key = 'basic'`);
  });
  afterAll(() => server.close());

  async function read(db: Db, made: Made) {
    const organizations = await sql`
      select name, slug, domain, plan_type, max_users, country, tax_id, billing_email, language, time_zone,
        subscription_status, version, plan_version_id
      from organizations order by slug`.execute(db);
    const { rows: entries } = await sql<{ whose: string }>`
      select o.slug as whose, a.object_id = a.organization_id as is_own, actor_profile_id, before, after
      from audit_log a join organizations o on o.id = a.object_id
      where action = 'organization.created' order by o.slug`.execute(db);
    return {
      told: toldOf(made),
      stored: made.map((each) => ('slug' in each ? [each.slug, each.plan_name, each.version] : null)),
      organizations: organizations.rows,
      entries,
    };
  }

  const organization: fc.Arbitrary<Body> = fc.record({
    name: fc.constantFrom('Acme', 'ACMÉ', 'Acme 2', 'Acme-2', 'Otra', 'ñ', 'Admin'),
    plan_type: fc.constantFrom('basic', 'basic', 'pro', 'viejo', 'ninguno'),
    max_users: fc.constantFrom(-1, 5),
    domain: fc.constantFrom(null, 'x.test'),
    country: fc.constantFrom('ES', 'ES', undefined),
    tax_id: fc.constantFrom(null, 'B12345674', 'B00000001'),
    billing_email: fc.constantFrom(undefined, 'a@x.test'),
  });

  test('each comes out as if they were added one after the other', async () => {
    const { super_admin } = await server.makeCast();
    const actor = await readActorOfJob(server.platform, super_admin.id);
    const by = { actor: actor!, origin: ORIGIN };
    await fc.assert(
      fc.asyncProperty(
        fc.array(organization, { minLength: 3, maxLength: 9, size: 'max' }),
        async (bodies) => {
          const together = await takenBack(server, by.actor, async (db) =>
            read(db, await addOrganizations(db, by, bodies)),
          );
          const alone = await takenBack(server, by.actor, async (db) =>
            read(db, await oneByOne(bodies, (body) => addOrganizations(db, by, body))),
          );
          expect(together).toEqual(alone);
        },
      ),
      { numRuns: 40 },
    );
  });
});
