import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import { bill } from '../billing.jobs.ts';
import { sendRecords } from './sending.service.ts';
import { makeAuthority } from '../../../platform/testing/certificates.ts';
import { configFor, startSendingScene } from './testing/sending-scene.ts';
import type { SendingScene } from './testing/sending-scene.ts';

let scene: SendingScene;
beforeAll(async () => {
  scene = await startSendingScene();
});
afterAll(() => scene.close());
// After all that goes wrong the agency has nothing twice and nothing out of its order, and every message fits its schema.
afterEach(() => {
  const { problems, taken } = scene.agency;
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if ([...taken.values()].some((times) => times > 1)) throw new Error('a record was taken twice');
});

const statesOf = async (code: string) => (await scene.records(code)).map(({ state }) => state);
const sending = async () => (await scene.read()).sending;
const told = async (event: string) => {
  const { server, cast, query } = scene;
  const bells = await query(`select id from notifications where event = $1 and profile_id = $2`, [
    event,
    cast.super_admin.id,
  ]);
  return { bells: bells.length, mails: (await queuedMails(server.database, cast.super_admin.email)).length };
};
/** As if so much time had passed. */
const pass = (time: string) =>
  scene.query(
    `update verifactu_sending set next_at = next_at - $1::interval, failing_since = failing_since - $1::interval,
      busy_until = busy_until - $1::interval, last_sent_at = last_sent_at - $1::interval`,
    [time],
  );
const sendDue = () => sendRecords(scene.server.platform);

// VF13
test('records leave in the order of the chain, as they were written, and the answer of each is kept', async () => {
  const { agency, query } = scene;
  const first = await scene.issue();
  const second = await scene.issue(20_000);
  await scene.annul(second.id);
  expect(await statesOf(first.code)).toEqual(['pending']);
  expect(await scene.send()).toBe(1);
  const written = await query<{ xml: string }>('select xml from verifactu_records order by number');
  const [message] = agency.messages;
  expect(message).toEqual({
    records: written.map(({ xml }) => xml),
    incident: false,
    holder: 'Emisora de Ñu, S.L.',
  });
  const [kept] = await scene.records(first.code);
  expect(kept).toMatchObject({ state: 'accepted', error: null, receipt: expect.stringMatching(/^A-0+1$/) });
  expect(await statesOf(second.code)).toEqual(['accepted', 'accepted']);
  expect(await sending()).toMatchObject({ waiting: 0, rejected: 0, failures: 0, problem: null });
  // What is there is not sent again.
  expect(await scene.send()).toBe(0);
});

// VF13
test('after a message the agency’s wait is waited for, and no longer', async () => {
  const { agency } = scene;
  agency.wait_seconds = 90;
  await scene.issue();
  await scene.send();
  await scene.issue();
  await pass('80 seconds');
  expect(await sendDue()).toBe(0);
  await pass('10 seconds');
  expect(await sendDue()).toBe(1);
  expect((await sending()).waiting).toBe(0);
  agency.wait_seconds = 60;
});

// VF13
test('a thousand that wait leave at once, in one message, and what is more in the next', async () => {
  const { agency } = scene;
  await scene.issue();
  expect(await scene.send()).toBe(1);
  await scene.issueMany(1_001);
  const messages = agency.messages.length;
  // The agency’s wait since that message is not over.
  await scene.query(
    "update verifactu_sending set last_sent_at = now(), next_at = now() + interval '50 seconds'",
  );
  expect(await sendDue()).toBe(1);
  expect(agency.messages.slice(messages).map(({ records }) => records.length)).toEqual([1_000]);
  expect(await sending()).toMatchObject({ waiting: 1, problem: null });
  await pass('1 minute');
  expect(await sendDue()).toBe(1);
  expect((await sending()).waiting).toBe(0);
}, 120_000);

