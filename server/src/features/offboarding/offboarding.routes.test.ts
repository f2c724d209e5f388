import type { Receipt } from '@atalaya/contract/offboarding';
import { HELD_KINDS } from '@atalaya/contract/offboarding-kinds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession } from '../../platform/request/session.ts';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import { lockPeople } from '../users/users.rules.ts';
import { offboardLocked } from './offboarding.service.ts';
import { checkReceipt } from './receipt.ts';
import { FURNISHED, furnish, leftOf } from './testing/furnish.ts';

let database: TestDatabase;
let server: TestServer;
let ours: Cast;
let theirs: Cast;
let password_hash: string;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ database });
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
  password_hash = await server.platform.accounts.hashPassword('contraseña larga');
  await database.pool.query('update organizations set max_users = -1');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type Person = Awaited<ReturnType<TestServer['makePerson']>>;
type Said = {
  code?: string;
  items?: { id: string; person: { id: string; name: string } }[];
  refused?: { rows: { id: string; code: string }[] };
};

const query = async <T>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as T[];

const colleague = (values: Parameters<TestServer['makePerson']>[0] = {}) =>
  server.makePerson({ organization_id: ours.organization.id, password_hash, ...values });

const offboard = async (by: { cookie: string }, ids: string[], more: object = {}) => {
  const payload = { ids, heir_id: null, ...more };
  const answer = await server.send({ method: 'POST', url: '/api/offboarding', cookie: by.cookie, payload });
  return { status: answer.statusCode, ...answer.json<Said>() };
};
const get = (by: { cookie: string }, url: string) => server.send({ url, cookie: by.cookie });

