import type { Receipt } from '@atalaya/contract/offboarding';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { checkReceipt } from '../../offboarding/receipt.ts';
import { connectProvider, newUser, patchOf } from './testing/provider.ts';
import type { Provider, Resource } from './testing/provider.ts';

let database: TestDatabase;
let server: TestServer;
let ours: Cast;
let provider: Provider;
beforeAll(async () => {
  database = await openTestDatabase(12);
  server = await startTestServer({ database });
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  ours = await server.makeCast();
  await query('update organizations set max_users = -1');
  provider = await connectProvider(server, ours);
});

const query = async <T>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as T[];
const AT_ONCE = 12;
const inOrder = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
const several = <T>(make: (nth: number) => T) => Array.from({ length: AT_ONCE }, (_, nth) => make(nth));
const come = (users = several(() => newUser())) =>
  Promise.all(users.map((user) => provider.done('POST', '/Users', user)));
const leave = ({ id }: Resource) =>
  provider.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

type Entry = {
  action: string;
  object_id: string;
  request_id: string;
  transaction: string;
  part_for: string | null;
};
const entriesOf = (action: string) =>
  query<Entry>(
    `select action, object_id, request_id, xmin::text as transaction, part_for from audit_log
     where organization_id = $1 and action = $2 order by id`,
    [ours.organization.id, action],
  );
type Logged = { path: string; status: number; changes: { what: string; id: string; name: string }[] };
const logged = (method: string) =>
  query<Logged>(
    'select path, status, changes from scim_requests where organization_id = $1 and method = $2',
    [ours.organization.id, method],
  );

