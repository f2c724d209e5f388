import type { TicketMessage } from '@atalaya/contract/ticket-messages';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';

const HOUR = 3_600;

describe('the conversation', () => {
  let server: TestServer;
  let cast: Cast;
  let colleague: Cast['super_admin'];
  beforeAll(async () => {
    server = await startTestServer();
    cast = await server.makeCast();
    colleague = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(() => server.close());

  type Person = { cookie: string };
  const post = (who: Person, url: string, payload: object) =>
    server.send({ method: 'POST', url: `/api/tickets${url}`, payload, cookie: who.cookie });
  const open = async (values: object = {}) =>
    (
      await post(cast.user, '', { title: `Ticket ${unique()}`, description: 'No funciona.', ...values })
    ).json<TicketDetail>();
  const reply = (who: Person, id: string, values: object = {}) =>
    post(who, `/${id}/messages`, { body: 'Hola', seen_message_id: null, confirm_answered: true, ...values });
  const answered = async (who: Person, id: string, values: object = {}) =>
    (await reply(who, id, values)).json<TicketDetail>();
  const assign = (id: string, assigned_to: string, version = 1) =>
    server.send({
      method: 'PUT',
      url: `/api/tickets/${id}/assignee`,
      payload: { version, assigned_to },
      cookie: cast.super_admin.cookie,
    });
  /** Moves instants of a ticket back, as if hours had passed. */
  const age = (id: string, hours: number, ...columns: string[]) =>
    server.database.pool.query(
      `update tickets set ${columns.map((column) => `${column} = ${column} - $2::interval`).join(', ')} where id = $1`,
      [id, `${hours} hours`],
    );

  test('goes from open to closed and back, and every wrong step is refused', async () => {
    const { id } = await open();
    expect(await answered(cast.super_admin, id)).toMatchObject({ status: 'in_progress' });
    expect(await answered(cast.user, id)).toMatchObject({ status: 'in_progress', waiting_since: null });
    expect((await post(cast.admin, `/${id}/start`, {})).json()).toMatchObject({
      code: 'ticket.wrong_status',
      params: { status: 'in_progress' },
    });
    expect((await post(cast.admin, `/${id}/resolve`, { message: ' ' })).statusCode).toBe(400);
    const resolved = (
      await post(cast.admin, `/${id}/resolve`, { message: 'Arreglado' })
    ).json<TicketDetail>();
    expect(resolved).toMatchObject({
      status: 'resolved',
      messages: [{}, {}, { body: 'Arreglado', side: 'staff' }],
    });
    expect(resolved.resolution_seconds).toBeGreaterThanOrEqual(0);
    expect(await answered(cast.user, id)).toMatchObject({
      status: 'open',
      resolved_at: null,
      resolution_seconds: null,
    });
    await post(cast.admin, `/${id}/resolve`, { message: 'Ahora sí' });
    const closed = (await post(cast.user, `/${id}/close`, { message: 'Gracias' })).json<TicketDetail>();
    expect(closed).toMatchObject({ status: 'closed', waiting_since: null });
    expect(closed.messages.at(-1)).toMatchObject({ body: 'Gracias', side: 'customer' });
    expect(closed.resolved_at).not.toBeNull();
    expect((await reply(cast.user, id)).json()).toMatchObject({ code: 'ticket.wrong_status' });
    const reopened = (await post(cast.user, `/${id}/reopen`, {})).json<TicketDetail>();
    expect(reopened).toMatchObject({ status: 'open', closed_at: null, resolved_at: null });
    expect(reopened.history.filter(({ change }) => change !== 'replied').map(({ change }) => change)).toEqual(
      'created resolved resolved closed reopened'.split(' '),
    );
  });

  test.each([
    ['is deactivated', 'is_active = false'],
    ['goes to the bin', 'deleted_at = now()'],
    ['is no admin any more', "role = 'user'"],
    ['leaves the organization', 'organization_id = null'],
  ])('once whoever has a ticket %s, the admins hear of the answers of its author', async (_, set) => {
    const { admin, user } = await server.makeCast();
    const agent = await server.makePerson({ role: 'admin', organization_id: user.organization_id });
    const text = { title: 'Impresora', description: 'No va.' };
    const { id } = (await post(user, '', text)).json<TicketDetail>();
    expect((await assign(id, agent.id)).statusCode).toBe(200);
    await server.database.pool.query(`update profiles set ${set} where id = $1`, [agent.id]);
    const told = async (who: { email: string }) => (await queuedMails(server.database, who.email)).length;
    const [before, gone] = [await told(admin), await told(agent)];
    expect((await reply(user, id)).statusCode).toBe(201);
    expect([(await told(admin)) - before, (await told(agent)) - gone]).toEqual([1, 0]);
  });

  test('times leave out what was spent waiting for the customer, resolved and closed', async () => {
    const { id } = await open();
    await age(id, 2, 'created_at');
    const first = await answered(cast.super_admin, id);
    const hours = (seconds: number | null) => Math.round((seconds ?? -HOUR) / HOUR);
    expect(hours(first.first_response_seconds)).toBe(2);
    expect(first.waiting_since).not.toBeNull();
    await age(id, 3, 'created_at', 'first_response_at', 'waiting_since');
    const back = await answered(cast.user, id);
    expect([hours(back.waited_seconds), hours(back.first_response_seconds)]).toEqual([3, 2]);
    const resolve = async () =>
      (await post(cast.super_admin, `/${id}/resolve`, { message: 'Hecho' })).json<TicketDetail>();
    expect(hours((await resolve()).resolution_seconds)).toBe(2);
    await age(id, 5, 'created_at', 'first_response_at', 'resolved_at', 'waiting_since');
    await post(cast.user, `/${id}/close`, {});
    await age(id, 7, 'created_at', 'first_response_at', 'resolved_at', 'closed_at');
    const again = (await post(cast.user, `/${id}/reopen`, {})).json<TicketDetail>();
    expect(hours(again.waited_seconds)).toBe(15);
    await age(id, 1, 'created_at', 'first_response_at');
    expect(hours((await resolve()).resolution_seconds)).toBe(3);
  });

  test('the report of times tells the seconds that the tickets themselves tell', async () => {
    const organization = await server.makeOrganization();
    const { id: organization_id } = organization;
    const customer = await server.makePerson({ organization_id });
    const told: TicketDetail[] = [];
    for (const waits of [1, 2, 4]) {
      const text = { title: 'Impresora', description: 'No va.' };
      const { id } = (await post(customer, '', text)).json<TicketDetail>();
      await age(id, waits, 'created_at');
      await reply(cast.super_admin, id);
      await age(id, 10, 'created_at', 'first_response_at', 'waiting_since');
      await reply(customer, id);
      await age(id, waits, 'created_at', 'first_response_at');
      told.push((await post(cast.super_admin, `/${id}/resolve`, { message: 'Hecho' })).json<TicketDetail>());
    }
    const { cookie } = cast.super_admin;
    const url = `/api/reports?report=times&organization_id=${organization_id}&period=7d`;
    const { totals } = (await server.send({ url, cookie })).json<{ totals: { values: number[] }[] }>();
    // How many, half and nine tenths of them: of three, the second and the third.
    const spread = (all: (number | null)[]) => [3, all[1], all[2]];
    expect(totals[0]?.values).toEqual([
      ...spread(told.map((ticket) => ticket.first_response_seconds)),
      ...spread(told.map((ticket) => ticket.resolution_seconds)),
    ]);
    const hours = told.map(({ resolution_seconds }) => Math.round((resolution_seconds ?? -HOUR) / HOUR));
    expect(hours).toEqual([2, 4, 8]);
  });

  test('whoever has not seen an answer is told of it, of two at once one; confirmed, it goes out', async () => {
    const { id } = await open();
    const [seen] = (await answered(cast.user, id)).messages;
    const seen_message_id = seen?.id ?? null;
    const careful = { seen_message_id, confirm_answered: undefined };
    const both = await Promise.all([cast.super_admin, colleague].map((who) => reply(who, id, careful)));
    expect(both.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
    const late = both[0]?.statusCode === 409 ? cast.super_admin : colleague;
    const refused = both.find((answer) => answer.statusCode === 409)?.json<{ current: TicketMessage[] }>();
    expect(refused).toMatchObject({
      code: 'ticket.answered_meanwhile',
      current: [{ body: 'Hola', side: 'staff' }],
    });
    const newest = refused?.current.at(-1)?.id;
    expect((await reply(late, id, { seen_message_id, confirm_answered: true })).statusCode).toBe(201);
    // The own answer is no news, the other's was seen.
    expect((await reply(late, id, { ...careful, seen_message_id: newest })).statusCode).toBe(201);
  });

  test('a note is for super_admins alone: it warns them, moves nothing and tells nobody', async () => {
    const { id } = await open({});
    expect((await reply(cast.admin, id, { visibility: 'internal' })).statusCode).toBe(403);
    const note = { visibility: 'internal', body: 'secreto' };
    expect(await answered(colleague, id, note)).toMatchObject({ status: 'open', first_response_at: null });
    expect(await queuedMails(server.database, cast.user.email)).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('secreto') as string }),
    );
    const unseen = { seen_message_id: null, confirm_answered: undefined };
    expect((await reply(cast.user, id, unseen)).statusCode).toBe(201);
    const warned = (await reply(cast.super_admin, id, unseen)).json<{ current: TicketMessage[] }>();
    expect(warned.current.map(({ visibility }) => visibility)).toEqual(['internal', 'public']);
  });

  test('mails go to those concerned, in the same transaction, and to nobody else', async () => {
    const [writer, helper] = [await server.makePerson({ organization_id: cast.organization.id }), colleague];
    const title = `Asunto ${unique()} <b>`;
    // What would break the subject's line does not even become a title.
    const broken = { title: `${title}\u2028Bcc: x@example.test`, description: 'x' };
    expect((await post(writer, '', broken)).statusCode).toBe(400);
    const { id, number } = (await post(writer, '', { title, description: 'x' })).json<TicketDetail>();
    const subjectsTo = async (email: string) =>
      (await queuedMails(server.database, email)).filter(({ subject }) => subject.startsWith(`[#${number}]`));
    expect(await subjectsTo(writer.email)).toEqual([]);
    await assign(id, helper.id);
    expect(await subjectsTo(helper.email)).toHaveLength(1);
    await reply(writer, id, { body: 'Sigue igual' });
    const [, toHelper] = await subjectsTo(helper.email);
    expect(toHelper?.text).toContain('Sigue igual');
    expect(toHelper?.text).toContain(`/admin/tickets?ticket=${id}`);
    await reply(helper, id, { body: '<script>' });
    const [toWriter] = await subjectsTo(writer.email);
    expect(toWriter?.html).toContain('&lt;script&gt;');
    expect(toWriter?.subject).toContain(title);
    expect(toWriter?.subject).not.toMatch(/[\r\n\u2028]/);
    await post(helper, `/${id}/resolve`, { message: 'Listo' });
    await post(writer, `/${id}/close`, {});
    expect([(await subjectsTo(writer.email)).length, (await subjectsTo(helper.email)).length]).toEqual([
      2, 3,
    ]);
    // Refused: nothing was queued.
    await reply(writer, id);
    expect(await subjectsTo(helper.email)).toHaveLength(3);
  });

  test('while a ticket is nobody’s, the admins of its organization are told of it, but not of what they did', async () => {
    const { organization } = await server.makeCast();
    const of = { organization_id: organization.id } as const;
    const [first, second] = [
      await server.makePerson({ ...of, role: 'admin' }),
      await server.makePerson({ ...of, role: 'admin' }),
    ];
    const writer = await server.makePerson(of);
    const { id, number } = (
      await post(writer, '', { title: 'Sin asignar', description: 'No imprime' })
    ).json<TicketDetail>();
    const textsTo = async ({ email }: { email: string }) =>
      (await queuedMails(server.database, email))
        .filter(({ subject }) => subject.startsWith(`[#${number}]`))
        .map(({ text }) => text);
    const unreadOf = async ({ cookie }: { cookie: string }) =>
      (await server.send({ url: '/api/notifications/unread', cookie })).json<{ unread: number }>().unread;
    expect(await textsTo(first)).toEqual([expect.stringMatching(/ha abierto este ticket:[^]*No imprime/)]);
    expect([await unreadOf(first), await unreadOf(second)]).toEqual([1, 1]);
    expect([await textsTo(writer), await textsTo(cast.admin), await unreadOf(cast.super_admin)]).toEqual([
      [],
      [],
      0,
    ]);
    const { version } = await answered(writer, id, { body: 'Sigue igual' });
    expect([await unreadOf(first), await unreadOf(second)]).toEqual([2, 2]);
    await assign(id, second.id, version);
    await reply(writer, id, { body: 'Y ahora' });
    expect([(await textsTo(first)).length, (await textsTo(second)).length]).toEqual([2, 4]);
    await post(first, '', { title: 'Propio', description: 'x' });
    expect([await unreadOf(first), await unreadOf(second)]).toEqual([2, 5]);
  });
});
