import { askedBy, makePkce, register, switchOn } from '../../features/assistants/testing/assistant.ts';
import { makeCertificateFile } from '../../platform/testing/certificates.ts';
import { readRecord, sealOf } from '../../features/billing/verifactu/verifactu-chain.ts';
import { agencyDay, hashRecord, writeRecord } from '../../features/billing/verifactu/verifactu-record.ts';
import type { VerifactuRecord } from '../../features/billing/verifactu/verifactu-record.ts';
import { unsubscribeToken } from '../../features/notifications/unsubscribe-token.ts';
import { makeAuthenticator } from '../../features/account/passkeys/testing/authenticator.ts';
import { codeShown } from '../../features/account/two-factor/testing/shown-code.ts';
import { writeStatement } from '../../features/billing/bank-statements/testing/statement-file.ts';
import { answerPasswordRequests, newestLink } from '../../platform/testing/mails.ts';
import { unique } from '../../platform/testing/server.ts';
import {
  API_KEY,
  PASSWORD,
  addStream,
  addWebhook,
  makeColleague,
  makeImport,
  mandateOf,
  oidcOf,
} from './world.ts';
import type { Person, Sent, Side } from './world.ts';

/** What the requests of the walk are about: each makes one anew, on one side. */

type Named = { params: { id: string } };
export type Challenge = { challenge: string };

export function nothing(): Sent {
  return {};
}

export const addressOf = ({ canary }: Side) => `${canary}-${unique()}@example.test`;
export const ticketOf = ({ canary }: Side) => ({ title: canary, description: canary });
export const ofOrganization = ({ organization }: Side) => ({ query: { organization_id: organization.id } });
export const theOrganization = ({ organization }: Side): Named => ({ params: { id: organization.id } });
export const theSettings = ({ organization }: Side) => ({ query: { organization_id: organization.id } });
export const report = ({ organization }: Side, figure: Record<string, string> = {}) => ({
  query: { report: 'seats', organization_id: organization.id, ...figure },
});

export async function asNewPerson(side: Side): Promise<Sent> {
  return { cookie: (await makeColleague(side, {})).cookie };
}

export async function aPerson(side: Side): Promise<Named> {
  return { params: { id: (await makeColleague(side, {})).id } };
}

export async function aReceipt(side: Side): Promise<Named> {
  const { id } = await makeColleague(side, {});
  const body = { ids: [id], heir_id: null };
  const { items } = await side.world.done<{ items: { id: string }[] }>('offboardUsers', { body }, side.admin);
  return { params: { id: items[0]?.id ?? '' } };
}

/** A connection with a group, which the next one of the side has no place beside. */
export async function aConnection(side: Side): Promise<Named> {
  await side.world.query('delete from identity_connections where organization_id = $1', [
    side.organization.id,
  ]);
  const body = { name: side.canary, groups: [{ group: side.canary, role: 'admin' }] };
  const { id } = await side.world.done<{ id: string }>('createConnection', { body }, side.admin);
  return { params: { id } };
}

export async function aWebhook(side: Side): Promise<Named> {
  return { params: { id: await addWebhook(side) } };
}

export async function aStream(side: Side): Promise<Named> {
  return { params: { id: await addStream(side) } };
}

/** What an assistant asks for that has registered itself, where the organization lets assistants in. */
export async function anAssistant(side: Side): Promise<Record<string, string>> {
  await switchOn(side.world.server, side.organization.id);
  const client_id = await register(side.world.server);
  const { state: _state, ...asked } = askedBy(client_id, makePkce().challenge);
  return asked;
}

/** What an endpoint was sent. */
export async function aDelivery(side: Side): Promise<{ params: { id: string; delivery_id: string } }> {
  const { params } = await aWebhook(side);
  const { id } = await side.world.done<{ id: string }>('testWebhook', { params, body: {} }, side.admin);
  return { params: { ...params, delivery_id: id } };
}

/** A connection through which one can sign in, as it is saved for the first time. */
export async function aSignOn(side: Side): Promise<Named & { body: Record<string, unknown> }> {
  const connection = await aConnection(side);
  return { ...connection, body: oidcOf(side) };
}

