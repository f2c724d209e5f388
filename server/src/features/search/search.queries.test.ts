import type { SearchGroup, SearchGroupKey } from '@atalaya/contract/search';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/core/actor.ts';
import { readSession } from '../../platform/request/session.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

/** More than the functions read without the index. */
const MANY = 2_100;

describe('the functions that search by the index for an admin', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  let admin: Actor;
  const canary = `canario${unique()}`;

  beforeAll(async () => {
    server = await startTestServer();
    ours = await server.makeCast();
    theirs = await server.makeCast();
    const signedIn = await readSession(server.platform, ours.admin.cookie);
    if (!signedIn) throw new Error('the admin is not signed in');
    admin = signedIn.actor;
    for (const { organization } of [ours, theirs]) {
      await server.makePerson({ organization_id: organization.id, first_name: canary });
      await addTickets(organization.id, 1, sql`${`Aviso ${canary}`}`);
      await addInvoices(organization.id, 1, canary);
    }
  });
  afterAll(() => server.close());

  const addTickets = (organization_id: string, count: number, title: RawBuilder<unknown>, days = 0) =>
    server.database.withSystem('tickets for a test', (db) =>
      sql`insert into tickets (organization_id, title, description, created_by_name, created_at)
        select ${organization_id}, ${title}, 'Una impresora ' || n, 'Ana', now() - make_interval(days => ${days}::int)
        from generate_series(1, ${count}::int) n`.execute(db),
    );
  let years = 1_900;
  /** Each time of another year, whose numbers begin anew. */
  const addInvoices = (organization_id: string, count: number, customer: string, days = 0) => {
    years += 1;
    return server.database.withSystem('invoices for a test', async (db) => {
      await sql`insert into invoice_series (series, year) values ('A', ${years})`.execute(db);
      await sql`insert into invoices (organization_id, series, year, number, kind, issued_on, due_on, currency,
          subtotal_cents, tax_cents, total_cents, tax_treatment, customer_name, charge, hash)
        select ${organization_id}, 'A', ${years}, n, 'standard', current_date - ${days}::int, current_date,
          'USD', 100, 0, 100, 'exempt', ${customer}, 'other', 'x' from generate_series(1, ${count}::int) n`.execute(
        db,
      );
    });
  };
  const labels = async (q: string, key: SearchGroupKey) => {
    const url = `/api/search?${new URLSearchParams({ q })}`;
    const { groups } = (await server.send({ url, cookie: ours.admin.cookie })).json<{
      groups: SearchGroup[];
    }>();
    return groups.find((group) => group.key === key)?.items.map(({ label }) => label);
  };

  // T6, T16
  test.each(['search_people', 'search_tickets', 'search_invoices'])(
    '%s stays in the organization of its reader, whatever is asked',
    async (name) => {
      const begin = canary.slice(0, 2);
      const asked = [
        sql`array[${`%${canary}%`}], '{}', null`,
        sql`'{}', array[${canary}], null`,
        sql`'{}', '{}', ${begin}`,
        sql`'{}', '{}', null`,
      ];
      for (const what of asked) {
        const found = sql<{ organization_id: string }>`
          select organization_id from ${sql.raw(name)}(${what}, 100)`;
        const seen = (actor: Actor) =>
          server.database.withTenant(actor, async (db) => (await found.execute(db)).rows);
        const organizations = (await seen(admin)).map((row) => row.organization_id);
        expect(new Set(organizations)).toEqual(new Set([ours.organization.id]));
        expect(await seen({ ...admin, organization_id: null })).toEqual([]);
        const asSystem = server.database.withSystem('test', (db) => found.execute(db));
        await expect(asSystem).rejects.toThrow('permission denied');
      }
    },
  );

  const expectFound = async () => {
    expect(await labels(canary, 'tickets')).toEqual([`Aviso ${canary}`]);
    expect(await labels(`avisso ${canary}`, 'tickets')).toEqual([`Aviso ${canary}`]);
    expect(await labels('ñu', 'tickets')).toEqual(['Ñu del norte', 'El ñu']);
    expect(await labels('impresora', 'tickets')).toEqual([]);
    expect(await labels(canary, 'invoices')).toHaveLength(1);
    expect(await labels(canary, 'users')).toHaveLength(1);
  };

  test('an admin finds by titles, codes and names, in a small organization as in a large one', async () => {
    for (const title of ['El ñu', 'Ñu del norte', 'Desnudo'])
      await addTickets(ours.organization.id, 1, sql`${title}`);
    await expectFound();
    await addTickets(ours.organization.id, MANY, sql`'Incidencia ' || n`);
    await addInvoices(ours.organization.id, MANY, 'Cliente');
    await expectFound();
    expect(await labels('incidencia 2099', 'tickets')).toEqual(['Incidencia 2099']);
    expect(await labels('-02099', 'invoices')).toEqual([`A-${years}-02099`]);
  });

  test('where more match than are compared, the newest are among them', async () => {
    const { organization, admin: reader } = await server.makeCast();
    await addTickets(organization.id, 600, sql`'Repetido ' || n`, 400);
    await addTickets(organization.id, 1, sql`'De nuevo repetido'`);
    await addInvoices(organization.id, 600, 'Repetida SL', 400);
    await addInvoices(organization.id, 1, 'De nuevo repetida SL');
    const url = `/api/search?${new URLSearchParams({ q: 'repetid' })}`;
    for (const { cookie } of [reader, ours.super_admin]) {
      const { groups } = (await server.send({ url, cookie })).json<{ groups: SearchGroup[] }>();
      const first = (key: SearchGroupKey) => groups.find((group) => group.key === key)?.items[0];
      expect(first('tickets')?.label).toBe('De nuevo repetido');
      expect(first('invoices')?.detail).toBe('De nuevo repetida SL');
    }
  });
});