describe('requests that come at once', () => {
  // SCIM12
  test('share transactions, and each has its own entry, its own line in the log and its own answer', async () => {
    const users = await come();
    const entries = await entriesOf('user.created');
    expect(entries).toHaveLength(AT_ONCE);
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(AT_ONCE);
    expect(entries.every(({ part_for }) => part_for === null)).toBe(true);
    expect(new Set(entries.map(({ transaction }) => transaction)).size).toBeLessThan(AT_ONCE);
    const people = await query<{ id: string; email: string; told: string }>(
      `select p.id, p.email, u.id as told from profiles p join scim_users u on u.profile_id = p.id
       where u.organization_id = $1`,
      [ours.organization.id],
    );
    expect(people.map(({ email, told }) => [email, told]).toSorted(inOrder)).toEqual(
      users.map(({ userName, id }) => [userName, id]).toSorted(inOrder),
    );
    const lines = await logged('POST');
    expect(lines.map(({ changes }) => changes)).toHaveLength(AT_ONCE);
    for (const { id, email: name } of people)
      expect(lines).toContainEqual({
        path: '/Users',
        status: 201,
        changes: [{ what: 'person.created', id, name }],
      });
  });

  // SCIM12
  test('let people go together, each with a receipt that names the entries of that person alone', async () => {
    const users = await come();
    const rename = patchOf(
      { op: 'replace', path: 'name.givenName', value: 'Eva' },
      { op: 'replace', path: 'active', value: false },
    );
    const [first, ...rest] = users;
    const answers = await Promise.all([
      provider.send('PATCH', `/Users/${first?.id ?? ''}`, rename),
      ...rest.map(leave),
    ]);
    expect(new Set(statusesOf(answers))).toEqual(new Set([204]));
    const entries = await entriesOf('user.offboarded');
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(AT_ONCE);
    expect(new Set(entries.map(({ transaction }) => transaction)).size).toBeLessThan(AT_ONCE);
    const renamed = (await entriesOf('user.updated'))[0];
    const part = entries.find(({ request_id }) => request_id === renamed?.request_id);
    expect([part?.object_id === renamed?.object_id, part?.part_for]).toEqual([true, 'all']);
    const receipts = await query<{ content: string; profile_id: string }>(
      'select content, profile_id from offboarding_receipts where organization_id = $1',
      [ours.organization.id],
    );
    expect(receipts).toHaveLength(AT_ONCE);
    for (const { content, profile_id } of receipts) {
      expect(checkReceipt(Buffer.from(content)).outcome).toBe('intact');
      const receipt = JSON.parse(content) as Receipt;
      expect(receipt.person.id).toBe(profile_id);
      const own = await query<{ id: string; hash: string }>(
        `select a.id, encode(s.hash, 'hex') as hash from audit_log a join audit_seals s on s.audit_id = a.id
         where a.object_id = $1 and a.action in ('user.updated', 'user.offboarded') order by a.id`,
        [profile_id],
      );
      expect(receipt.audit.map(({ id, hash }) => ({ id, hash }))).toEqual(own);
    }
  });

  // SCIM12
  test('are refused one by one: without a seat, with a name that is taken, of nobody, of another version', async () => {
    const [known] = await come([newUser()]);
    const taken = newUser({ userName: known?.['userName'] });
    const used = await query('select 1 from profiles where organization_id = $1 and is_active', [
      ours.organization.id,
    ]);
    await query('update organizations set max_users = $2 where id = $1', [
      ours.organization.id,
      used.length + 3,
    ]);
    const answers = await Promise.all(
      [taken, ...several(() => newUser())].map((user) => provider.send('POST', '/Users', user)),
    );
    expect(statusesOf(answers).toSorted(inOrder)).toEqual([
      201,
      201,
      201,
      ...several(() => 403).slice(3),
      409,
    ]);
    expect(
      await query('select 1 from profiles where organization_id = $1 and is_active', [ours.organization.id]),
    ).toHaveLength(used.length + 3);
    expect(await entriesOf('user.created')).toHaveLength(4);
    const made = answers
      .filter(({ statusCode }) => statusCode === 201)
      .map((answer) => answer.json<Resource>());
    const rename = patchOf({ op: 'replace', path: 'name.givenName', value: 'Eva' });
    const changed = await Promise.all([
      provider.send('PATCH', `/Users/${ours.admin.id}`, rename),
      provider.send('PATCH', `/Users/${made[0]?.id ?? ''}`, rename, { 'if-match': 'W/"7.7"' }),
      provider.send('PATCH', `/Users/${made[1]?.id ?? ''}`, rename),
      provider.send(
        'PATCH',
        `/Users/${made[2]?.id ?? ''}`,
        patchOf({ op: 'replace', path: 'userName', value: known?.['userName'] }),
      ),
    ]);
    expect(statusesOf(changed)).toEqual([404, 412, 204, 409]);
    const lines = (await logged('PATCH')).map(({ status, changes }) => [status, changes.length]);
    expect(lines.toSorted(inOrder)).toEqual([
      [204, 1],
      [404, 0],
      [409, 0],
      [412, 0],
    ]);
  });

  // SCIM12
  test('bring no more people back than there are seats', async () => {
    const people = await come();
    await Promise.all(people.map(leave));
    const used = await query('select 1 from profiles where organization_id = $1 and is_active', [
      ours.organization.id,
    ]);
    await query('update organizations set max_users = $2 where id = $1', [
      ours.organization.id,
      used.length + 2,
    ]);
    const back = patchOf({ op: 'replace', path: 'active', value: true });
    const answers = await Promise.all(people.map(({ id }) => provider.send('PATCH', `/Users/${id}`, back)));
    expect(statusesOf(answers).toSorted(inOrder)).toEqual([204, 204, ...several(() => 403).slice(2)]);
  });

  // SCIM12
  test('about the same person hold both, one after the other', async () => {
    const [user] = await come([newUser()]);
    const answers = await Promise.all([
      provider.send(
        'PATCH',
        `/Users/${user?.id ?? ''}`,
        patchOf({ op: 'replace', path: 'name.givenName', value: 'Eva' }),
      ),
      provider.send(
        'PATCH',
        `/Users/${user?.id ?? ''}`,
        patchOf({ op: 'replace', path: 'title', value: 'Jefa' }),
      ),
    ]);
    expect(statusesOf(answers)).toEqual([204, 204]);
    expect(await provider.done('GET', `/Users/${user?.id ?? ''}`)).toMatchObject({
      name: { givenName: 'Eva' },
      title: 'Jefa',
    });
    const same = newUser();
    const twice = await Promise.all([1, 2].map(() => provider.send('POST', '/Users', same)));
    expect(statusesOf(twice).toSorted(inOrder)).toEqual([201, 409]);
  });

  // SCIM12
  test('of which one fails for a reason that nothing foresaw are done without it, and each once', async () => {
    await query(`create function fail_of_test() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$`);
    await query(`create constraint trigger of_test after insert on profiles
      deferrable initially deferred for each row
      when (new.first_name = 'Imposible') execute function fail_of_test()`);
    try {
      const users = several((nth) =>
        newUser(nth === 4 ? { name: { givenName: 'Imposible', familyName: 'Ruiz' } } : {}),
      );
      const answers = await Promise.all(users.map((user) => provider.send('POST', '/Users', user)));
      expect(statusesOf(answers)).toEqual(several((nth) => (nth === 4 ? 500 : 201)));
      expect(await entriesOf('user.created')).toHaveLength(AT_ONCE - 1);
      const lines = (await logged('POST')).map(({ status, changes }) => [status, changes.length]);
      expect(lines.toSorted(inOrder)).toEqual([...several(() => [201, 1]).slice(1), [500, 0]]);
    } finally {
      await query('drop function fail_of_test cascade');
    }
  });

  // SCIM12
  test('with the heir among those who leave leave their tickets to nobody', async () => {
    const heir = await server.makePerson({ organization_id: ours.organization.id, role: 'admin' });
    provider = await connectProvider(server, ours, { heir_id: heir.id });
    const leavers = await come([
      newUser({ userName: heir.email, emails: [{ value: heir.email }] }),
      newUser(),
      newUser(),
    ]);
    await query(
      `insert into tickets (organization_id, title, description, created_by, created_by_name, assigned_to)
       select $1, $2, 'Sin prisa', $3, 'Ana', p.id from profiles p join scim_users u on u.profile_id = p.id
       where u.id = any($4::uuid[])`,
      [ours.organization.id, unique(), ours.admin.id, leavers.map(({ id }) => id)],
    );
    expect(statusesOf(await Promise.all(leavers.map(leave)))).toEqual([204, 204, 204]);
    expect(
      await query('select distinct assigned_to from tickets where organization_id = $1', [
        ours.organization.id,
      ]),
    ).toEqual([{ assigned_to: null }]);
    const assigned = await entriesOf('ticket.assigned');
    const gone = await entriesOf('user.offboarded');
    expect(assigned.map(({ request_id }) => request_id).toSorted(inOrder)).toEqual(
      gone.map(({ request_id }) => request_id).toSorted(inOrder),
    );
  });
});
