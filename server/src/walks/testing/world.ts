import { api } from '@atalaya/contract/api';
import type { RouteName } from '@atalaya/contract/api';
import type { Route } from '@atalaya/contract/route';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { runDataExport } from '../../features/data-exports/data-exports.jobs.ts';
import { makeSigner } from '../../features/sso/saml/testing/certificate.ts';
import { takeTurn } from '../../features/transfers/transfers.jobs.ts';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import { billingDay } from '../../platform/testing/billing-day.ts';
import { startIssuer } from '../../platform/testing/issuer.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

/** What a walk sends: everything of a request but its route and whose cookie it carries. */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The bytes of a multipart upload. */
  file?: Buffer;
  /** A body of another media type. */
  raw?: { type: string; text: string };
  headers?: Record<string, string>;
  /** Who may do it, where neither an admin of the organization nor a super_admin is meant. */
  cookie?: string;
};

export type Person = Cast['admin'];

/** One of the two organizations. Its name, and every text of what is made in it, holds `canary`. */
export type Side = Pick<Cast, 'organization' | 'admin' | 'user'> & { canary: string; world: World };

export type World = {
  server: TestServer;
  /** What another server needs to serve the same, files too. */
  env: Record<string, string>;
  super_admin: Person;
  /** Signed in, in no organization. */
  stranger: Person;
  north: Side;
  south: Side;
  password_hash: string;
  picture: Buffer;
  /** Sends a request of a route; with nothing but a route it is sent without a cookie. */
  send(name: RouteName, sent?: Sent, cookie?: string): Promise<LightMyRequestResponse>;
  /** The same for what a test needs before it begins: it must succeed. */
  done<T = { id: string }>(name: RouteName, sent: Sent, by: Person | string): Promise<T>;
  query<T = Record<string, string>>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
};

export const PASSWORD = 'contraseña larga';
export const INBOUND_SECRET = 'a secret of the mail server, long enough';
const BOUNDARY = 'a-boundary-of-the-test';

/** A server with everything switched on that routes belong to, and two organizations of the same kinds of things. */
export async function openWorld(on: { database?: TestDatabase } = {}): Promise<World> {
  const issuer = await startIssuer();
  const env = {
    OUTBOUND_ALLOWED_HOSTS: new URL(issuer.url).host,
    DEMO: '1',
    // Refused at once: no test asks servers of others.
    DNS_SERVERS: '127.0.0.1:1',
    INVOICE_ISSUER_TAX_ID: 'B12345674',
    INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1',
    INVOICE_ISSUER_POST_CODE: '28013',
    INVOICE_ISSUER_TOWN: 'Madrid',
    INVOICE_ISSUER_PROVINCE: 'Madrid',
    INBOUND_MAIL_SECRET: INBOUND_SECRET,
    INBOUND_MAIL_ADDRESS: 'Soporte+{token}@ayuda.test',
    ...issuer.env('GOOGLE'),
  };
  const server = await startTestServer({ ...on, env });
  const send: World['send'] = (name, sent, cookie) => sendTo(server, name, sent, cookie);
  const password_hash = await server.platform.accounts.hashPassword(PASSWORD);
  const whole: Record<string, string> = { ...env, DATA_DIR: server.platform.config.dataDir };
  const world = {
    server,
    env: whole,
    send,
    done: async <T>(name: RouteName, sent: Sent, by: Person | string) => {
      const answer = await send(name, sent, typeof by === 'string' ? by : by.cookie);
      if (answer.statusCode >= 300) throw new Error(`${name} answered ${answer.statusCode}: ${answer.body}`);
      return answer.body === '' ? (undefined as T) : answer.json<T>();
    },
    query: async <T>(text: string, values: unknown[] = []) =>
      (await server.database.pool.query(text, values)).rows as T[],
    super_admin: await server.makePerson({ role: 'super_admin', password_hash }),
    stranger: await server.makePerson({ password_hash }),
    password_hash,
    picture: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer(),
    close: async () => {
      await server.close();
      await issuer.close();
    },
  } as World;
  // Made with the first receipt, and not again.
  await openSigner(server.platform);
  // The routes of the demo answer where everybody in the database belongs to it.
  await world.query('update installation set is_demo = true');
  // Companies pay in dollars to an issuer in Spain.
  await world.query(
    `insert into exchange_rates (currency, day, rate_micros, source) values ('USD', billing_today(), 1085000, 'BCE')
     on conflict do nothing`,
  );
  world.north = await makeSide(world);
  world.south = await makeSide(world);
  return world;
}