/** The same, set up and tested: it may be switched on. */
export async function aTestedSignOn(side: Side): Promise<Named> {
  const { body, ...connection } = await aSignOn(side);
  await side.world.done('saveSignOn', { ...connection, body }, side.admin);
  await side.world.query('update connection_sign_on set tested_at = now() where connection_id = $1', [
    connection.params.id,
  ]);
  return connection;
}

/** An admin of the side; of those with emergency access no more than one is kept. */
export async function anAdmin(side: Side): Promise<string> {
  await side.world.query('delete from break_glass_people where organization_id = $1', [side.organization.id]);
  return (await makeColleague(side, { role: 'admin' })).id;
}

/** Single sign-on that was switched, and is off; the version that it has. */
export async function aSwitchedEnforcement(side: Side): Promise<number> {
  await side.world.query(
    `insert into sign_on_enforcement (organization_id, changed_by) values ($1, $2)
     on conflict (organization_id) do update set version = 1`,
    [side.organization.id, side.admin.id],
  );
  return 1;
}

/** A domain, which the next one of the side has place beside. */
export async function aDomain(side: Side): Promise<Named> {
  await side.world.query('delete from organization_domains where organization_id = $1', [
    side.organization.id,
  ]);
  const body = { domain: `${side.canary}-${unique()}.example` };
  const { id } = await side.world.done<{ id: string }>('createDomain', { body }, side.admin);
  return { params: { id } };
}

export async function aDeletedPerson(side: Side): Promise<Named> {
  const sent = await aPerson(side);
  await side.world.done('deleteUser', sent, side.admin);
  return sent;
}

export async function registered(side: Side): Promise<string> {
  const email = addressOf(side);
  const body = { first_name: 'Ana', last_name: 'Ruiz', email, password: PASSWORD };
  await side.world.done('register', { body }, '');
  return email;
}

export async function resetToken(side: Side): Promise<string> {
  const { email } = await makeColleague(side, {});
  await side.world.done('requestPasswordReset', { body: { email } }, '');
  await answerPasswordRequests(side.world.server.platform);
  return (await newestLink(side.world.server.database, email)).token;
}

