import { ERRORS } from '@atalaya/contract/errors';
import type { ErrorCode } from '@atalaya/contract/errors';
import { BULK_AT_ONCE } from '@atalaya/contract/limits';
import type { Role } from '@atalaya/contract/roles';
import type { UserBulkBody } from '@atalaya/contract/users';
import type { TransferDetail } from '@atalaya/contract/transfers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../platform/core/errors.ts';
import { readSession } from '../../platform/request/session.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { verifyAudit } from '../audit/verify.service.ts';
import { takeTurn } from '../transfers/transfers.jobs.ts';
import { changeUsers } from './users-bulk.service.ts';

type Action = UserBulkBody['action'];
type Made = { role: 'user' | 'admin'; is_active: boolean; signedIn: boolean; invites: number; key: boolean };
type Case = { people: Made[]; action: Action; by: 'admin' | 'super_admin' };
type Twin = { organization_id: string; cookie: string; tag: string; ids: string[] };

const made: fc.Arbitrary<Made> = fc.record({
  role: fc.constantFrom('user', 'user', 'admin'),
  is_active: fc.constantFrom(true, true, false),
  signedIn: fc.boolean(),
  invites: fc.integer({ min: 0, max: 2 }),
  key: fc.boolean(),
});
const cases: fc.Arbitrary<Case> = fc.record({
  people: fc.array(made, { minLength: 2, maxLength: 6 }),
  action: fc.constantFrom<Action[]>(
    { type: 'activate' },
    { type: 'deactivate' },
    { type: 'delete' },
    { type: 'change_role', role: 'user' },
    { type: 'change_role', role: 'admin' },
    { type: 'change_role', role: 'super_admin' },
  ),
  by: fc.constantFrom('admin', 'super_admin'),
});