// VF14
test('what is accepted with errors is kept, what is rejected told, in the agency’s words and in English', async () => {
  const { agency } = scene;
  const [odd, wrong, right] = [await scene.issue(), await scene.issue(), await scene.issue()];
  const words = 'El NIF del bloque Destinatarios no está identificado en el censo de la AEAT.';
  agency.judge = (code) => {
    if (code === odd.code) return { state: 'AceptadoConErrores', code: '2001', words };
    return code === wrong.code ? { state: 'Incorrecto', code: '1110', words: 'El NIF no está.' } : null;
  };
  await scene.send();
  agency.judge = () => null;
  const [kept] = await scene.records(odd.code);
  expect(kept).toMatchObject({
    state: 'accepted_with_errors',
    error: { code: '2001', es: words, en: 'the customer’s tax number isn’t in the agency’s census' },
  });
  expect(await statesOf(wrong.code)).toEqual(['rejected']);
  expect(await statesOf(right.code)).toEqual(['accepted']);
  expect(await told('verifactu.rejected')).toMatchObject({ bells: 1 });
  // Neither is sent again.
  expect(await scene.send()).toBe(0);
  const list = await scene.server.send({
    url: '/api/verifactu/records?state=rejected',
    cookie: scene.cast.super_admin.cookie,
  });
  expect(list.json()).toMatchObject({ total: 1, items: [{ invoice: { code: wrong.code } }] });
  const detail = await scene.server.send({
    url: `/api/invoices/${odd.id}`,
    cookie: scene.cast.super_admin.cookie,
  });
  expect(detail.json()).toMatchObject({ verifactu: { state: 'accepted_with_errors' } });
});

// VF15
test.each(['answer_lost', 'garbled', 'cut_short'] as const)(
  'where records are taken and the answer is %s, the agency is asked, and they are not sent again',
  async (trouble) => {
    const { agency } = scene;
    const [first, last] = [await scene.issue(), await scene.issue()];
    const messages = agency.messages.length;
    agency.troubles.push(trouble);
    await scene.send();
    expect(await statesOf(last.code)).toEqual(['sent']);
    await scene.issue();
    // The question comes first: what was issued since leaves after it.
    expect(await scene.send()).toBe(2);
    expect(agency.messages.length).toBe(messages + 2);
    expect(agency.messages.at(-1)!.records).toHaveLength(1);
    for (const { code } of [first, last]) expect(await statesOf(code)).toEqual(['accepted']);
    expect(await sending()).toMatchObject({ waiting: 0, failures: 0, problem: null });
  },
);

// VF15
test('where nothing is answered and nothing was taken, the agency is asked and they are sent again, as an incident', async () => {
  const { agency } = scene;
  const invoice = await scene.issue();
  agency.troubles.push('silent');
  await scene.send({ timeout_ms: 1_500 });
  expect(await sending()).toMatchObject({ failures: 1, problem: 'unanswered' });
  const questions = agency.questions;
  expect(await scene.send()).toBe(2);
  expect(agency.questions).toBe(questions + 1);
  expect(agency.messages.at(-1)).toMatchObject({ incident: true });
  expect(await statesOf(invoice.code)).toEqual(['accepted']);
});

// VF15
test('an annulled invoice of a lost answer was taken with both of its records', async () => {
  const { agency } = scene;
  const invoice = await scene.issue();
  await scene.annul(invoice.id);
  agency.troubles.push('answer_lost');
  await scene.send();
  await scene.send();
  expect(await statesOf(invoice.code)).toEqual(['accepted', 'accepted']);
});

// VF15
test('a record that the agency has already is known by its hash; one that it has another of is rejected', async () => {
  const { agency, query } = scene;
  const [known, other] = [await scene.issue(), await scene.issue()];
  await scene.send();
  // As after a backup of before the message was brought back.
  await query(
    `delete from verifactu_deliveries where number >= (select max(number) - 1 from verifactu_records)`,
  );
  await query(`update verifactu_sending set answered_through = answered_through - 2`);
  agency.held.set(other.code, { ...agency.held.get(other.code)!, hash: 'F'.repeat(64) });
  await scene.send();
  await scene.send();
  const [[first], [second]] = [await scene.records(known.code), await scene.records(other.code)];
  expect(first).toMatchObject({ state: 'accepted' });
  expect(second).toMatchObject({
    state: 'rejected',
    error: { code: '3000', en: 'a record of this invoice is registered already' },
  });
});