async function receiptOf(by: { cookie: string }, said: Said, at = 0): Promise<Receipt> {
  const answer = await get(by, `/api/offboarding/receipts/${said.items?.[at]?.id ?? ''}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<Receipt>();
}

const isActive = async ({ id }: { id: string }) =>
  (await query<{ is_active: boolean }>('select is_active from profiles where id = $1', [id]))[0]?.is_active;

describe('what somebody holds', () => {
  // OFF1
  test('is told before, ends at once, and is on the receipt', async () => {
    const heir = await colleague({ role: 'admin', first_name: 'Rosa', last_name: 'Vega' });
    const person = await colleague({ role: 'admin', first_name: 'Ana', last_name: 'Ruiz' });
    await furnish(database, person);
    const held = { session: 1, password: 1, ...FURNISHED };
    const holdings = await get(ours.admin, `/api/offboarding/holdings?ids=${person.id}`);
    const [told] = holdings.json<{ items: { person: object; held: Receipt['held'] }[] }>().items;
    expect(told?.person).toEqual({
      id: person.id,
      name: 'Ana Ruiz',
      email: person.email,
      is_active: true,
      organization_id: ours.organization.id,
    });
    const countsOf = (kinds: { kind: string; total: number }[]) =>
      Object.fromEntries(kinds.map(({ kind, total }) => [kind, total]));
    expect(countsOf(told?.held ?? [])).toEqual(held);

    const said = await offboard(ours.admin, [person.id], { heir_id: heir.id, reason: ' Se va ' });
    expect(said).toMatchObject({ status: 201, items: [{ person: { id: person.id, name: 'Ana Ruiz' } }] });
    expect(await leftOf(database, person)).toEqual(Object.fromEntries(HELD_KINDS.map((kind) => [kind, 0])));
    expect(await isActive(person)).toBe(false);
    expect((await get(person, '/api/profile/sessions')).statusCode).toBe(401);

    const receipt = await receiptOf(ours.admin, said);
    expect(receipt).toMatchObject({
      organization: { id: ours.organization.id, name: ours.organization.name },
      person: { id: person.id, name: 'Ana Ruiz', email: person.email },
      was_active: true,
      acted_by: { kind: 'person', id: ours.admin.id },
      reason: 'Se va',
      heir: { id: heir.id, name: 'Rosa Vega' },
      installation: { url: server.platform.config.publicUrl.href },
    });
    expect(receipt.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(receipt.held.map(({ kind }) => kind)).toEqual(HELD_KINDS);
    expect(receipt.held.map(({ items }) => items)).toEqual(
      receipt.held.map(({ kind, items }) => told?.held.find((each) => each.kind === kind)?.items ?? items),
    );
    expect(countsOf(receipt.ended)).toEqual(held);
    const namesOf = (kind: string) =>
      receipt.held.find((each) => each.kind === kind)?.items.map(({ name }) => name);
    expect(namesOf('api_key')).toEqual(['Contabilidad (atl_12345678…)']);
    expect(namesOf('trusted_browser')).toEqual(['Firefox · Linux']);
    expect(namesOf('provider')).toEqual([`google (${person.email})`]);
    expect(namesOf('ticket')?.[0]).toMatch(/^#\d+ Ticket open$/);
    expect(receipt.ended.find(({ kind }) => kind === 'ticket')?.ending).toBe('handed_over');
  });

  // OFF1
  test('of tickets goes to the heir, who is told once, and with the entry of any assignment', async () => {
    const heir = await colleague({ role: 'admin' });
    const person = await colleague({ role: 'admin' });
    await furnish(database, person);
    await offboard(ours.admin, [person.id], { heir_id: heir.id });
    const tickets = await query<{ id: string; status: string; version: number }>(
      'select id, status, version from tickets where assigned_to = $1 order by id',
      [heir.id],
    );
    expect(tickets.map(({ status, version }) => `${status} ${String(version)}`).sort()).toEqual([
      'in_progress 2',
      'open 2',
    ]);
    const entries = await query(
      `select action, after ->> 'assigned_to' as assigned_to, actor_profile_id from audit_log
       where object_id = any($1)`,
      [tickets.map(({ id }) => id)],
    );
    expect(entries).toEqual(
      tickets.map(() => ({
        action: 'ticket.assigned',
        assigned_to: heir.id,
        actor_profile_id: ours.admin.id,
      })),
    );
    const told = await query('select event, params from notifications where profile_id = $1', [heir.id]);
    expect(told).toEqual([{ event: 'ticket.assigned', params: expect.objectContaining({ count: 2 }) }]);
    const closed = await query(`select 1 from tickets where assigned_to = $1 and status = 'closed'`, [
      person.id,
    ]);
    expect(closed).toHaveLength(1);
  });

  // OFF1
  test('is not ended in part: where the heir may not have the tickets, everything is as it was', async () => {
    const person = await colleague({ role: 'admin' });
    await furnish(database, person);
    const before = await leftOf(database, person);
    const said = await offboard(ours.admin, [person.id], { heir_id: ours.user.id });
    expect(said).toMatchObject({ status: 409, code: 'ticket.not_assignable' });
    expect(await leftOf(database, person)).toEqual(before);
    expect(await isActive(person)).toBe(true);
    expect(await query('select 1 from offboarding_receipts where profile_id = $1', [person.id])).toEqual([]);
  });

  // OFF1
  test('in another organization, which they have left, is nothing to this one', async () => {
    const person = await colleague();
    const ticket = `insert into tickets (organization_id, title, description, created_by_name)
      values ($1, 'Ajeno', 'Texto', 'Ana') returning id`;
    const [made] = await query<{ id: string }>(ticket, [theirs.organization.id]);
    await query('alter table tickets disable trigger user');
    await query('update tickets set assigned_to = $1 where id = $2', [person.id, made?.id]);
    await query('alter table tickets enable trigger user');
    const holdings = await get(ours.admin, `/api/offboarding/holdings?ids=${person.id}`);
    expect(holdings.body).not.toContain('Ajeno');
    const said = await offboard(ours.admin, [person.id]);
    expect((await receiptOf(ours.admin, said)).held.map(({ kind }) => kind)).not.toContain('ticket');
    const assigned = await query('select assigned_to from tickets where id = $1', [made?.id]);
    expect(assigned).toEqual([{ assigned_to: person.id }]);
  });

  // OFF7
  test('does not come back when they are activated again, nor does the receipt go', async () => {
    const person = await colleague();
    await furnish(database, person);
    const said = await offboard(ours.admin, [person.id]);
    const chosen = { action: { type: 'activate' }, chosen: { ids: [person.id] } };
    await server.send({
      method: 'POST',
      url: '/api/users/bulk',
      cookie: ours.admin.cookie,
      payload: chosen,
    });
    expect(await isActive(person)).toBe(true);
    const left = await leftOf(database, person);
    expect(left).toEqual(Object.fromEntries(HELD_KINDS.map((kind) => [kind, 0])));
    expect((await get(person, '/api/profile/sessions')).statusCode).toBe(401);
    const signIn = { email: person.email, password: 'contraseña larga' };
    const refused = await server.send({ method: 'POST', url: '/api/session', payload: signIn });
    expect(refused.json<Said>().code).toBe('account.invalid_credentials');
    const list = await get(ours.admin, `/api/users/${person.id}/offboarding-receipts`);
    expect(list.json<{ items: { id: string }[] }>().items.map(({ id }) => id)).toEqual(
      said.items?.map(({ id }) => id),
    );
  });

  // OFF7
  test('of somebody inactive ends all the same, and the receipt says that they were', async () => {
    const person = await colleague({ is_active: false });
    await furnish(database, person);
    const said = await offboard(ours.admin, [person.id]);
    const receipt = await receiptOf(ours.admin, said);
    expect([receipt.was_active, receipt.ended.some(({ kind }) => kind === 'passkey')]).toEqual([false, true]);
    expect((await leftOf(database, person))['ticket']).toBe(0);
  });
});

describe('who may be offboarded, and inherit', () => {
  // OFF2
  test.each(['user', 'stranger'] as const)('a %s offboards nobody', async (who) => {
    const person = await colleague();
    expect(await offboard(ours[who], [person.id])).toMatchObject({ status: 403 });
    expect(await isActive(person)).toBe(true);
  });

  // OFF2
  test('never oneself, alone or among others', async () => {
    const person = await colleague();
    const said = await offboard(ours.admin, [person.id, ours.admin.id]);
    expect(said).toMatchObject({
      status: 409,
      code: 'user.self_forbidden',
      refused: { rows: [{ id: ours.admin.id, code: 'user.self_forbidden' }] },
    });
    expect([await isActive(person), await isActive(ours.admin)]).toEqual([true, true]);
  });

  // OFF2
  test('the last admin of an organization after a confirmation alone', async () => {
    const { organization, admin } = await server.makeCast();
    expect(organization.id).toBe(admin.organization_id);
    expect(await offboard(ours.super_admin, [admin.id])).toMatchObject({ code: 'user.last_admin' });
    expect(await isActive(admin)).toBe(true);
    const confirmed = await offboard(ours.super_admin, [admin.id], { confirm_last_admin: true });
    expect(confirmed.status).toBe(201);
  });

  // OFF2
  test('no admin a super_admin, and no super_admin the last of them', async () => {
    expect(await offboard(ours.admin, [ours.super_admin.id])).toMatchObject({
      status: 404,
      code: 'object.not_found',
    });
    await query(`update profiles set is_active = false where role = 'super_admin' and id <> all($1)`, [
      [ours.super_admin.id, theirs.super_admin.id],
    ]);
    expect(await offboard(ours.super_admin, [theirs.super_admin.id])).toMatchObject({ status: 201 });
    const said = await offboard(ours.super_admin, [ours.super_admin.id]);
    expect(said).toMatchObject({ status: 409, code: 'user.self_forbidden' });
  });

  // OFF2
  test('somebody in the bin is not there', async () => {
    const person = await colleague();
    await server.send({ method: 'DELETE', url: `/api/users/${person.id}`, cookie: ours.admin.cookie });
    expect(await offboard(ours.admin, [person.id])).toMatchObject({ status: 404 });
    expect((await get(ours.admin, `/api/offboarding/holdings?ids=${person.id}`)).statusCode).toBe(404);
  });

  // OFF2
  test.each([
    ['somebody who leaves too', 'offboarding.heir_leaves', (leaver: Person) => leaver.id],
    ['an inactive admin', 'ticket.not_assignable', () => colleague({ role: 'admin', is_active: false })],
    ['a user', 'ticket.not_assignable', () => ours.user.id],
    ['an admin of another organization', 'ticket.not_assignable', () => theirs.admin.id],
  ])('%s inherits nothing', async (_who, code, heirOf) => {
    const person = await colleague({ role: 'admin' });
    const heir = await heirOf(person);
    const heir_id = typeof heir === 'string' ? heir : heir.id;
    for (const by of [ours.admin, ours.super_admin])
      expect(await offboard(by, [person.id], { heir_id })).toMatchObject({ status: 409, code });
    expect(await isActive(person)).toBe(true);
  });

  // OFF2
  test('bad input has its code at its field', async () => {
    const send = async (payload: object) => {
      const answer = await server.send({
        method: 'POST',
        url: '/api/offboarding',
        cookie: ours.admin.cookie,
        payload,
      });
      return answer.json<{ fields: { field: string; code: string }[] }>().fields;
    };
    expect(await send({ ids: [], heir_id: null })).toMatchObject([{ field: 'body.ids', code: 'required' }]);
    expect(await send({ ids: [ours.user.id], heir_id: 'x', reason: 'a'.repeat(501) })).toMatchObject([
      { field: 'body.heir_id' },
      { field: 'body.reason', code: 'too_long' },
    ]);
  });
});

describe('many at once', () => {
  // OFF1, OFF2
  test('get a receipt each, with their own things and entries; and all or none', async () => {
    const people = [await colleague({ role: 'admin' }), await colleague(), await colleague()];
    for (const person of people.slice(0, 2)) await furnish(database, person);
    await query(`update data_exports set expires_at = now() where state = 'done'`);
    const ids = people.map(({ id }) => id);
    expect(await offboard(ours.admin, [...ids, theirs.user.id])).toMatchObject({ status: 404 });
    expect(await Promise.all(people.map(isActive))).toEqual([true, true, true]);
    const said = await offboard(ours.admin, [...ids, ids[0]!]);
    expect(said.items?.map(({ person }) => person.id).toSorted()).toEqual(ids.toSorted());
    const receipts = await Promise.all(ids.map((_, at) => receiptOf(ours.admin, said, at)));
    const of = (id: string | undefined) => receipts.find(({ person }) => person.id === id);
    expect(of(ids[1])?.ended.find(({ kind }) => kind === 'ticket')).toEqual({
      kind: 'ticket',
      total: 2,
      ending: 'unassigned',
    });
    expect(of(ids[2])?.held.map(({ kind }) => kind)).toEqual(['session', 'password']);
    expect(
      of(ids[0])
        ?.audit.map(({ action }) => action)
        .sort(),
    ).toEqual(['invitation.withdrawn', 'ticket.assigned', 'ticket.assigned', 'user.offboarded']);
    expect(of(ids[2])?.audit.map(({ action }) => action)).toEqual(['user.offboarded']);
  });
});

describe('a receipt', () => {
  // OFF3
  test('names the entries of the audit log by the hashes that seal them', async () => {
    const person = await colleague();
    await furnish(database, person);
    const receipt = await receiptOf(ours.admin, await offboard(ours.admin, [person.id]));
    const seals = await query<{ id: string; hash: string }>(
      `select a.id, encode(s.hash, 'hex') as hash from audit_log a join audit_seals s on s.audit_id = a.id
       where a.id = any($1) order by a.id`,
      [receipt.audit.map(({ id }) => id)],
    );
    expect(receipt.audit.map(({ id, hash }) => ({ id, hash }))).toEqual(seals);
    expect(receipt.audit.map(({ action }) => action)).toEqual([
      'user.offboarded',
      'invitation.withdrawn',
      'ticket.assigned',
      'ticket.assigned',
    ]);
    const [entry] = await query<{ before: object; after: object }>(
      `select before, after from audit_log where object_id = $1 and action = 'user.offboarded'`,
      [person.id],
    );
    expect(entry).toEqual({
      before: { is_active: true, session: 1, password: 1, ...FURNISHED },
      after: expect.objectContaining({ is_active: false, session: 0, ticket: 0 }),
    });
  });

  // OFF3
  test('comes as the bytes that were signed, and as a PDF that carries them, in the language of who asks', async () => {
    const person = await colleague({ first_name: 'Íñigo' });
    await furnish(database, person);
    const said = await offboard(ours.admin, [person.id]);
    const url = `/api/offboarding/receipts/${said.items?.[0]?.id ?? ''}`;
    const file = await get(ours.admin, url);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="recibo-de-baja-.*\.json"$/);
    expect(checkReceipt(file.rawPayload)).toMatchObject({ outcome: 'intact' });
    const pdf = await get(ours.admin, `${url}/pdf`);
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf' });
    expect((await get(ours.admin, `${url}/pdf`)).rawPayload.equals(pdf.rawPayload)).toBe(true);
    const source = pdf.rawPayload.toString('latin1');
    expect([source.includes('/EmbeddedFile'), source.includes('/Lang (es)')]).toEqual([true, true]);
    await query(`update profiles set language = 'en' where id = $1`, [ours.admin.id]);
    const english = await get(ours.admin, `${url}/pdf`);
    await query('update profiles set language = null where id = $1', [ours.admin.id]);
    expect(english.rawPayload.toString('latin1')).toContain('/Lang (en)');
  });

  // OFF5
  test('and what somebody holds is nothing that another organization finds', async () => {
    const person = await colleague();
    const said = await offboard(ours.admin, [person.id]);
    const id = said.items?.[0]?.id ?? '';
    for (const url of [
      `/api/offboarding/holdings?ids=${ours.user.id}`,
      `/api/offboarding/holdings?ids=${theirs.user.id},${ours.user.id}`,
      `/api/users/${person.id}/offboarding-receipts`,
      `/api/offboarding/receipts/${id}`,
      `/api/offboarding/receipts/${id}/pdf`,
    ])
      expect([url, (await get(theirs.admin, url)).statusCode]).toEqual([url, 404]);
    expect((await get(ours.super_admin, `/api/offboarding/receipts/${id}`)).statusCode).toBe(200);
    expect(await offboard(theirs.admin, [ours.user.id])).toMatchObject({ status: 404 });
    expect(await isActive(ours.user)).toBe(true);
  });

  // OFF3
  test('never changes, and stays when its person is deleted for good', async () => {
    const person = await colleague();
    const said = await offboard(ours.admin, [person.id]);
    const id = said.items?.[0]?.id;
    for (const role of ['atalaya_tenant', 'atalaya_system'])
      for (const change of [
        'update offboarding_receipts set content = content',
        'delete from offboarding_receipts',
      ]) {
        const client = await database.pool.connect();
        await client.query(`begin; set local role ${role}`);
        await expect(client.query(change)).rejects.toThrow('permission denied');
        await client.query('rollback');
        client.release();
      }
    await query('delete from organization_invitations where invited_by = $1', [person.id]);
    await query('delete from profiles where id = $1', [person.id]);
    expect((await get(ours.admin, `/api/offboarding/receipts/${id ?? ''}`)).statusCode).toBe(200);
  });

  // OFF3
  test('is also what a machine gets that offboards in a transaction of its own', async () => {
    const person = await colleague();
    await furnish(database, person);
    const signer = await openSigner(server.platform);
    const origin = { ip_address: null, user_agent: null, request_id: unique() };
    const actor = await actorOf(ours.super_admin);
    const [receipt] = await database.withSystem('offboard for a test', async (db) =>
      offboardLocked(
        server.platform,
        db,
        { actor: null, origin },
        await lockPeople(db, actor, [person.id], { where: 'listed' }),
        { heir_id: ours.admin.id, reason: null, signer, machine: 'SCIM' },
      ),
    );
    expect(receipt?.acted_by).toEqual({ kind: 'machine', id: null, name: 'SCIM' });
    expect(await isActive(person)).toBe(false);
    const [entry] = await query(
      `select actor_profile_id from audit_log where object_id = $1 and action = 'user.offboarded'`,
      [person.id],
    );
    expect(entry).toEqual({ actor_profile_id: null });
  });
});

/** The actor behind a cookie, as the session gate reads it. */
async function actorOf({ cookie }: { cookie: string }) {
  const signedIn = await readSession(server.platform, cookie);
  if (!signedIn) throw new Error('nobody is signed in');
  return signedIn.actor;
}
