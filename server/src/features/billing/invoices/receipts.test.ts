import type { Invoice, InvoiceDetail } from '@atalaya/contract/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingDay } from '../../../platform/testing/billing-day.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';

let server: TestServer;
let ours: Cast;
beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  await server.database.pool.query(`update organizations set country = 'ES' where id = $1`, [
    ours.organization.id,
  ]);
});
afterAll(() => server.close());

const today = billingDay();
const send = (who: { cookie: string }, url: string, payload: object) =>
  server.send({ method: 'POST', url, cookie: who.cookie, payload });
async function issue(cents = 10_000): Promise<InvoiceDetail> {
  const lines = [{ description: 'Servicio', unit_price_cents: cents }];
  return (
    await send(ours.super_admin, '/api/invoices', { organization_id: ours.organization.id, lines })
  ).json();
}
const say = (who: { cookie: string }, id: string, payload: object) =>
  send(who, `/api/invoices/${id}/receipts`, { said_on: today, ...payload });
const read = async (who: { cookie: string }, id: string) =>
  (await server.send({ url: `/api/invoices/${id}`, cookie: who.cookie })).json<InvoiceDetail>();
const listed = async (receipt: string) =>
  (await server.send({ url: `/api/invoices?receipt=${receipt}`, cookie: ours.super_admin.cookie })).json<{
    items: Invoice[];
    total: number;
  }>();

// EF4
test('each word stays in the history, with whose it is and since when; the last one holds', async () => {
  const invoice = await issue();
  expect(invoice).toMatchObject({ receipt: null, receipts: [] });
  expect((await say(ours.super_admin, invoice.id, { state: 'received' })).statusCode).toBe(201);
  await say(ours.admin, invoice.id, { state: 'rejected', reason: 'Falta el pedido' });
  await say(ours.admin, invoice.id, { state: 'accepted' });
  // The same once more says nothing new.
  await say(ours.admin, invoice.id, { state: 'accepted' });
  const { receipt, receipts } = await read(ours.super_admin, invoice.id);
  expect(receipt).toBe('accepted');
  expect(
    receipts.map(({ state, reason, said_on, side, said_by }) => ({
      state,
      reason,
      said_on,
      side,
      isNamed: said_by !== null,
    })),
  ).toEqual([
    { state: 'received', reason: null, said_on: today, side: 'issuer', isNamed: true },
    { state: 'rejected', reason: 'Falta el pedido', said_on: today, side: 'customer', isNamed: true },
    { state: 'accepted', reason: null, said_on: today, side: 'customer', isNamed: true },
  ]);
  // An organization's people learn nothing of who works for the issuer.
  const own = await read(ours.admin, invoice.id);
  expect(own.receipts.map(({ said_by }) => said_by !== null)).toEqual([false, true, true]);
  const { rows } = await server.database.pool.query(
    `select action, actor_profile_id = $2 as by_admin, after from audit_log where object_id = $1 and action <> 'invoice.issued' order by id`,
    [invoice.id, ours.admin.id],
  );
  expect(rows).toEqual([
    {
      action: 'invoice.received',
      by_admin: false,
      after: { code: invoice.code, reason: null, said_on: today },
    },
    {
      action: 'invoice.rejected',
      by_admin: true,
      after: { code: invoice.code, reason: 'Falta el pedido', said_on: today },
    },
    {
      action: 'invoice.accepted',
      by_admin: true,
      after: { code: invoice.code, reason: null, said_on: today },
    },
  ]);
});

// EF6
test('that it was rejected is told by bell to who looks after it on both sides, but for who says so', async () => {
  const colleague = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
  const stranger = await server.makeCast();
  const people = { ...ours, colleague, boss: stranger.super_admin, theirs: stranger.admin };
  const told = async (id: string) => {
    const { rows } = await server.database.pool.query<{ profile_id: string; params: object }>(
      `select profile_id, params from notifications where event = 'invoice.rejected' and object_id = $1`,
      [id],
    );
    const names = Object.entries(people)
      .filter(([, person]) => rows.some((row) => row.profile_id === person.id))
      .map(([name]) => name);
    return { names: names.toSorted(), bells: rows.length, params: rows[0]?.params };
  };
  const { id, code } = await issue();
  await say(ours.admin, id, { state: 'accepted' });
  expect((await told(id)).names).toEqual([]);
  await say(ours.admin, id, { state: 'rejected', reason: 'Falta el pedido' });
  // The same once more is no news.
  await say(ours.admin, id, { state: 'rejected', reason: 'Falta el pedido' });
  expect(await told(id)).toEqual({
    names: ['boss', 'colleague', 'super_admin'],
    bells: 3,
    params: { code, organization: ours.organization.name, reason: 'Falta el pedido' },
  });
  const other = await issue();
  await say(ours.super_admin, other.id, { state: 'rejected', reason: 'Por teléfono' });
  expect((await told(other.id)).names).toEqual(['admin', 'boss', 'colleague']);
});