const cookiesOf = ({ headers }: { headers: { 'set-cookie'?: unknown } }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** The password was given; the cookie of what is asked for next. */
async function challengeOf({ world }: Side, { email }: Person): Promise<string> {
  return cookiesOf(await world.send('signIn', { body: { email, password: PASSWORD } }));
}

/** The secret of an authenticator app that no code has confirmed yet. */
export async function startedSecret({ world }: Side, { cookie }: Person): Promise<string> {
  const body = { password: PASSWORD };
  return (await world.done<{ secret: string }>('startTwoFactor', { body }, cookie)).secret;
}

/** A person with an authenticator app, none of whose codes was used lately. */
export async function withApp(side: Side): Promise<{ person: Person; secret: string }> {
  const person = await makeColleague(side, {});
  const secret = await startedSecret(side, person);
  await side.world.done('confirmTwoFactor', { body: { code: codeShown(secret, new Date()) } }, person);
  await side.world.query('update auth.two_factor set last_step = 0 where user_id = $1', [person.user_id]);
  return { person, secret };
}

export async function challenged(side: Side): Promise<Sent & { secret: string }> {
  const { person, secret } = await withApp(side);
  return { cookie: await challengeOf(side, person), secret };
}

export async function withPasskey(side: Side) {
  const person = await makeColleague(side, {});
  const authenticator = makeAuthenticator();
  const options = await side.world.done<Challenge & { user: { id: string } }>(
    'startPasskey',
    { body: { password: PASSWORD } },
    person,
  );
  const body = { name: side.canary, ...authenticator.register(options) };
  const { passkey, recovery_codes } = await side.world.done<{
    passkey: { id: string };
    recovery_codes: string[];
  }>('addPasskey', { body }, person);
  const challenge = await challengeOf(side, person);
  const [code] = recovery_codes;
  return { person, authenticator, id: passkey.id, userHandle: options.user.id, challenge, code };
}

export async function withAvatar(side: Side): Promise<Person> {
  const person = await makeColleague(side, {});
  await side.world.done('uploadAvatar', { file: side.world.picture }, person);
  return person;
}

/** A person with a trusted browser, and its id. */
export async function withTrustedBrowser(side: Side): Promise<{ person: Person; id: string }> {
  const { person, secret } = await withApp(side);
  const body = { code: codeShown(secret, new Date()), trust_device: true };
  await side.world.done('completeSecondFactor', { body }, await challengeOf(side, person));
  const [browser] = await side.world.query('select id from auth.trusted_device where user_id = $1', [
    person.user_id,
  ]);
  return { person, id: browser?.id ?? '' };
}

/** A person with an API key, and its id. */
export async function withKey(side: Side): Promise<{ person: Person; id: string }> {
  const person = await makeColleague(side, { role: 'admin' });
  const body = { ...API_KEY, name: side.canary };
  const { key } = await side.world.done<{ key: { id: string } }>('createApiKey', { body }, person);
  return { person, id: key.id };
}

/** The id of a session of a person beside the one they are signed in with. */
export async function otherSession({ world }: Side, { email, user_id }: Person): Promise<string> {
  await world.server.signIn(email);
  const [session] = await world.query(
    'select id from auth.session where "userId" = $1 order by "createdAt" desc, id limit 1',
    [user_id],
  );
  return session?.id ?? '';
}

export async function anInvitation(side: Side): Promise<Named> {
  const made = await side.world.done<{ invitation: { id: string } }>(
    'createInvitation',
    { body: { email: addressOf(side) } },
    side.admin,
  );
  return { params: { id: made.invitation.id } };
}

export async function invitationToken(side: Side, email = addressOf(side)): Promise<string> {
  const { done } = side.world;
  const made = await done<{ invitation: { id: string } }>(
    'createInvitation',
    { body: { email } },
    side.admin,
  );
  const params = { id: made.invitation.id };
  const { link } = await done<{ link: string }>('copyInvitationLink', { params }, side.admin);
  return link.split('/').at(-1) ?? '';
}

export async function versionOf({ world, organization }: Side): Promise<number> {
  const [row] = await world.query<{ version: number }>('select version from organizations where id = $1', [
    organization.id,
  ]);
  return row?.version ?? 0;
}

export async function aDeletedOrganization({ world, canary }: Side) {
  const { id, name } = await world.server.makeOrganization({ name: `Ida ${canary} ${unique()}` });
  const body = { confirm_name: name, people: 'deactivate', invoices: 'keep' };
  await world.done('deleteOrganization', { params: { id }, body }, world.super_admin);
  return { id, name };
}

/** Another organization of the side's canary, whose subscription may change. */
export async function aCompany(
  { world, canary }: Side,
  plan_type: 'basic' | 'pro' = 'basic',
): Promise<Named> {
  const { id } = await world.server.makeOrganization({ name: `Filial ${canary} ${unique()}`, plan_type });
  return { params: { id } };
}

export async function planId({ world }: Side, key: string): Promise<string> {
  const [plan] = await world.query('select id from plans where key = $1', [key]);
  return plan?.id ?? '';
}

export function newPlan(): Sent {
  return { body: { name: `Plan ${unique()}`, price_cents: 1_000, description: 'Uno', max_users: 10 } };
}

export async function aPlan({ world }: Side): Promise<Named> {
  const { id } = await world.done('createPlan', newPlan(), world.super_admin);
  return { params: { id } };
}

export async function anInvoice({ world, organization, canary }: Side): Promise<Named> {
  const lines = [{ description: canary, unit_price_cents: 1_000 }];
  const body = { organization_id: organization.id, lines };
  const { id } = await world.done('issueInvoice', { body }, world.super_admin);
  return { params: { id } };
}

/** Of a company in euros: a mandate, which has taken the place of any other, and an unpaid invoice. */
export async function aCollectable(side: Side): Promise<{ mandate: Named; invoice: Named }> {
  const { world, organization, canary } = side;
  await world.query(`update mandates set status = 'canceled' where organization_id = $1`, [organization.id]);
  const { body } = mandateOf(side);
  const { id } = await world.done('signMandate', { body }, world.super_admin);
  const invoice = await anInvoice(side);
  await world.query(`do $$ begin
      alter table invoices disable trigger invoices_kept;
      update invoices set currency = 'EUR', exchange_rate_micros = null, exchange_rated_on = null,
        exchange_source = null, exchange_tax_cents = null where id = '${invoice.params.id}';
      alter table invoices enable trigger invoices_kept;
    end $$`);
  const { version } = await world.done<{ version: number }>('readCreditor', {}, world.super_admin);
  if (version === 0) await world.done('updateCreditor', { body: creditorOf(canary, 0) }, world.super_admin);
  return { mandate: { params: { id } }, invoice };
}

export const creditorOf = (name: string, version: number) => ({
  version,
  name,
  iban: 'ES9121000418450200051332',
  bic: null,
  identifier: 'DE98ZZZ09999999999',
  core_days: 1,
  b2b_days: 1,
});

/** Rates of exchange of a day, as the European Central Bank writes them, no two times the same. */
export const rateFile = () =>
  `Date, SEK, \n2 January 2026, 11.${String(100_000 + (parseInt(unique(), 16) % 900_000))}, \n`;

/** A statement of a bank with one credit of this text. */
export const statementOf = (text: string) =>
  writeStatement({ reference: unique(), entries: [{ amount_cents: 1_210, text, bank: unique() }] });

export async function aStatement(side: Side, text = side.canary): Promise<Named> {
  const { statements } = await side.world.done<{ statements: { id: string }[] }>(
    'uploadBankStatement',
    { file: Buffer.from(statementOf(text)) },
    side.world.super_admin,
  );
  return { params: { id: statements[0]?.id ?? '' } };
}

/** A run of one debit, as it is made; which step it has come to. */
export async function aDebitRun(
  side: Side,
  step: 'made' | 'presented' = 'made',
): Promise<Named & { debit: Named }> {
  const { world } = side;
  const { invoice } = await aCollectable(side);
  const { first_day } = await world.done<{ first_day: string }>('listCollectable', {}, world.super_admin);
  const body = { type: 'core', invoice_ids: [invoice.params.id], collect_on: first_day };
  const made = await world.done<{ id: string; items: { id: string }[] }>(
    'createDebitRun',
    { body },
    world.super_admin,
  );
  const run = { params: { id: made.id } };
  if (step === 'presented') await world.done('presentDebitRun', run, world.super_admin);
  return { ...run, debit: { params: { id: made.items[0]?.id ?? '' } } };
}

/** The same, whose day has come. */
export async function aDueDebitRun(side: Side): Promise<Named> {
  const { params } = await aDebitRun(side, 'presented');
  await side.world.query(`do $$ begin
      alter table debit_runs disable trigger debit_runs_kept;
      update debit_runs set collect_on = billing_today() where id = '${params.id}';
      alter table debit_runs enable trigger debit_runs_kept;
    end $$`);
  return { params };
}

/** An invoice in euros to an administration, from an issuer who can sign it. */
export async function aFacturae(side: Side): Promise<Named> {
  const { world, organization } = side;
  const body = { kind: 'seal', ...makeCertificateFile() };
  await world.done('saveVerifactuCertificate', { body }, world.super_admin);
  await world.query(
    `update organizations set country = 'ES', tax_id = 'P2807900B', address = 'Plaza, 1', post_code = '28005',
       town = 'Madrid', province = 'Madrid', accounting_office = 'L01280796', managing_body = 'L01280796',
       processing_unit = 'L01280796' where id = $1`,
    [organization.id],
  );
  // Others are on its plan: it is in euros for this invoice alone.
  const inCurrency = (currency: string) =>
    world.query(
      `update plan_versions set currency = $2 where id = (select plan_version_id from organizations where id = $1)`,
      [organization.id, currency],
    );
  await inCurrency('EUR');
  const invoice = await anInvoice(side);
  await inCurrency('USD');
  return invoice;
}

export async function aTicket(side: Side): Promise<Named> {
  const { id } = await side.world.done('createTicket', { body: ticketOf(side) }, side.user);
  return { params: { id } };
}

export async function aTicketWithOlder(side: Side): Promise<Sent> {
  const sent = await aTicket(side);
  return { ...sent, query: { before: sent.params.id } };
}

export async function aDeletedTicket(side: Side): Promise<Named> {
  const sent = await aTicket(side);
  await side.world.done('deleteTicket', sent, side.world.super_admin);
  return sent;
}

export function newCannedReply({ canary }: Side): Sent {
  return { body: { title: `${canary} ${unique()}`, body: canary } };
}

export async function aCannedReply(side: Side): Promise<Named> {
  const { id } = await side.world.done('createCannedReply', newCannedReply(side), side.world.super_admin);
  return { params: { id } };
}

export async function anUndo(side: Side): Promise<Named> {
  const { undo_id } = await side.world.done<{ undo_id: string }>(
    'deleteUser',
    await aPerson(side),
    side.admin,
  );
  return { params: { id: undo_id } };
}

export async function anExport(side: Side): Promise<Named & { cookie: string }> {
  const body = { what: { resource: 'users', filters: {} } };
  const { id } = await side.world.done('createExport', { body }, side.admin);
  return { params: { id }, cookie: side.admin.cookie };
}

export async function anImport(side: Side, to: 'read' | 'checked'): Promise<Sent> {
  const { id } = await makeImport(side, side.admin, to);
  return { params: { id }, cookie: side.admin.cookie };
}

/** Only one at a time. */
export function endDataExports({ world, organization }: Side) {
  return world.query(
    `update data_exports set state = 'canceled' where organization_id = $1 and state in ('queued', 'running')`,
    [organization.id],
  );
}

export async function aDataExport(side: Side): Promise<Named> {
  await endDataExports(side);
  return { params: { id: (await side.world.done('createDataExport', {}, side.admin)).id } };
}

export async function settingsVersion(side: Side): Promise<number> {
  return (await side.world.done<{ version: number }>('readSettings', {}, side.admin)).version;
}

export async function systemVersion(super_admin: Person, { done }: Side['world']): Promise<number> {
  return (await done<{ version: number }>('readSettings', {}, super_admin)).version;
}

export function anUnsubscription({ world, user }: Side): Sent {
  const token = unsubscribeToken(world.server.platform.config, {
    profile_id: user.id,
    event: 'ticket.resolved',
  });
  return { params: { token }, cookie: '' };
}

/** The last record of the chain, which the agency has refused. */
export async function aRejectedRecord(side: Side): Promise<{ params: { number: string } }> {
  const { world, canary } = side;
  const {
    params: { id },
  } = await anInvoice(side);
  const [last] = await world.query<
    Record<'seal' | 'xml' | 'code' | 'issued_on', string> & { number: number }
  >(
    `select r.number, r.seal, r.xml, i.code, i.issued_on::text as issued_on
     from verifactu_records r, invoices i where i.id = $1 order by r.number desc limit 1`,
    [id],
  );
  const number = (last?.number ?? 0) + 1;
  const name = { code: last?.code ?? '', issued_on: last?.issued_on ?? '' };
  const issuer = { tax_id: 'B12345674', name: canary, installation: '1', version: '1' };
  // The first of a world is no record.
  const before = readRecord(last?.xml ?? '')?.name;
  const record: VerifactuRecord = {
    ...name,
    kind: 'annulment',
    issuer,
    previous: before
      ? { code: before.code, issued_on: agencyDay(before.day), hash: before.hash }
      : { ...name, hash: 'A'.repeat(64) },
    at: '2026-01-01T00:00:00+01:00',
  };
  const xml = writeRecord(record);
  const seal = sealOf(last?.seal ?? null, number, xml);
  await world.query(
    `insert into verifactu_records (number, organization_id, invoice_id, kind, invoice_code, environment, issuer_tax_id,
       issuer_name, recorded_at, year, hash, xml, seal)
     select $2, organization_id, id, 'annulment', code, 'test', 'B12345674', $3, now(), 2026, $4, $5, $6
     from invoices where id = $1`,
    [id, number, canary, hashRecord(record), xml, seal],
  );
  await world.query(
    `insert into verifactu_deliveries (number, organization_id, state, turn, answered_at)
     select number, organization_id, 'rejected', gen_random_uuid(), now() from verifactu_records where number = $1`,
    [number],
  );
  await world.query(
    `insert into verifactu_issuer (tax_id, name, installation, environment, starts_on, last_number, last_seal)
     values ('B12345674', 'x', '1', 'test', '2100-01-01', $1, $2)
     on conflict (only_one) do update set last_number = $1, last_seal = $2`,
    [number, seal],
  );
  return { params: { number: String(number) } };
}
