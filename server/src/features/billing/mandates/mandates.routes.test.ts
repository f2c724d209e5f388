import type { Creditor, MandateDetail } from '@atalaya/contract/mandates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { expireMandates } from './mandates.service.ts';

const IBAN = 'ES9121000418450200051332';
const OTHER_IBAN = 'DE89370400440532013000';
const CREDITOR = {
  name: 'Emisora',
  iban: IBAN,
  bic: null,
  identifier: 'DE98ZZZ09999999999',
  core_days: 1,
  b2b_days: 2,
};

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<T & object>(text, values)).rows;
const sendAs = (who: { cookie: string }, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.send({ method, url, cookie: who.cookie, ...(payload ? { payload } : {}) });
const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  sendAs(cast.super_admin, method, url, payload);
const mandateOf = (organization_id: string, change: object = {}) => ({
  organization_id,
  reference: `M-${unique()}`,
  debtor_name: 'Cliente, S.A.',
  iban: IBAN,
  bic: null,
  is_last: false,
  type: 'core',
  use: 'recurrent',
  signed_on: '2026-01-31',
  ...change,
});
const signed = async (change: object = {}) => {
  const { id } = await server.makeOrganization();
  return (await send('POST', '/api/mandates', mandateOf(id, change))).json<MandateDetail>();
};
const amending = (
  { version, reference, debtor_name, iban, bic, is_last }: MandateDetail,
  change: object,
) => ({
  version,
  reference,
  debtor_name,
  iban,
  bic,
  is_last,
  ...change,
});

describe('who collects', () => {
  // SEPA1
  test('what no bank would take is refused at its field; it is a super_admin’s, audited with its account masked', async () => {
    const first = (await send('GET', '/api/creditor')).json<Creditor>();
    expect(first).toMatchObject({ version: 0, iban: '', identifier: '' });
    for (const [field, value] of [
      ['iban', 'ES9121000418450200051333'],
      ['bic', 'CAIX'],
      ['identifier', 'DE97ZZZ09999999999'],
    ] as const) {
      const refused = await send('PUT', '/api/creditor', { version: 0, ...CREDITOR, [field]: value });
      expect(refused.json()).toMatchObject({ fields: [{ field: `body.${field}`, code: 'invalid' }] });
    }
    const typed = {
      ...CREDITOR,
      iban: 'es91 2100 0418 4502 0005 1332',
      identifier: 'de98 zzz 0999 9999 999',
    };
    const saved = await send('PUT', '/api/creditor', { version: 0, ...typed });
    expect(saved.json()).toEqual({ version: 1, ...CREDITOR });
    expect((await send('PUT', '/api/creditor', { version: 0, ...typed })).json()).toMatchObject({
      code: 'object.stale',
      current: { version: 1 },
    });
    for (const who of [cast.admin, cast.user])
      expect((await sendAs(who, 'GET', '/api/creditor')).statusCode).toBe(403);
    const [audited] = await query<{ after: object }>(
      `select after from audit_log where action = 'creditor.updated'`,
    );
    expect(audited?.after).toMatchObject({ iban: 'ES91 •••• 1332' });
  });
});

describe('mandates', () => {
  // SEPA2
  test('one is entered for a company, which has one that is active; wrong accounts and days are refused', async () => {
    const { id } = await server.makeOrganization();
    for (const [field, value, code] of [
      ['iban', 'ES9121000418450200051333', 'invalid'],
      ['bic', 'X', 'invalid'],
      ['reference', 'Mandato n.º 1', 'invalid'],
      ['signed_on', '2100-01-01', 'too_big'],
    ] as const) {
      const refused = await send('POST', '/api/mandates', mandateOf(id, { [field]: value }));
      expect(refused.json()).toMatchObject({ fields: [{ field: `body.${field}`, code }] });
    }
    const made = await send('POST', '/api/mandates', mandateOf(id, { reference: `r-${unique()}` }));
    expect(made.statusCode).toBe(201);
    const mandate = made.json<MandateDetail>();
    expect(mandate).toMatchObject({ status: 'active', iban: IBAN, used_on: null, expires_on: '2029-01-31' });
    expect(mandate.events).toMatchObject([{ kind: 'signed' }]);
    expect((await send('POST', '/api/mandates', mandateOf(id))).json()).toMatchObject({
      code: 'mandate.another_active',
    });
    const other = await server.makeOrganization();
    const taken = mandateOf(other.id, { reference: mandate.reference.toUpperCase() });
    expect((await send('POST', '/api/mandates', taken)).json()).toMatchObject({
      code: 'mandate.reference_taken',
    });
  });

  // SEPA2
  test('of ten at once for one company one is entered', async () => {
    const { id } = await server.makeOrganization();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('POST', '/api/mandates', mandateOf(id))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
  });

  // SEPA3
  test('an amendment keeps what it was, masked, also where both accounts look the same; a stale form is refused', async () => {
    const mandate = await signed();
    const at = `/api/mandates/${mandate.id}`;
    const nothing = await send('PUT', at, amending(mandate, {}));
    expect(nothing.json<MandateDetail>().events).toHaveLength(1);
    const amended = await send('PUT', at, amending(mandate, { iban: OTHER_IBAN, debtor_name: 'Otra' }));
    const after = amended.json<MandateDetail>();
    expect(after.events[0]).toMatchObject({
      kind: 'amended',
      changes: [
        { field: 'debtor_name', before: 'Cliente, S.A.', after: 'Otra' },
        { field: 'iban', before: 'ES91 •••• 1332', after: 'DE89 •••• 3000' },
      ],
    });
    const stale = await send('PUT', at, amending(mandate, { debtor_name: 'Tarde' }));
    expect(stale.json()).toMatchObject({ code: 'object.stale', current: { debtor_name: 'Otra' } });
    const canceled = await send('POST', `${at}/cancellation`, { reason: 'Lo pide el cliente' });
    expect(canceled.json()).toMatchObject({
      status: 'canceled',
      events: [{ kind: 'canceled', reason: 'Lo pide el cliente' }, { kind: 'amended' }, { kind: 'signed' }],
    });
    for (const again of [
      await send('PUT', at, amending(after, { version: after.version + 1 })),
      await send('POST', `${at}/cancellation`, { reason: 'Otra vez' }),
    ])
      expect(again.json()).toMatchObject({ code: 'mandate.over' });
    // A company whose mandate is over signs another.
    const next = await send('POST', '/api/mandates', mandateOf(mandate.organization.id));
    expect(next.statusCode).toBe(201);
  });

  // SEPA4
  test('its admins see it with the account masked, and change nothing; others see none', async () => {
    const { id } = (
      await send('POST', '/api/mandates', mandateOf(cast.organization.id))
    ).json<MandateDetail>();
    const foreign = await signed();
    const list = (await sendAs(cast.admin, 'GET', '/api/mandates')).json<{ items: MandateDetail[] }>();
    expect(list.items.map((each) => [each.id, each.iban])).toEqual([[id, 'ES91 •••• 1332']]);
    const own = await sendAs(cast.admin, 'GET', `/api/mandates/${id}`);
    expect(own.body).not.toContain(IBAN);
    expect((await sendAs(cast.admin, 'GET', `/api/mandates/${foreign.id}`)).statusCode).toBe(404);
    const change = amending(own.json<MandateDetail>(), { iban: OTHER_IBAN });
    expect((await sendAs(cast.admin, 'PUT', `/api/mandates/${id}`, change)).statusCode).toBe(403);
    expect((await sendAs(cast.user, 'GET', '/api/mandates')).statusCode).toBe(403);
    const entries = await query<{ text: string }>(
      `select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_log
       where object_type in ('mandate', 'creditor')`,
    );
    expect(entries.length).toBeGreaterThan(3);
    expect(entries.filter(({ text }) => text.includes(IBAN) || text.includes(OTHER_IBAN))).toEqual([]);
  });

  // SEPA3
  test('one that was not used for 36 months expires', async () => {
    const old = await signed({ signed_on: '2020-01-31' });
    const young = await signed();
    expect(await expireMandates(server.platform)).toBe(1);
    const read = async ({ id }: MandateDetail) =>
      (await send('GET', `/api/mandates/${id}`)).json<MandateDetail>();
    expect(await read(old)).toMatchObject({
      status: 'expired',
      events: [{ kind: 'expired' }, { kind: 'signed' }],
    });
    expect(await read(young)).toMatchObject({ status: 'active' });
    expect(await expireMandates(server.platform)).toBe(0);
  });

  // SEPA3
  test('its history is never changed, by psql either', async () => {
    await signed();
    await expect(query(`update mandate_events set kind = 'expired'`)).rejects.toThrow(/append-only/);
    await expect(query('delete from mandate_events')).rejects.toThrow(/append-only/);
  });
});