/** Sends a request of a route to a server. */
export function sendTo(
  server: TestServer,
  name: RouteName,
  sent: Sent = {},
  cookie?: string,
): Promise<LightMyRequestResponse> {
  const route: Route = api[name];
  return server.send({
    method: route.method,
    url: urlOf(route, sent),
    ...payloadOf(route, sent),
    ...(cookie ? { cookie } : {}),
  });
}

async function makeSide(world: World): Promise<Side> {
  const canary = `canario${unique()}`;
  const { server, password_hash } = world;
  const organization = await server.makeOrganization({ name: `Empresa ${canary}`, max_users: -1 });
  await world.query('update organizations set domain = $2, slug = $3 where id = $1', [
    organization.id,
    `${canary}.test`,
    canary,
  ]);
  const side = { canary, organization, world } as Side;
  side.admin = await makeColleague(side, { role: 'admin' });
  side.user = await makeColleague(side, {});
  // A second admin, so that the first may be changed.
  await makeColleague(side, { role: 'admin', password_hash });
  return side;
}

/** How people sign in through a connection of a side, as it is set up for the first time. */
export const oidcOf = ({ world, canary }: Side) => ({
  version: null,
  issuer: world.env['GOOGLE_ISSUER'],
  client_id: canary,
  client_secret: 'a secret of the tests',
});

/** The same by SAML, of a provider that is typed in. */
const samlOf = ({ canary }: Side) => ({
  kind: 'saml',
  version: null,
  allows_unasked: false,
  provider: {
    from: 'hand',
    entity_id: canary,
    sign_in_url: `https://${canary}.example/saml`,
    logout_url: null,
    certificates: makeSigner().certificate,
  },
});

/** A new person of an organization, whose names and address hold its canary. */
export function makeColleague(side: Side, values: Parameters<TestServer['makePerson']>[0]): Promise<Person> {
  return side.world.server.makePerson({
    organization_id: side.organization.id,
    password_hash: side.world.password_hash,
    first_name: `Ana ${side.canary}`,
    last_name: unique(),
    email: `${side.canary}-${unique()}@example.test`,
    ...values,
  });
}

