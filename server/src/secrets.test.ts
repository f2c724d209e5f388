import pino from 'pino';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadConfig } from './platform/core/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { startTestServer } from './platform/testing/server.ts';
import { explainFailedStart } from './start-messages.ts';

const CANARY = 'canary-of-a-secret';
/** No server listens there. */
const NOWHERE = '127.0.0.1:1';
const ENV = {
  AUTH_SECRET: `${CANARY}-which-signs-the-sessions`,
  DATABASE_URL: `postgresql://atalaya:${CANARY}@${NOWHERE}/atalaya`,
  SMTP_URL: `smtp://atalaya:${CANARY}@${NOWHERE}`,
  S3_BUCKET: 'atalaya',
  S3_ENDPOINT: `http://${NOWHERE}`,
  S3_ACCESS_KEY_ID: 'atalaya',
  S3_SECRET_ACCESS_KEY: CANARY,
  GOOGLE_CLIENT_ID: 'atalaya',
  GOOGLE_CLIENT_SECRET: CANARY,
  GOOGLE_ISSUER: `http://${NOWHERE}`,
  MICROSOFT_CLIENT_ID: 'atalaya',
  MICROSOFT_CLIENT_SECRET: CANARY,
  INBOUND_MAIL_SECRET: `${CANARY}-of-the-mail-server`,
  INBOUND_MAIL_ADDRESS: 'soporte+{token}@example.test',
  METRICS_TOKEN: `${CANARY}-which-opens-the-metrics`,
};

// C2
test('no secret stands in an answer or in the log, whatever fails', async () => {
  const server = await startTestServer({ env: ENV });
  const { super_admin, admin } = await server.makeCast();
  const { cookie } = admin;
  const post = (url: string, payload: object) => server.send({ method: 'POST', url, payload, cookie });
  const replies = [
    await server.send({ url: '/api/openapi.json' }),
    await server.send({ url: '/api/docs' }),
    await server.send({ url: '/api/configuration' }),
    await server.send({ url: '/.well-known/jwks.json' }),
    await server.send({ url: '/metrics' }),
    await server.send({ url: '/api/session', cookie }),
    await server.send({ url: '/api/settings', cookie: super_admin.cookie }),
    await server.send({ url: `/avatars/${admin.id}/${'0'.repeat(32)}/160.webp` }),
    await post('/api/invitations', { email: 'alguien@example.test' }),
    await post('/api/providers/google/authorization', {}),
    await server.send({
      method: 'POST',
      url: '/api/inbound-mail',
      headers: { 'x-inbound-mail-secret': ENV.INBOUND_MAIL_SECRET, 'content-type': 'message/rfc822' },
      payload: 'Subject: nada\r\n\r\nnada',
    }),
  ];
  await sql`alter table organization_invitations rename to gone`.execute(server.database.kysely);
  replies.push(await post('/api/invitations', { email: 'nadie@example.test' }));
  const statuses = replies.map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 503, 201, 503, 404, 500]);

  const refused = await openDatabase(loadConfig({ ...ENV, DEMO: '0' }), pino({ level: 'silent' })).catch(
    (error: unknown) => explainFailedStart(error),
  );
  expect(refused).toMatch(/No se puede conectar/);
  const log = server.log.join('');
  expect(log).toMatch(/ECONNREFUSED/);
  const seen = [refused, log, ...replies.map(({ headers, body }) => JSON.stringify(headers) + body)];
  for (const text of seen) expect(text).not.toContain(CANARY);
  await server.close();
});