test('paid follows from the payments, and ends with them', async () => {
  const { id, total_cents } = await issue(5_000);
  await say(ours.admin, id, { state: 'accepted' });
  const payment = { amount_cents: total_cents, method: 'transfer', paid_on: today };
  const paid = (await send(ours.super_admin, `/api/invoices/${id}/payments`, payment)).json<InvoiceDetail>();
  expect(paid.receipt).toBe('paid');
  const refund = { amount_cents: 1, method: 'transfer', paid_on: today, reason: 'Error' };
  await send(ours.super_admin, `/api/payments/${paid.payments[0]?.id ?? ''}/refunds`, refund);
  expect((await read(ours.super_admin, id)).receipt).toBe('accepted');
});

test('the list is narrowed to what became of them, and to those of which nothing was said', async () => {
  const [silent, accepted, rejected, paid] = [await issue(), await issue(), await issue(), await issue()];
  await say(ours.admin, accepted.id, { state: 'accepted' });
  await say(ours.admin, rejected.id, { state: 'rejected', reason: 'No' });
  const payment = { amount_cents: paid.total_cents, method: 'cash', paid_on: today };
  await send(ours.super_admin, `/api/invoices/${paid.id}/payments`, payment);
  for (const [state, mine, others] of [
    ['none', silent, [accepted, rejected, paid]],
    ['accepted', accepted, [silent, rejected, paid]],
    ['rejected', rejected, [silent, accepted, paid]],
    ['paid', paid, [silent, accepted, rejected]],
  ] as const) {
    const { items } = await listed(state);
    const ids = items.map(({ id }) => id);
    expect(ids).toContain(mine.id);
    for (const other of others) expect(ids).not.toContain(other.id);
    expect(new Set(items.map(({ receipt }) => receipt))).toEqual(new Set([state === 'none' ? null : state]));
  }
});

test('what may not be said is refused at its field', async () => {
  const { id } = await issue();
  const refusal = async (who: { cookie: string }, payload: object) => {
    const answer = await say(who, id, payload);
    const error = answer.json<{ code: string; fields?: { field: string; code: string }[] }>();
    return [
      answer.statusCode,
      error.code,
      ...(error.fields ?? []).map(({ field, code }) => `${field} ${code}`),
    ];
  };
  const invalid = [400, 'request.invalid'];
  expect(await refusal(ours.admin, { state: 'received' })).toEqual([...invalid, 'body.state invalid']);
  expect(await refusal(ours.admin, { state: 'rejected' })).toEqual([...invalid, 'body.reason required']);
  expect(await refusal(ours.admin, { state: 'accepted', reason: 'Sí' })).toEqual([
    ...invalid,
    'body.reason required',
  ]);
  expect(await refusal(ours.admin, { state: 'accepted', said_on: '2020-01-01' })).toEqual([
    ...invalid,
    'body.said_on too_small',
  ]);
  expect(await refusal(ours.admin, { state: 'accepted', said_on: '2199-01-01' })).toEqual([
    ...invalid,
    'body.said_on too_big',
  ]);
  expect((await say(ours.user, id, { state: 'accepted' })).statusCode).toBe(403);
  const stranger = await server.makeCast();
  expect((await say(stranger.admin, id, { state: 'accepted' })).statusCode).toBe(404);
  await send(ours.super_admin, `/api/invoices/${id}/annul`, { reason: 'Error' });
  expect(await refusal(ours.admin, { state: 'accepted' })).toEqual([409, 'invoice.annulled']);
  expect((await read(ours.super_admin, id)).receipts).toEqual([]);
});

test('what was said is never changed, not even by the database', async () => {
  const { id } = await issue();
  await say(ours.admin, id, { state: 'accepted' });
  const change = (statement: string) =>
    server.database.pool.query(`${statement} where invoice_id = $1`, [id]);
  await expect(change(`update invoice_receipts set state = 'received'`)).rejects.toThrow('append-only');
  await expect(change('delete from invoice_receipts')).rejects.toThrow('append-only');
});
