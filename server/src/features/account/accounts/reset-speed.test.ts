import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import { startSmtp } from '../../../platform/testing/smtp.ts';

/** Mails that wait while a reset leaves; `npm run long-tests` takes 50,000. */
const WAITING = Number(process.env['MAILS'] ?? 400);
/** Resets that others ask for before. */
const ASKED = 60;

// M4
test('a reset that is asked for leaves within five seconds, while any number of other mails wait and others ask too', async () => {
  const smtp = await startSmtp();
  const server = await startTestServer({ env: { SMTP_URL: smtp.url, RATE_LIMIT: 'on' } });
  const organization_id = randomUUID();
  for (let at = 0; at < WAITING; at += 1000)
    await server.database.withSystem('queue mails for a test', (db) =>
      server.platform.mail.enqueueAll(
        db,
        Array.from({ length: Math.min(1000, WAITING - at) }, (_, n) => ({
          to: `aviso-${at + n}@example.test`,
          subject: 'Hola',
          html: '<p>Hola</p>',
          text: 'Hola',
        })),
        { lane: 'bulk', organization_id },
      ),
    );
  const people = [await server.makePerson(), await server.makePerson()];
  await server.platform.jobs.start();
  await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBeGreaterThan(5);
  const ask = (email: string, remoteAddress: string) =>
    server.send({ method: 'POST', url: '/api/password-resets', payload: { email }, remoteAddress });
  const wishes = await Promise.all(
    Array.from({ length: ASKED }, (_, n) =>
      ask(n % 3 ? `nadie-${unique()}@example.test` : people[0]!.email, `10.7.${n >> 6}.${n & 63}`),
    ),
  );
  expect(new Set(wishes.map(({ statusCode }) => statusCode))).toEqual(new Set([202]));
  const asked = performance.now();
  const { email } = people[1]!;
  expect((await ask(email, '203.0.113.5')).statusCode).toBe(202);
  await expect
    .poll(() => smtp.received.flatMap(({ to }) => to).includes(email), { timeout: 60_000, interval: 20 })
    .toBe(true);
  expect(performance.now() - asked).toBeLessThan(5000);
  const { rows } = await server.database.pool.query('select count(*)::int as left from mail.queue');
  expect(rows[0].left).toBeGreaterThan(WAITING / 10);
  await server.close();
  await smtp.close();
}, 300_000);