// VF16
test('an agency that is away for hours is tried again within the hour, told once, and sent all as an incident', async () => {
  const { agency, query } = scene;
  const before = await told('verifactu.not_sent');
  const invoice = await scene.issue();
  const url = new URL(agency.url);
  const { verifactu } = scene.server.platform.config;
  const away = new URL('https://localhost:1/');
  const { test: here } = verifactu.addresses;
  verifactu.addresses.test = { person: away, seal: away };
  await scene.send();
  expect(await statesOf(invoice.code)).toEqual(['pending']);
  expect(await sending()).toMatchObject({ failures: 1, problem: 'unreachable', waiting: 1 });
  const pauses: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    const [row] = await query<{ pause: number }>(
      'select extract(epoch from next_at - now())::int as pause from verifactu_sending',
    );
    pauses.push(Math.round(row!.pause / 60));
    await pass(`${String(row!.pause)} seconds`);
    await sendDue();
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(await sending()).toMatchObject({ failures: 9 });
  expect((await told('verifactu.not_sent')).bells).toBe(before.bells + 1);
  verifactu.addresses.test = here;
  expect(here.seal.href).toBe(url.href);
  await scene.send();
  expect(agency.messages.at(-1)).toMatchObject({ incident: true });
  expect(await sending()).toMatchObject({ failures: 0, failing_since: null, problem: null, waiting: 0 });
});

// VF16
test('a message that is refused as a whole stops sending, with the agency’s words, told at once; by its own fault it does not', async () => {
  const { agency } = scene;
  const invoice = await scene.issue();
  const before = await told('verifactu.not_sent');
  agency.troubles.push({ fault: 'Server', code: '3501', words: 'Error técnico de base de datos.' });
  await scene.send();
  expect(await sending()).toMatchObject({ problem: 'unavailable', error: { code: '3501' } });
  expect(await told('verifactu.not_sent')).toEqual(before);
  agency.troubles.push({ fault: 'Client', code: '4112', words: 'El titular del certificado debe ser…' });
  await scene.send();
  expect(await sending()).toMatchObject({
    problem: 'refused',
    error: {
      code: '4112',
      es: 'El titular del certificado debe ser…',
      en: expect.stringContaining('holder'),
    },
  });
  const after = await told('verifactu.not_sent');
  expect(after).toEqual({ bells: before.bells + 1, mails: before.mails + 1 });
  await pass('59 minutes');
  expect(await sendDue()).toBe(0);
  await pass('1 minute');
  expect(await sendDue()).toBe(1);
  expect(await statesOf(invoice.code)).toEqual(['accepted']);
});

// VF16
test('a clock that is not the agency’s stops sending until it is right', async () => {
  const { agency } = scene;
  const invoice = await scene.issue();
  const words = 'El valor del campo FechaHoraHusoGenRegistro debe ser la fecha actual… 240 segundos.';
  agency.judge = () => ({ state: 'AceptadoConErrores', code: '2004', words });
  await scene.send();
  expect(await statesOf(invoice.code)).toEqual(['accepted_with_errors']);
  expect(await sending()).toMatchObject({ problem: 'clock', error: { code: '2004', es: words } });
  agency.judge = () => null;
  await scene.issue();
  await pass('59 minutes');
  expect(await sendDue()).toBe(0);
  // A super_admin who has set it right does not wait.
  const { cookie } = scene.cast.super_admin;
  const asked = await scene.server.send({ method: 'POST', url: '/api/verifactu/send', cookie });
  expect(asked.statusCode).toBe(200);
  expect(await sendDue()).toBe(1);
  expect(await sending()).toMatchObject({ problem: null, waiting: 0 });
});

// VF16
test('without a certificate that can be used nothing leaves, told once; with one it goes on', async () => {
  const { query } = scene;
  await scene.issue();
  const before = await told('verifactu.not_sent');
  await query(`update verifactu_certificate set ends_at = now() - interval '1 second'`);
  expect(await scene.send()).toBe(0);
  expect(await sending()).toMatchObject({ problem: 'certificate_expired', waiting: 1 });
  await query(`update verifactu_certificate set ends_at = now() + interval '1 day', sealed = 'x'`);
  await scene.send();
  expect((await sending()).problem).toBe('certificate_unusable');
  await query('delete from verifactu_certificate');
  await scene.send();
  expect((await sending()).problem).toBe('certificate_missing');
  expect((await told('verifactu.not_sent')).bells).toBe(before.bells + 1);
  await scene.giveCertificate();
  await scene.send();
  expect(await sending()).toMatchObject({ problem: null, waiting: 0 });
});

