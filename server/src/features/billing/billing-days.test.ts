import type { InvoiceDetail } from '@atalaya/contract/billing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayIn } from '../../platform/testing/billing-day.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { addDays } from './billing-days.ts';
import { issueTo } from './invoices/invoice-issue.service.ts';
import { findInvoice } from './invoices/invoice-reading.queries.ts';
import { getSubscription } from './subscriptions/subscription-change.service.ts';

const NOBODY = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };
const LINE = { description: 'x', quantity: 1, unit_price_cents: 100 };

describe('the days of billing are those of the time zone of this installation', () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestServer();
    ({ cookie } = await server.makePerson({ role: 'super_admin' }));
  });
  afterAll(() => server.close());
  const run = async <T extends object>(statement: string, values: unknown[] = []) =>
    (await server.database.pool.query<T>(statement, values)).rows;
  beforeEach(() => run('insert into settings (organization_id) values (null) on conflict do nothing'));
  const setZone = (zone: string | null) =>
    run('update settings set time_zone = $1 where organization_id is null', [zone]);
  const dayAt = async (instant: string) =>
    (await run<{ day: string }>('select billing_day($1)::text as day', [instant]))[0]!.day;

  test.each([
    [null, '2026-12-31T22:59:59Z', '2026-12-31'],
    [null, '2026-12-31T23:00:00Z', '2027-01-01'],
    [null, '2026-06-30T22:00:00Z', '2026-07-01'],
    ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
    ['America/New_York', '2027-01-01T04:59:59Z', '2026-12-31'],
    ['America/New_York', '2027-01-01T05:00:00Z', '2027-01-01'],
  ])('in %s it is at %s %s', async (zone, instant, day) => {
    await setZone(zone);
    expect(await dayAt(instant)).toBe(day);
  });

  test('at the turn of the year an invoice bears the day, the year and the series of that zone', async () => {
    await setZone(null);
    const { id } = await server.makeOrganization();
    const issueAt = async (instant: string) => {
      const day = await dayAt(instant);
      return server.database.withSystem('issue an invoice for a test', async (db) => {
        const charge = { charge: 'other' as const, lines: [LINE] };
        return findInvoice(
          db,
          await issueTo(server.platform, db, NOBODY, await getSubscription(db, id), day, charge),
        );
      });
    };
    expect(await issueAt('2030-12-31T22:59:00Z')).toMatchObject({
      code: 'A-2030-00001',
      issued_on: '2030-12-31',
    });
    expect(await issueAt('2030-12-31T23:01:00Z')).toMatchObject({
      code: 'A-2031-00001',
      issued_on: '2031-01-01',
      due_on: '2031-01-15',
    });
  });

  test('where it is another day than in UTC, invoices, trials and what is overdue are of that day', async () => {
    // Always a day ahead of UTC, or a day behind.
    const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
    await setZone(zone);
    const today = dayIn(zone);
    expect(today).not.toBe(dayIn('UTC'));
    const { id } = await server.makeOrganization({ subscription_status: 'trial' });
    const [trial] = await run(
      'select trial_ends_on::text as ends from subscriptions where organization_id = $1',
      [id],
    );
    expect(trial).toEqual({ ends: addDays(today, 14) });
    const payload = { organization_id: id, payment_days: 0, lines: [LINE] };
    const reply = await server.send({ method: 'POST', url: '/api/invoices', cookie, payload });
    const invoice = reply.json<InvoiceDetail>();
    expect(invoice).toMatchObject({ issued_on: today, due_on: today, status: 'open' });
    expect(invoice.code).toMatch(new RegExp(`^A-${today.slice(0, 4)}-`));
    // Due on this day, it is overdue where the day is over.
    const later = await server.database.withSystem('read an invoice a day later', async (db) => {
      await sql`update settings set time_zone = ${'Pacific/Kiritimati'} where organization_id is null`.execute(
        db,
      );
      return findInvoice(db, invoice.id);
    });
    expect(later?.status).toBe(today < dayIn('Pacific/Kiritimati') ? 'overdue' : 'open');
  });
});
