import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { replyAddressOf } from './reply-address.ts';

const SECRET = 'a secret of the mail server, long enough';
/** Mails of one person in an hour: to one ticket, and to all of them. */
const PER_TICKET = 20;
const PER_SENDER = 60;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: {
      INBOUND_MAIL_SECRET: SECRET,
      INBOUND_MAIL_ADDRESS: 'soporte+{token}@ayuda.test',
      RATE_LIMIT: 'on',
    },
  });
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<TestServer['makePerson']>>;
async function open({ cookie }: Person): Promise<TicketDetail> {
  const payload = { title: 'Correo', description: 'No va.' };
  return (await server.send({ method: 'POST', url: '/api/tickets', cookie, payload })).json<TicketDetail>();
}
const addressOf = ({ number }: TicketDetail, { id: profile_id }: Person) =>
  replyAddressOf(server.platform.config, { number, generation: 0, profile_id }) ?? '';
async function deliver(to: string, from: string) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/inbound-mail',
    headers: { 'x-inbound-mail-secret': SECRET, 'content-type': 'message/rfc822' },
    payload: `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${unique()}@test>\r\n\r\nHola`,
  });
  return { status: reply.statusCode, retry: Number(reply.headers['retry-after'] ?? 0) };
}
/** Has so many of a limit be taken already; how many were. */
async function setTaken(limit: 'inbound-mail-sender' | 'inbound-mail-ticket', taken: number) {
  const { rows } = await server.database.pool.query<{ taken: number }>(
    `with before as (select key, taken from rate_limits where key like $1 || ':%'),
      changed as (update rate_limits r set taken = $2 from before where r.key = before.key)
     select taken from before`,
    [limit, taken],
  );
  return rows.map((row) => row.taken);
}

// P5
test('one person has so many mails an hour to one ticket and in all, and a stranger uses up none of them', async () => {
  const { id: organization_id } = await server.makeOrganization();
  const ana = await server.makePerson({ organization_id });
  const eva = await server.makePerson({ organization_id });
  const first = addressOf(await open(ana), ana);
  const second = addressOf(await open(ana), ana);
  // In her name to an address that is none, and to hers in the name of another person.
  for (const [to, from] of [
    ['soporte+anything@ayuda.test', ana.email],
    [first, eva.email],
  ] as const)
    for (let n = 0; n <= PER_SENDER; n++) expect((await deliver(to, from)).status).toBe(404);

  expect((await deliver(first, ana.email)).status).toBe(204);
  expect(await setTaken('inbound-mail-ticket', PER_TICKET - 1)).toEqual([1]);
  expect((await deliver(first, ana.email)).status).toBe(204);
  const refused = await deliver(first, ana.email);
  expect(refused.status).toBe(429);
  expect(refused.retry).toBeGreaterThan(0);
  // What is refused for its ticket is not counted in all of hers, and to another ticket there is room.
  expect(await setTaken('inbound-mail-sender', PER_SENDER - 1)).toEqual([2]);
  expect((await deliver(second, ana.email)).status).toBe(204);
  expect((await deliver(second, ana.email)).status).toBe(429);
  // Others have their own.
  expect((await deliver(addressOf(await open(eva), eva), eva.email)).status).toBe(204);
});