/** One more of everything that lists, counts and reports tell of. */
export async function fill(side: Side): Promise<void> {
  const { admin, user, canary, world, organization } = side;
  const { done, super_admin } = world;
  const texts = { title: `Ticket ${canary}`, description: `Texto ${canary}` };
  const sent = await done('uploadTicketFile', { file: world.picture }, user);
  const ticket = await done('createTicket', { body: { ...texts, attachments: [sent.id] } }, user);
  await done('uploadTicketFile', { file: world.picture }, user);
  await done('replyToTicket', { params: { id: ticket.id }, body: replyOf(`Respuesta ${canary}`) }, admin);
  const internal = { ...replyOf(`Nota ${canary}`), visibility: 'internal' };
  await done('replyToTicket', { params: { id: ticket.id }, body: internal }, super_admin);
  const resolved = await done('createTicket', { body: texts }, user);
  await done('resolveTicket', { params: { id: resolved.id }, body: { message: canary } }, admin);
  const binned = await done('createTicket', { body: texts }, user);
  await done('deleteTicket', { params: { id: binned.id } }, super_admin);
  await done('createInvitation', { body: { email: `${canary}-${unique()}@example.test` } }, admin);
  const leaver = await makeColleague(side, {});
  await done('offboardUsers', { body: { ids: [leaver.id], heir_id: null, reason: canary } }, admin);
  await provision(side);
  const connection = await done(
    'createConnection',
    { body: { name: `${canary} ${unique()}`, groups: [] } },
    admin,
  );
  await done('saveSignOn', { params: { id: connection.id }, body: oidcOf(side) }, admin);
  await world.query(
    `insert into sso_identities (connection_id, organization_id, issuer, subject, user_id)
     select $1, organization_id, 'https://issuer.test', $2, user_id from profiles where id = $3`,
    [connection.id, canary, user.id],
  );
  const saml = await done('createConnection', { body: { name: `${canary} ${unique()}`, groups: [] } }, admin);
  await done('saveSignOn', { params: { id: saml.id }, body: samlOf(side) }, admin);
  await done('addBreakGlass', { body: { profile_id: admin.id } }, admin);
  await world.query(
    `insert into sign_on_enforcement (organization_id, changed_by) values ($1, $2) on conflict do nothing`,
    [organization.id, admin.id],
  );
  await done('testWebhook', { params: { id: await addWebhook(side) }, body: {} }, admin);
  await addStream(side);
  await world.query(
    'insert into audit_anchors (chain, organization_id, entries, content) values ($1::text, $1::uuid, 1, $2)',
    [organization.id, JSON.stringify({ canary })],
  );
  await done('createDomain', { body: { domain: `${canary}-${unique()}.example` } }, admin);
  const gone = await makeColleague(side, {});
  await done('deleteUser', { params: { id: gone.id } }, admin);
  const lines = [{ description: `Línea ${canary}`, unit_price_cents: 1_000 }];
  const invoice = await done(
    'issueInvoice',
    { body: { organization_id: organization.id, lines } },
    super_admin,
  );
  await world.query(
    `insert into verifactu_records (number, organization_id, invoice_id, kind, invoice_code, invoice_type, total_cents,
       environment, issuer_tax_id, issuer_name, recorded_at, year, hash, xml, seal)
     select coalesce((select max(number) from verifactu_records), 0) + 1, organization_id, id, 'issue', code, 'F1',
       total_cents, 'test', 'B12345674', $2, now(), 2026, repeat('A', 64), $2, repeat('a', 64)
     from invoices where id = $1`,
    [invoice.id, canary],
  );
  await world.query(
    `insert into verifactu_deliveries (number, organization_id, state, words, turn, answered_at)
     select number, organization_id, 'accepted', $2, gen_random_uuid(), now() from verifactu_records
     where invoice_id = $1`,
    [invoice.id, canary],
  );
  await done(
    'rectifyInvoice',
    {
      params: { id: invoice.id },
      body: { code: 'R1', reason: canary, lines: [{ description: canary, unit_price_cents: -1 }] },
    },
    super_admin,
  );
  await done('registerPayment', { params: { id: invoice.id }, body: paymentOf(100, canary) }, super_admin);
  await debit(side);
  const said = { state: 'rejected', reason: canary, said_on: billingDay() };
  await done('receiveInvoice', { params: { id: invoice.id }, body: said }, admin);
  await done('createExport', { body: { what: { resource: 'users', filters: { search: canary } } } }, admin);
  await makeImport(side, admin);
  await done('createApiKey', { body: { ...API_KEY, name: canary } }, admin);
  await done('recordVisit', {}, user);
  const preference = { event: 'ticket.resolved', screen: false };
  await done('updateNotificationPreference', { body: preference }, admin);
  const data = await done('createDataExport', {}, admin);
  await runDataExport(world.server.platform, data.id);
  const { version } = await done<{ version: number }>('readSettings', {}, admin);
  await done('updateMailSettings', { body: { version, sender_name: canary, reply_to: null } }, admin);
}

export const mandateOf = ({ organization, canary }: Side) => ({
  body: {
    organization_id: organization.id,
    reference: `M-${unique()}`,
    debtor_name: canary,
    iban: 'ES9121000418450200051332',
    bic: null,
    is_last: false,
    type: 'core',
    use: 'recurrent',
    signed_on: '2026-01-31',
  },
});

/** A mandate, which has taken the place of any other, and a debit of it that a bank is collecting. */
async function debit(side: Side): Promise<void> {
  const { world, organization, canary } = side;
  const { done, super_admin } = world;
  await world.query(`update mandates set status = 'canceled' where organization_id = $1`, [organization.id]);
  const mandate = await done('signMandate', mandateOf(side), super_admin);
  const lines = [{ description: canary, unit_price_cents: 1_000 }];
  const invoice = await done(
    'issueInvoice',
    { body: { organization_id: organization.id, lines } },
    super_admin,
  );
  await world.query(
    `with run as (insert into debit_runs (type, collect_on, creditor_name, creditor_identifier, debits, total_cents,
         file)
       values ('core', '2026-12-01', $2, 'DE98ZZZ09999999999', 1, 1, $2) returning id)
     insert into debits (organization_id, run_id, invoice_id, mandate_id, amount_cents, sequence, reference,
       debtor_name, iban, collect_on)
     select $1, id, $3, $4, 1, 'FRST', $2, $2, 'ES9121000418450200051332', '2026-12-01' from run`,
    [organization.id, canary, invoice.id, mandate.id],
  );
}

