import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPasswordRequests } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { startSmtp } from '../../../platform/testing/smtp.ts';
import type { TestSmtp } from '../../../platform/testing/smtp.ts';

let smtp: TestSmtp;
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({ env: { SMTP_URL: smtp.url } });
  cast = await server.makeCast();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object) =>
  server.send({ method, url, cookie: cast.admin.cookie, payload });
const add = async () => {
  const email = `alta-${unique()}@example.test`;
  const made = await send('POST', '/api/users', { first_name: 'Luz', last_name: 'Gil', email, role: 'user' });
  return made.json<{ id: string; email: string }>();
};

test('a link that gives access does not leave for whoever has lost it while it waited', async () => {
  const [stays, deleted, inactive] = [await add(), await add(), await add()];
  const asked = await server.makePerson({ organization_id: cast.organization.id });
  await send('POST', '/api/password-resets', { email: asked.email });
  await answerPasswordRequests(server.platform);
  await send('DELETE', `/api/users/${deleted.id}`, {});
  for (const { id } of [inactive, asked])
    await send('PATCH', `/api/users/${id}`, { version: 1, is_active: false });
  const { rows } = await server.database.pool.query(`select recipient as email from mail.queue`);
  const emails = [stays, deleted, inactive, asked].map(({ email }) => email);
  expect(rows.map(({ email }) => email as string)).toEqual(expect.arrayContaining(emails));
  await server.platform.jobs.start();
  const waiting = async () => (await server.database.pool.query('select 1 from mail.queue')).rows;
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  expect(smtp.received.flatMap(({ to }) => to).filter((to) => emails.includes(to))).toEqual([stays.email]);
});
