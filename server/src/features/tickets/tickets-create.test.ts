import type { ticketCreateBody } from '@atalaya/contract/tickets';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { readActorOfJob } from '../../platform/request/session.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { oneByOne, takenBack, toldOf } from '../../platform/testing/taken-back.ts';
import { openTickets } from './tickets-create.service.ts';

type Body = z.output<typeof ticketCreateBody>;
type Made = Awaited<ReturnType<typeof openTickets>>;

const ORIGIN = { ip_address: null, user_agent: null, request_id: null };
const KEYS = ['7c9e6679-7425-40de-944b-e07fc1f90ae7', '7c9e6679-7425-40de-944b-e07fc1f90ae8'];

describe('tickets opened together', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  beforeAll(async () => {
    server = await startTestServer();
    ours = await server.makeCast();
    theirs = await server.makeCast();
  });
  afterAll(() => server.close());

  /** What comes of it: of each the outcome, which tickets there are in the order of their numbers, the audit entries. */
  async function read(db: Db, made: Made) {
    const ids = made.map((each) => (each instanceof AppError ? null : each.id));
    const { rows: tickets } = await sql<{ id: string }>`
      select id, number - min(number) over () as number, organization_id, title, description, priority, status,
        assigned_to, assigned_name, created_by, created_by_name, version
      from tickets order by tickets.number`.execute(db);
    const { rows: entries } = await sql<{ object_id: string }>`
      select a.object_id, a.organization_id, a.actor_profile_id, a.before, a.after
      from audit_log a join tickets t on t.id = a.object_id
      where a.action = 'ticket.created' order by t.number`.execute(db);
    const place = (id: string) => tickets.findIndex((each) => each.id === id);
    return {
      told: toldOf(made),
      places: ids.map((id) => id && place(id)),
      isNew: made.map((each) => !(each instanceof AppError) && each.ticket !== null),
      tickets: tickets.map(({ id: _id, ...ticket }) => ticket),
      entries: entries.map(({ object_id, ...entry }) => ({ ...entry, place: place(object_id) })),
    };
  }

  const ticket = (organizations: (string | undefined)[], people: (string | null)[]): fc.Arbitrary<Body> =>
    fc.record({
      title: fc.constantFrom('No imprime', 'Se "apaga"', 'ñ; \\'),
      description: fc.constantFrom('Desde ayer', 'Dos\nlíneas'),
      priority: fc.constantFrom('low', 'medium', 'urgent'),
      organization_id: fc.constantFrom(...organizations),
      assigned_to: fc.constantFrom(...people),
      request_id: fc.constantFrom(undefined, undefined, ...KEYS),
    });

  test.each(['user', 'admin', 'super_admin'] as const)(
    'each by a %s comes out as if they were opened one after the other',
    async (role) => {
      const actor = await readActorOfJob(server.platform, ours[role].id);
      const by = { actor: actor!, origin: ORIGIN };
      const own = role === 'super_admin' ? ours.organization.id : undefined;
      const organizations = [own, own, own, undefined, theirs.organization.id, ours.user.id];
      const people = [null, null, ours.admin.id, ours.super_admin.id, theirs.admin.id];
      await fc.assert(
        fc.asyncProperty(
          fc.array(ticket(organizations, people), { minLength: 3, maxLength: 8, size: 'max' }),
          async (bodies) => {
            const together = await takenBack(server, by.actor, async (db) =>
              read(db, await openTickets(db, by, bodies)),
            );
            const alone = await takenBack(server, by.actor, async (db) =>
              read(db, await oneByOne(bodies, (body) => openTickets(db, by, body))),
            );
            expect(together).toEqual(alone);
          },
        ),
        { numRuns: 25 },
      );
    },
  );
});