// VF13
test('each side is known by its certificate: a stranger’s is refused, and so is an agency of another authority', async () => {
  const { agency, server } = scene;
  await scene.issue();
  const stranger = makeAuthority();
  const file = stranger.issue({ name: 'x', tax_id: 'B12345674' }).pkcs12('x').toString('base64');
  const { cookie } = scene.cast.super_admin;
  const messages = agency.messages.length;
  await server.send({
    method: 'PUT',
    url: '/api/verifactu/certificate',
    cookie,
    payload: { kind: 'seal', file, password: 'x' },
  });
  await scene.send();
  expect((await sending()).failures).toBe(1);
  await scene.giveCertificate();
  const { verifactu } = server.platform.config;
  verifactu.ca = stranger.certificate;
  await scene.send();
  expect(await sending()).toMatchObject({ failures: 2, problem: 'unreachable' });
  expect(agency.messages.length).toBe(messages);
  Object.assign(verifactu, configFor(agency));
  await scene.send();
  expect((await sending()).waiting).toBe(0);
});

// VF17
test('of several servers one sends at a time, and what one that died was about to send is sent by another', async () => {
  const { agency, server, query } = scene;
  const second = await startTestServer({
    database: server.database,
    config: { verifactu: configFor(agency) },
  });
  await Promise.all(Array.from({ length: 6 }, () => scene.issue()));
  const messages = agency.messages.length;
  await query('update verifactu_sending set next_at = now()');
  const turns = await Promise.all([server, second, server, second].map((one) => sendRecords(one.platform)));
  expect(turns.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
  expect(agency.messages.length).toBe(messages + 1);
  // One has taken the turn and died.
  const invoice = await scene.issue();
  await query(
    `insert into verifactu_deliveries (number, organization_id, state, turn)
     select number, organization_id, 'sent', gen_random_uuid() from verifactu_records order by number desc limit 1`,
  );
  await query(
    `update verifactu_sending set turn = gen_random_uuid(), busy_until = now() + interval '5 minutes'`,
  );
  expect(await scene.send()).toBe(0);
  await pass('5 minutes');
  expect(await scene.send()).toBe(2);
  expect(await statesOf(invoice.code)).toEqual(['accepted']);
  await second.close();
});

// VF19
test('a renewal that cannot be recorded is not issued, and told once a day, however often it is tried', async () => {
  const { server, cast, query } = scene;
  const second = await startTestServer({ database: server.database });
  const { id, name } = await server.makeOrganization({ name: 'Renovada, S.L.' });
  await query(
    `update organizations set country = 'ES', tax_id = 'A58818502', subscription_status = 'active' where id = $1`,
    [id],
  );
  await query(
    `update plan_versions set price_cents = 1000 where id = (select plan_version_id from organizations where id = $1)`,
    [id],
  );
  await query(
    `update subscriptions set period_start = billing_today() - 30, period_end = billing_today(), anchor_day = 1
     where organization_id = $1`,
    [id],
  );
  const issued = () => query(`select id from invoices where organization_id = $1`, [id]);
  const mails = async () =>
    (await queuedMails(server.database, cast.super_admin.email)).filter(({ subject }) =>
      subject.includes(name),
    );
  for (const { platform } of [server, second, server]) await bill(platform);
  expect(await issued()).toEqual([]);
  const bells = await query<{ params: object }>(
    `select params from notifications where event = 'verifactu.not_issued' and profile_id = $1`,
    [cast.super_admin.id],
  );
  expect(bells).toMatchObject([{ params: { organization: name, rule: '1123' } }]);
  const [mail, ...others] = await mails();
  expect([mail?.text, others]).toEqual([expect.stringContaining('error 1123, el NIF no es correcto'), []]);
  await query(`update organizations set tax_id = 'A58818501' where id = $1`, [id]);
  await bill(server.platform);
  expect(await issued()).toHaveLength(1);
  await second.close();
});
