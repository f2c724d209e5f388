import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AuditEntry } from '@atalaya/contract/audit';
import type { DataExport } from '@atalaya/contract/data-exports';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { readZip } from '../../platform/testing/zip.ts';
import { runDataExport } from '../data-exports/data-exports.jobs.ts';
import { verifyAudit } from './verify.service.ts';

/** Of people of the system: nothing that an organization reads holds any of them. */
const ADDRESS = '203.0.113.77';
const AGENT = `agente-${unique()}`;
const EMAIL = `vigia-${unique()}@example.test`;
const GONE = `antiguo-${unique()}@example.test`;
const HIDDEN = [ADDRESS, AGENT, EMAIL, GONE, 'ticket.noted'];

type Person = { id: string; email: string; cookie: string };

let server: TestServer;
let boss: Person;
let admin: Person;
let user: Person;
let leaver: Person;
let organization_id: string;
let ticket_id: string;
/** Entries that a server of the version before wrote into the organization's chain. */
let earlier: { note: string; reply: string; of_one_who_is_gone: string };

beforeAll(async () => {
  server = await startTestServer();
  boss = await server.makePerson({
    role: 'super_admin',
    email: EMAIL,
    first_name: 'Alba',
    last_name: 'Vigía',
  });
  organization_id = (await server.makeOrganization({ max_users: -1 })).id;
  admin = await server.makePerson({ role: 'admin', organization_id });
  user = await server.makePerson({ organization_id });
  leaver = await server.makePerson({ organization_id });
  const opened = await send(user, 'POST', '/api/tickets', {
    title: 'No imprime',
    description: 'Nada sale.',
    priority: 'low',
  });
  ticket_id = opened.json<{ id: string }>().id;
  for (const visibility of ['internal', 'public'])
    await send(boss, 'POST', `/api/tickets/${ticket_id}/messages`, {
      body: visibility,
      visibility,
      seen_message_id: null,
      confirm_answered: true,
    });
  await send(boss, 'DELETE', `/api/users/${leaver.id}`);
  const write = async (action: string, by: { id: string; email: string }) => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      `insert into audit_log (organization_id, actor_profile_id, actor_email, action, object_type, object_id,
         ip_address, user_agent) values ($1, $2, $3, $4, 'ticket', $5, $6, $7) returning id`,
      [organization_id, by.id, by.email, action, ticket_id, ADDRESS, AGENT],
    );
    return rows[0]!.id;
  };
  earlier = {
    note: await write('ticket.noted', boss),
    reply: await write('ticket.replied', boss),
    of_one_who_is_gone: await write('ticket.replied', { id: randomUUID(), email: GONE }),
  };
});
afterAll(() => server.close());

