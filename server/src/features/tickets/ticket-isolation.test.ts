import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { makeTwoOrganizations } from '../../platform/testing/two-organizations.ts';
import type { TwoOrganizations } from '../../platform/testing/two-organizations.ts';
import { listTickets, listTicketsBelow } from './tickets.queries.ts';

const NO_REACH = { organization_id: null, created_by: null };
const QUERY = { page: 1, sort: 'created_at', order: 'desc' } as const;

describe('tickets of two organizations', () => {
  let database: TestDatabase;
  let actors: TwoOrganizations;
  const tickets: Record<string, string> = {};
  beforeAll(async () => {
    database = await openTestDatabase();
    actors = await makeTwoOrganizations(database);
    await database.withSystem('test data', async (db) => {
      for (const side of ['north', 'south'] as const) {
        tickets[side] = await insertTicket(db, actors[side].organization_id, actors[side].profile_id);
        await insertMessage(db, actors[side].organization_id, tickets[side], 'public');
        await insertMessage(db, actors[side].organization_id, tickets[side], 'internal');
      }
    });
  });
  afterAll(() => database.close());

  const insertTicket = async (db: Db, organization_id: string | null, author: string, assignee?: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into tickets (organization_id, title, description, created_by, created_by_name, assigned_to)
      values (${organization_id}, 'Título', 'Texto', ${author}, 'Ana', ${assignee ?? null}) returning id`.execute(
      db,
    );
    return rows[0]?.id ?? '';
  };
  const insertMessage = (
    db: Db,
    organization_id: string | null,
    ticket_id: string | undefined,
    visibility: string,
  ) =>
    sql`insert into ticket_messages (organization_id, ticket_id, visibility, side, author_name, body)
      values (${organization_id}, ${ticket_id}, ${visibility}, 'staff', 'Ana', 'Hola')`.execute(db);
  const inNorth = <T>(fn: (db: Db, actor: Actor) => Promise<T>) =>
    database.withTenant(actors.north, (db) => fn(db, actors.north));

  // T6
  it('are kept apart by the database alone, where a condition is forgotten', async () => {
    const listed = await inNorth((db) => listTickets(db, NO_REACH, QUERY));
    expect([listed.rows.map((row) => row.id), listed.counts.total]).toEqual([[tickets.north], 1]);
    const exported = await inNorth((db) => listTicketsBelow(db, NO_REACH, {}, null, 10));
    expect(exported.map((row) => row.id)).toEqual([tickets.north]);
    const messages = await inNorth((db) => db.selectFrom('ticket_messages').selectAll().execute());
    expect(messages.map((row) => [row.ticket_id, row.visibility])).toEqual([[tickets.north, 'public']]);
    await expect(inNorth((db) => sql`select * from ticket_canned_replies`.execute(db))).rejects.toThrow(
      'denied',
    );
  });

  // T7
  it('cannot name another organization, its people or its tickets', async () => {
    const { north, south } = actors;
    const refused = (fn: (db: Db) => Promise<unknown>, why: RegExp) =>
      expect(inNorth(fn)).rejects.toThrow(why);
    await refused(
      (db) => insertTicket(db, south.organization_id, actors.superAdmin.profile_id),
      /row-level security/,
    );
    await refused((db) => insertTicket(db, north.organization_id, south.profile_id), /nobody of another/);
    await refused(
      (db) => insertTicket(db, north.organization_id, north.profile_id, south.profile_id),
      /nobody of/,
    );
    await refused((db) => insertMessage(db, north.organization_id, tickets.south, 'public'), /foreign key/);
    await refused(
      (db) => insertMessage(db, south.organization_id, tickets.south, 'public'),
      /row-level security/,
    );
    await refused(
      (db) => insertMessage(db, north.organization_id, tickets.north, 'internal'),
      /row-level security/,
    );
    const moved = sql`update tickets set organization_id = ${south.organization_id}`;
    await refused((db) => moved.execute(db), /row-level security|nobody of another/);
    await refused((db) => sql`delete from tickets`.execute(db), /denied/);
    await refused((db) => sql`update ticket_messages set body = 'x'`.execute(db), /denied/);
    await expect(
      database.withSystem('a ticket of another’s person', (db) =>
        sql`update tickets set assigned_to = ${south.profile_id} where id = ${tickets.north}`.execute(db),
      ),
    ).rejects.toThrow(/nobody of another/);
  });

  it('stay, with the name, when the person who wrote them is gone for good', async () => {
    await database.withSystem('a person goes', async (db) => {
      await sql`delete from profiles where id = ${actors.south.profile_id}`.execute(db);
      const { rows } = await listTickets(
        db,
        { ...NO_REACH, organization_id: actors.south.organization_id },
        QUERY,
      );
      expect(rows).toMatchObject([{ created_by: null, created_by_name: 'Ana' }]);
    });
  });
});