describe('an action on all that match', () => {
  let server: TestServer;
  let superior: { cookie: string };
  beforeAll(async () => {
    server = await startTestServer();
    superior = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(() => server.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;

  /** An organization of its own with these people; nothing in it but ids and its tag differs from its twin. */
  async function makeTwin({ people, by }: Case): Promise<Twin> {
    const { id: organization_id } = await server.makeOrganization({ name: 'Gemela', max_users: -1 });
    const tag = `tag${unique()}`;
    const admin = await server.makePerson({ role: 'admin', organization_id, last_name: 'Reyes' });
    const ids: string[] = [];
    for (const [nth, { role, is_active, signedIn, invites, key }] of people.entries()) {
      const email = `persona-${nth}-${tag}@example.test`;
      const person = await server.makePerson({ role, organization_id, email, last_name: tag, is_active });
      if (!signedIn) await query('delete from auth."session" where "userId" = $1', [person.user_id]);
      await query(
        `insert into organization_invitations
           (organization_id, email, invited_by, mail_token_hash, copy_token_hash, expires_at)
         select $1, 'invitada-' || $2 || '-' || n || '-' || $3 || '@example.test', $4,
           sha256(gen_random_uuid()::text::bytea), sha256(gen_random_uuid()::text::bytea), now() + interval '1 day'
         from generate_series(1, $5::int) n`,
        [organization_id, nth, tag, person.id, invites],
      );
      if (key)
        await query(
          `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
           values ($1, 'Clave', 'atl_12345678', sha256(gen_random_uuid()::text::bytea), '{users:read}',
             now() + interval '1 day')`,
          [person.id],
        );
      ids.push(person.id);
    }
    return { organization_id, cookie: by === 'admin' ? admin.cookie : superior.cookie, tag, ids };
  }

  /**
   * Everything that the action touches, in words that are the same for both twins. A person who becomes a super_admin
   * leaves their organization: a change of many is in its log, a change of one in the system's.
   */
  async function stateOf({ organization_id, tag, ids }: Twin): Promise<string> {
    const state = [
      await query(
        `select p.email, p.role, p.is_active, p.organization_id, p.deleted_at is not null as in_bin, p.version,
           (select count(*)::int from auth."session" s where s."userId" = p.user_id) as sessions,
           (select count(*)::int from api_keys k where k.profile_id = p.id and k.revoked_at is null) as keys,
           (select count(*)::int from organization_invitations i
             where i.invited_by = p.id and i.revoked_at is null) as invitations,
           (select jsonb_agg(jsonb_build_array(
               case when p.role <> 'super_admin' then a.organization_id end, a.object_type, a.before, a.after))
             from audit_log a where a.object_id = p.id) as entries,
           (select jsonb_agg(jsonb_build_array(n.organization_id, n.event, n.object_type, n.params))
             from notifications n where n.profile_id = p.id) as told,
           (select count(*)::int from mail.queue m where m.recipient = p.email)
             as mails
         from profiles p where p.id = any($1::uuid[]) order by p.email`,
        [ids],
      ),
      await query(
        `select a.action, a.organization_id, a.before from audit_log a
         join organization_invitations i on i.id = a.object_id and i.organization_id = $1 order by i.email`,
        [organization_id],
      ),
      await query(
        `select role, is_active, people::int from profile_counts where organization_id = $1 and people > 0
         order by role, is_active`,
        [organization_id],
      ),
    ];
    return JSON.stringify(state, null, 1).replaceAll(organization_id, 'organization').replaceAll(tag, 'tag');
  }

  const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, cookie: string, payload?: object) =>
    server.send({ method, url, cookie, ...(payload ? { payload } : {}) });

  /** Those whom the action changes, one request each. */
  async function oneByOne({ people, action }: Case, { ids, cookie }: Twin): Promise<number[]> {
    const statuses: number[] = [];
    for (const [nth, id] of ids.entries()) {
      const { role, is_active } = people[nth] as Made;
      const change = changeOf(action, role, is_active);
      if (change === null) continue;
      const reply =
        change === 'delete'
          ? await send('DELETE', `/api/users/${id}?confirm_last_admin=true`, cookie)
          : await send('PATCH', `/api/users/${id}`, cookie, {
              version: 1,
              confirm_last_admin: true,
              ...change,
            });
      statuses.push(reply.statusCode);
    }
    return statuses;
  }

  /** All of them, within a request or, where they are more than `at_once`, by a job; what it comes to. */
  async function allTogether({ people, action }: Case, twin: Twin, at_once: number) {
    const { organization_id, tag, cookie } = twin;
    const body: UserBulkBody = {
      action,
      chosen: { filters: { organization_id, search: tag }, total: people.length },
      confirm_last_admin: true,
    };
    const signedIn = await readSession(server.platform, cookie);
    if (!signedIn) throw new Error('nobody is signed in');
    const by = {
      actor: signedIn.actor,
      origin: { ip_address: null, user_agent: null, request_id: unique() },
    };
    const answer = await changeUsers(server.platform, by, body, at_once).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (answer instanceof AppError) return { status: answer.status, changed: undefined };
    if (answer.transfer_id === null) return { status: 200, changed: answer.changed };
    await takeTurn(server.platform, answer.transfer_id);
    const reply = await server.send({ url: `/api/transfers/${answer.transfer_id}`, cookie });
    const { state, problem, applied } = reply.json<TransferDetail>();
    expect(['done', 'failed']).toContain(state);
    return state === 'done'
      ? { status: 200, changed: applied }
      : { status: ERRORS[problem as ErrorCode], changed: undefined };
  }

  // T13
  test.each([
    ['within the request', BULK_AT_ONCE],
    ['by a job', 1],
  ])('comes out as if each were changed alone, %s', async (_way, at_once) => {
    await fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        const [together, alone] = [await makeTwin(drawn), await makeTwin(drawn)];
        const outcome = await allTogether(drawn, together, at_once);
        const statuses = await oneByOne(drawn, alone);
        // All or nothing: what one of them is refused, all are, and nothing changes.
        const refused = statuses.find((status) => status >= 300);
        expect(outcome).toEqual({
          status: refused ?? 200,
          changed: refused ? undefined : statuses.length,
        });
        expect(await stateOf(together)).toBe(await stateOf(refused ? await makeTwin(drawn) : alone));
      }),
      { numRuns: 25 },
    );
    await expect(verifyAudit(server.database)).resolves.toMatchObject({ problems: [] });
  });
});

/** What a request about one person asks for; null where they are so already. */
function changeOf(action: Action, role: Role, is_active: boolean) {
  switch (action.type) {
    case 'activate':
      return is_active ? null : { is_active: true };
    case 'deactivate':
      return is_active ? { is_active: false } : null;
    case 'change_role':
      return action.role === role ? null : { role: action.role };
    case 'delete':
    case 'restore':
      return 'delete';
  }
}