const send = (by: Person, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.send({
    method,
    url,
    cookie: by.cookie,
    ...(by.id === boss.id ? { remoteAddress: ADDRESS, headers: { 'user-agent': AGENT } } : {}),
    ...(payload ? { payload } : {}),
  });
const list = async (by: Person, query = '') =>
  (await send(by, 'GET', `/api/audit?${query}`)).json<{ items: AuditEntry[]; total: number }>();
const exported = async (by: Person) => {
  const asked = await send(by, 'POST', '/api/data-exports', by === boss ? { organization_id } : {});
  const { id } = asked.json<DataExport>();
  await runDataExport(server.platform, id);
  const zip = readZip((await send(by, 'GET', `/api/data-exports/${id}/file`)).rawPayload);
  return { json: String(zip.get('json/audit_log.json')), csv: String(zip.get('csv/audit_log.csv')) };
};

describe('an organization reads of people of the system their name alone, and of notes nothing', () => {
  const OUTPUTS: Record<string, () => Promise<string>> = {
    'the list': async () => JSON.stringify(await list(admin)),
    'the list of one object': async () => JSON.stringify(await list(admin, `object_id=${ticket_id}`)),
    'the CSV': async () => (await send(admin, 'GET', '/api/audit/export')).body,
    'the data export as JSON': async () => (await exported(admin)).json,
    'the data export as CSV': async () => (await exported(admin)).csv,
    "the bin's": async () => (await send(admin, 'GET', '/api/bin')).body,
    'each entry by itself': async () => {
      const { items } = await list(admin);
      const bodies = items.map(async ({ id }) => (await send(admin, 'GET', `/api/audit/${id}`)).body);
      return (await Promise.all(bodies)).join('\n');
    },
  };

  // L4
  test.each(Object.keys(OUTPUTS))('%s', async (name) => {
    const text = await OUTPUTS[name]!();
    for (const secret of HIDDEN) expect(text).not.toContain(secret);
    expect(text).toContain('Alba Vigía');
  });

  // L4
  test("a ticket's history", async () => {
    for (const who of [admin, user]) {
      const { history } = (await send(who, 'GET', `/api/tickets/${ticket_id}`)).json<TicketDetail>();
      expect(history.map(({ change }) => change)).toEqual(['created', 'replied', 'replied', 'replied']);
    }
  });

  test('a note is not found by its entry’s id, and no filter tells of it or of an address', async () => {
    expect((await send(admin, 'GET', `/api/audit/${earlier.note}`)).statusCode).toBe(404);
    for (const query of ['action=ticket.noted', `actor=${EMAIL}`, `actor=${GONE}`])
      expect((await list(admin, query)).total).toBe(0);
    expect((await list(admin, `actor=${admin.email}&object_id=${ticket_id}`)).total).toBe(0);
    expect((await list(admin, `actor=${user.email}`)).total).toBe(1);
  });

  test('an entry has its name, and no more of its author', async () => {
    for (const id of [earlier.reply, (await list(admin, `object_id=${leaver.id}`)).items[0]!.id])
      expect((await send(admin, 'GET', `/api/audit/${id}`)).json()).toMatchObject({
        actor: { id: boss.id, email: null, name: 'Alba Vigía' },
        ip_address: null,
        user_agent: null,
        api_key_id: null,
      });
    expect((await send(admin, 'GET', `/api/audit/${earlier.of_one_who_is_gone}`)).json()).toMatchObject({
      actor: { email: null, name: null },
    });
  });

  test('what its own people did is shown whole', async () => {
    const { items } = await list(admin, `object_id=${ticket_id}&action=ticket.created`);
    expect(items).toMatchObject([
      { actor: { id: user.id, email: user.email }, ip_address: '127.0.0.1', user_agent: expect.any(String) },
    ]);
  });
});

describe('a super_admin', () => {
  test('reads all of it: notes are of the system, with the id of their ticket', async () => {
    const { items } = await list(boss, `object_id=${ticket_id}&action=ticket.noted`);
    expect(
      items.map(({ organization, actor, ip_address }) => [organization?.id, actor?.email, ip_address]),
    ).toEqual([
      [organization_id, EMAIL, ADDRESS],
      [undefined, EMAIL, ADDRESS],
    ]);
    const { history } = (await send(boss, 'GET', `/api/tickets/${ticket_id}`)).json<TicketDetail>();
    expect(history.filter(({ change }) => change === 'noted')).toHaveLength(2);
  });

  test('exports the notes of an organization with it', async () => {
    const rows = JSON.parse((await exported(boss)).json) as { action: string; actor_email: string }[];
    const notes = rows.filter(({ action }) => action === 'ticket.noted');
    expect(notes.map(({ actor_email }) => actor_email)).toEqual([EMAIL, EMAIL]);
  });
});

// L2
test('the chains hold, and who somebody was then is a part of them', async () => {
  expect((await verifyAudit(server.database)).problems).toEqual([]);
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select id from audit_log where actor_role = 'super_admin' and organization_id = $1 limit 1`,
    [organization_id],
  );
  await server.database.pool.query(`alter table audit_log disable trigger user;
    update audit_log set actor_role = 'admin' where id = '${rows[0]!.id}'; alter table audit_log enable trigger user`);
  const { problems } = await verifyAudit(server.database);
  expect(problems).toMatchObject([{ kind: 'changed', audit_id: rows[0]!.id }]);
});

test('what reads the table past the view reads nothing of who somebody is', () => {
  const server_folder = path.join(import.meta.dirname, '../..');
  const readers = globSync('features/**/*.queries.ts', { cwd: server_folder }).filter((file) =>
    /\b(from|join) audit_log\b/.test(readFileSync(path.join(server_folder, file), 'utf8')),
  );
  // Each for the system alone, or for ids, names of keys and counts.
  expect(readers.sort()).toEqual([
    'features/account/access-review/access-review.queries.ts',
    'features/account/accounts/accounts.queries.ts',
    'features/audit/audit.queries.ts',
    'features/audit/verify.queries.ts',
    'features/dashboard/dashboard-sales.queries.ts',
    'features/plans/plan-returns.queries.ts',
    'features/sso/sso.queries.ts',
    'features/undo/undo.queries.ts',
    'features/webhooks/fan-out.queries.ts',
  ]);
});