/** An endpoint of the organization of a side, with its canary, which the next one has no place beside; its id. */
export async function addWebhook({ canary, world, admin, organization }: Side): Promise<string> {
  await world.query('delete from webhook_endpoints where organization_id = $1', [organization.id]);
  const body = { url: `https://${canary}.example/hooks`, description: canary };
  const { item } = await world.done<{ item: { id: string } }>('createWebhook', { body }, admin);
  return item.id;
}

/** A stream of the audit log of a side, with its canary, which the next one has no place beside; its id. */
export async function addStream({ canary, world, admin, organization }: Side): Promise<string> {
  await world.query('delete from audit_streams where organization_id = $1', [organization.id]);
  const sink = {
    kind: 'https',
    url: `https://${canary}.example/audit`,
    auth: 'bearer',
    header: '',
    token: canary,
  };
  const { id } = await world.done<{ id: string }>(
    'createAuditStream',
    { body: { name: canary, sink } },
    admin,
  );
  await world.query(
    `insert into audit_stream_batches (stream_id, organization_id, records, bytes, answer, duration_ms)
     values ($1, $2, 1, 1, $3, 1)`,
    [id, organization.id, canary],
  );
  return id;
}

/** A connection whose provider tells of a person and a group, and is told of both. */
export async function provision(side: Side): Promise<void> {
  const { canary, world, admin, organization } = side;
  await world.query('delete from identity_connections where organization_id = $1', [organization.id]);
  const groups = [{ group: canary, role: 'admin' }];
  const made = await world.done('createConnection', { body: { name: canary, groups } }, admin);
  const { token } = await world.done<{ token: string }>(
    'createProvisioningToken',
    { params: { id: made.id }, body: { password: PASSWORD } },
    admin,
  );
  const tell = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await world.server.app.inject({
      method: 'POST',
      url: `/scim/v2${path}`,
      headers,
      payload,
    });
    if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<{ id: string }>();
  };
  const userName = `${canary}-${unique()}@example.test`;
  const user = await tell('/Users', { userName, externalId: canary, name: { givenName: canary } });
  await tell('/Groups', { displayName: canary, members: [{ value: user.id, display: canary }] });
}

/** The ids of an organization and of all its people. */
export async function idsOf({ organization, world }: Side): Promise<Set<string>> {
  const rows = await world.query<{ id: string; user_id: string | null }>(
    'select id, user_id from profiles where organization_id = $1',
    [organization.id],
  );
  return new Set([organization.id, ...rows.flatMap(({ id, user_id }) => [id, user_id ?? id])]);
}

export const replyOf = (body: string) => ({ body, seen_message_id: null, confirm_answered: true });
export const paymentOf = (amount_cents: number, reference: string) => ({
  amount_cents,
  method: 'transfer',
  paid_on: billingDay(),
  reference,
});
export const API_KEY = { scopes: ['users:read'], expires_in_days: 1, password: PASSWORD };

type Imported = { id: string; mapping: unknown[] };

/** An import of one person; `to` says how far it is. */
export async function makeImport(
  side: Side,
  by: Person,
  to: 'read' | 'checked' | 'queued' = 'read',
): Promise<Imported> {
  const { done, server } = side.world;
  const file = Buffer.from(
    `nombre,apellidos,email\nAna,${side.canary},${side.canary}-${unique()}@example.test\n,,${side.canary}\n`,
  );
  const one = await done<Imported>('createImport', { query: { resource: 'users' }, file }, by);
  if (to === 'read') return one;
  await done('checkImport', { params: { id: one.id }, body: { mapping: one.mapping } }, by);
  if (to === 'checked') await takeTurn(server.platform, one.id);
  return one;
}

function urlOf(route: Route, { params = {}, query = {} }: Sent): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? `no-${name}`),
  );
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

function payloadOf(route: Route, { body, file, raw, headers = {} }: Sent) {
  if (raw) return { payload: raw.text, headers: { 'content-type': raw.type, ...headers } };
  if (file) {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${route.file}"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
    return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers } };
  }
  return { headers, ...(route.body ? { payload: body ?? {} } : {}) };
}
