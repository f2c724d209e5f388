import { ERRORS } from '@atalaya/contract/errors';
import type { ErrorCode } from '@atalaya/contract/errors';
import { BULK_AT_ONCE } from '@atalaya/contract/limits';
import type { TransferDetail } from '@atalaya/contract/transfers';
import type { TicketBulkBody } from '@atalaya/contract/tickets';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../platform/core/errors.ts';
import { readSession } from '../../platform/request/session.ts';
import { queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { verifyAudit } from '../audit/verify.service.ts';
import { takeTurn } from '../transfers/transfers.jobs.ts';
import { changeTickets } from './tickets-bulk.service.ts';

/** Who is told of, in every organization of a test. */
const WHO = ['admin', 'colleague', 'ana', 'eva'] as const;
type Who = (typeof WHO)[number];
type ActionName = TicketBulkBody['action']['type'];
type Made = {
  status: 'open' | 'in_progress' | 'resolved' | 'closed';
  priority: 'low' | 'high';
  by: Exclude<Who, 'colleague'>;
  assigned_to: 'admin' | 'colleague' | null;
};
type Case = {
  tickets: Made[];
  action: ActionName;
  assigned_to: 'admin' | 'colleague' | null;
  by: 'admin' | 'superior';
};
type Person = { id: string; cookie: string; email: string };
type Twin = Record<Who, Person> & { organization_id: string; tag: string; ids: string[] };

const cases: fc.Arbitrary<Case> = fc.record({
  tickets: fc.array(
    fc.record({
      status: fc.constantFrom('open', 'open', 'in_progress', 'resolved', 'closed'),
      priority: fc.constantFrom('low', 'high'),
      by: fc.constantFrom('admin', 'ana', 'ana', 'eva'),
      assigned_to: fc.constantFrom('admin', 'colleague', null, null),
    }),
    { minLength: 2, maxLength: 7 },
  ),
  action: fc.constantFrom<ActionName[]>('assign', 'priority', 'start', 'resolve', 'close', 'reopen'),
  assigned_to: fc.constantFrom('admin', 'colleague', null),
  by: fc.constantFrom('admin', 'superior'),
});

describe('an action on all tickets that match', () => {
  let server: TestServer;
  let superior: Person;
  beforeAll(async () => {
    server = await startTestServer();
    superior = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(() => server.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const send = (method: 'POST' | 'PATCH' | 'PUT', url: string, cookie: string, payload: object) =>
    server.send({ method, url, cookie, payload });

  /** An organization of its own; nothing in it but ids and its tag differs from its twin. */
  async function makeTwin({ tickets }: Case): Promise<Twin> {
    const { id: organization_id } = await server.makeOrganization({ name: 'Gemela', max_users: -1 });
    const tag = `tag${unique()}`;
    const person = (name: Who, role: 'admin' | 'user') =>
      server.makePerson({
        organization_id,
        role,
        first_name: name,
        last_name: 'Rey',
        email: `${name}-${tag}@x.test`,
      });
    const people = {
      admin: await person('admin', 'admin'),
      colleague: await person('colleague', 'admin'),
      ana: await person('ana', 'user'),
      eva: await person('eva', 'user'),
    };
    const rows = await query(
      `with drawn as (
         select uuid_v7() as id, t.*, row_number() over () as nth
         from jsonb_to_recordset($3::jsonb) as t (status text, priority text, by uuid, assigned_to uuid)),
       made as (
         insert into tickets (id, organization_id, title, description, status, priority, created_by, created_by_name,
           assigned_to, assigned_name, waiting_since, resolved_at, closed_at)
         select id, $1, $2 || ' ' || nth, 'x', status, priority, by, 'Persona', assigned_to,
           case when assigned_to is not null then 'Persona' end, case when status = 'resolved' then now() end,
           case when status = 'resolved' then now() end, case when status = 'closed' then now() end
         from drawn order by nth)
       select id from drawn order by nth`,
      [
        organization_id,
        tag,
        JSON.stringify(
          tickets.map(({ by, assigned_to, ...one }) => ({
            ...one,
            by: people[by].id,
            assigned_to: assigned_to && people[assigned_to].id,
          })),
        ),
      ],
    );
    return { ...people, organization_id, tag, ids: rows.map(({ id }: { id: string }) => id) };
  }

  const actionOf = ({ action, assigned_to }: Case, twin: Twin): TicketBulkBody['action'] => {
    if (action === 'assign') return { type: action, assigned_to: assigned_to && twin[assigned_to].id };
    if (action === 'priority') return { type: action, priority: 'high' };
    return action === 'resolve' ? { type: action, message: 'Ya va.' } : { type: action };
  };

  /** Everything that the action touches, in words that are the same for all twins. */
  async function stateOf(twin: Twin, told: boolean): Promise<string> {
    const state = [
      await query(
        `select t.title, t.status, t.priority, t.assigned_to, t.assigned_name, t.version,
           t.waiting_since is null as works, t.resolved_at is null as unresolved, t.closed_at is null as unclosed,
           t.first_response_at is null as unanswered,
           (select jsonb_agg(jsonb_build_array(m.body, m.side, m.author_name)) from ticket_messages m
             where m.ticket_id = t.id) as messages,
           (select jsonb_agg(jsonb_build_array(a.action, a.organization_id, a.before, a.after)) from audit_log a
             where a.object_id = t.id) as entries
         from tickets t where t.id = any($1::uuid[]) order by t.title`,
        [twin.ids],
      ),
      told
        ? await query(
            `select p.email, n.event, n.object_id is null as many, n.params - 'number' as params
             from notifications n join profiles p on p.id = n.profile_id
             where n.organization_id = $1 order by p.email, n.event, n.params ->> 'title'`,
            [twin.organization_id],
          )
        : [],
      told
        ? await query(
            `select recipient, regexp_replace(message ->> 'subject', '#[0-9]+', '#') as subject from mail.queue
             where organization_id = $1 order by 1, 2`,
            [twin.organization_id],
          )
        : [],
    ];
    let text = JSON.stringify(state, null, 1);
    for (const who of WHO) text = text.replaceAll(twin[who].id, who);
    return text.replaceAll(twin.organization_id, 'organization').replaceAll(twin.tag, 'tag');
  }

  async function allTogether(drawn: Case, twin: Twin, at_once: number) {
    const { cookie } = drawn.by === 'admin' ? twin.admin : superior;
    const signedIn = await readSession(server.platform, cookie);
    if (!signedIn) throw new Error('nobody is signed in');
    const by = {
      actor: signedIn.actor,
      origin: { ip_address: null, user_agent: null, request_id: unique() },
    };
    const filters = { organization_id: twin.organization_id, search: twin.tag };
    const body = { action: actionOf(drawn, twin), chosen: { filters, total: drawn.tickets.length } };
    const answer = await changeTickets(server.platform, by, body, at_once).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (answer instanceof AppError) return { status: answer.status };
    if (answer.transfer_id === null) return { status: 200, changed: answer.changed };
    await takeTurn(server.platform, answer.transfer_id);
    const { state, problem, applied } = (
      await server.send({ url: `/api/transfers/${answer.transfer_id}`, cookie })
    ).json<TransferDetail>();
    expect(['done', 'failed']).toContain(state);
    return state === 'done' ? { status: 200, changed: applied } : { status: ERRORS[problem as ErrorCode] };
  }

  /** Those that the action changes, one request each. */
  async function oneByOne(drawn: Case, twin: Twin) {
    const { cookie } = drawn.by === 'admin' ? twin.admin : superior;
    const statuses: number[] = [];
    for (const [nth, id] of twin.ids.entries()) {
      const { status, priority, assigned_to } = drawn.tickets[nth] as Made;
      const url = `/api/tickets/${id}`;
      const action = actionOf(drawn, twin);
      if (action.type === 'assign' && assigned_to !== drawn.assigned_to)
        statuses.push(
          (await send('PUT', `${url}/assignee`, cookie, { version: 1, assigned_to: action.assigned_to }))
            .statusCode,
        );
      if (action.type === 'priority' && priority !== 'high')
        statuses.push((await send('PATCH', url, cookie, { version: 1, priority: 'high' })).statusCode);
      if (action.type === 'assign' || action.type === 'priority' || isThere(action.type, status)) continue;
      const body = action.type === 'resolve' ? { message: action.message } : {};
      statuses.push((await send('POST', `${url}/${action.type}`, cookie, body)).statusCode);
    }
    return statuses;
  }

  // T13
  test('comes out as if each were changed alone, within the request and by a job', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        const [request, job, alone] = [await makeTwin(drawn), await makeTwin(drawn), await makeTwin(drawn)];
        const outcome = await allTogether(drawn, request, BULK_AT_ONCE);
        expect(await allTogether(drawn, job, 1)).toEqual(outcome);
        const statuses = await oneByOne(drawn, alone);
        const refused = statuses.find((status) => status >= 300);
        expect(outcome).toEqual(refused ? { status: refused } : { status: 200, changed: statuses.length });
        expect(await stateOf(job, true)).toBe(await stateOf(request, true));
        expect(await stateOf(job, false)).toBe(await stateOf(refused ? await makeTwin(drawn) : alone, false));
      }),
      { numRuns: 20 },
    );
    await expect(verifyAudit(server.database)).resolves.toMatchObject({ problems: [] });
  });

  test('tells whoever has one ticket among them of that, and whoever has several once', async () => {
    const made = { status: 'open', priority: 'low', assigned_to: null } as const;
    const drawn: Case = {
      tickets: (['ana', 'ana', 'eva', 'ana'] as const).map((by) => ({ ...made, by })),
      action: 'resolve',
      assigned_to: null,
      by: 'superior',
    };
    const twin = await makeTwin(drawn);
    expect(await allTogether(drawn, twin, BULK_AT_ONCE)).toEqual({ status: 200, changed: 4 });
    const told = await query(
      `select object_id, params from notifications where profile_id = any($1::uuid[]) order by profile_id = $2`,
      [[twin.ana.id, twin.eva.id], twin.eva.id],
    );
    expect(told).toEqual([
      { object_id: null, params: { author: expect.any(String), count: 3 } },
      {
        object_id: twin.ids[2],
        params: { author: expect.any(String), number: expect.any(Number), title: `${twin.tag} 3` },
      },
    ]);
    const many = await queuedMails(server.database, twin.ana.email);
    expect(many.map(({ subject }) => subject)).toEqual(['3 tickets resueltos']);
    expect(many[0]?.text).toMatch(new RegExp(`Ya va\\.[^]*${twin.tag} 1[^]*${twin.tag} 2[^]*${twin.tag} 4`));
    expect(many[0]?.text).not.toContain(`${twin.tag} 3`);
    const one = await queuedMails(server.database, twin.eva.email);
    expect(one.map(({ subject }) => subject)).toEqual([expect.stringContaining(`] ${twin.tag} 3`)]);
  });
});

/** Whether a ticket is left as it is. */
function isThere(action: ActionName, status: Made['status']): boolean {
  if (action === 'start') return status === 'in_progress';
  if (action === 'reopen') return status === 'open' || status === 'in_progress';
  return status === (action === 'resolve' ? 'resolved' : 'closed');
}
