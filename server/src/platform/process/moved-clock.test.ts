import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweepTicketFiles } from '../../features/tickets/tickets.jobs.ts';
import { codeShown } from '../../features/account/two-factor/testing/shown-code.ts';
import { loginOf, startIssuerApart } from '../testing/issuer.ts';
import type { TestIssuer } from '../testing/issuer.ts';
import { answerPasswordRequests, newestLink } from '../testing/mails.ts';
import { startTestServer, unique } from '../testing/server.ts';
import type { Cast, TestServer } from '../testing/server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

// F6: the clock of this process goes wrong, the one of the database does not.
describe('a server', () => {
  let server: TestServer;
  let cast: Cast;
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuerApart();
    server = await startTestServer({ env: { RATE_LIMIT: 'on', ...issuer.env('GOOGLE') } });
    cast = await server.makeCast();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(async () => {
    await server.close();
    await issuer.close();
  });

  const moveClock = (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
  };
  const post = (url: string, payload: object, cookie?: string) =>
    server.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
  const run = (text: string, ...values: unknown[]) => server.database.pool.query(text, values);

  /** A session, a link of a reset, an invitation and an API key: how the server answers each now. */
  async function begin() {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    await post('/api/password-resets', { email: person.email });
    await answerPasswordRequests(server.platform);
    const { token: reset } = await newestLink(server.database, person.email);
    const email = `invitada-${unique()}@example.test`;
    const made = await post('/api/invitations', { email }, cast.admin.cookie);
    const invitation_id = made.json<{ invitation: { id: string } }>().invitation.id;
    const shown = await post(`/api/invitations/${invitation_id}/link`, {}, cast.admin.cookie);
    const invitation = shown.json<{ link: string }>().link.split('/').at(-1)!;
    const keyed = await post(
      '/api/profile/api-keys',
      { name: 'una clave', scopes: ['tickets:read'], expires_in_days: 30 },
      person.cookie,
    );
    const { token: key } = keyed.json<{ token: string }>();
    return {
      user_id: person.user_id,
      invitation_id,
      answers: async () => {
        const headers = { authorization: `Bearer ${key}` };
        const [session, link, offer, listed] = [
          await server.send({ url: '/api/tickets', cookie: person.cookie }),
          await post('/api/password-resets/check', { token: reset }),
          await post('/api/invitations/open', { token: invitation }),
          await server.send({ url: '/api/tickets', headers }),
        ];
        const { state } = link.json<{ state: string }>();
        return [session.statusCode, state, offer.statusCode, listed.statusCode];
      },
    };
  }

  test.each([8, -8])('a clock %d days wrong ends nothing early and keeps nothing open', async (days) => {
    const before = await begin();
    moveClock(days);
    expect(await before.answers()).toEqual([200, 'valid', 200, 200]);
    const during = await begin();
    expect(await during.answers()).toEqual([200, 'valid', 200, 200]);
    vi.useRealTimers();
    expect(await during.answers()).toEqual([200, 'valid', 200, 200]);

    moveClock(days);
    await run(
      `update auth."session" set "expiresAt" = now() - interval '1 second' where "userId" = $1`,
      before.user_id,
    );
    await run(
      `update auth.mailed_link set expires_at = now() - interval '1 second' where user_id = $1`,
      before.user_id,
    );
    await run(
      `update organization_invitations set expires_at = now() - interval '1 second' where id = $1`,
      before.invitation_id,
    );
    await run(
      `update api_keys set expires_at = now() - interval '1 second'
       where profile_id = (select id from profiles where user_id = $1)`,
      before.user_id,
    );
    expect(await before.answers()).toEqual([401, 'expired', 404, 401]);
  });

  test.each([8, -8])(
    'a clock %d days wrong leaves limits, queued mails and unsent files alone',
    async (days) => {
      const email = `nadie-${unique()}@example.test`;
      const guess = () => post('/api/session', { email, password: 'otra' });
      for (let n = 0; n < 10; n++) expect((await guess()).statusCode).toBe(401);
      moveClock(days);
      expect((await guess()).statusCode).toBe(429);

      const about = randomUUID();
      const later = { composer: 'test', about, to: email, organization_id: null, to_stranger: true };
      await server.database.withSystem('queue a mail for a test', (db) =>
        server.platform.mail.enqueueLater(db, [later], { after_seconds: 60 }),
      );
      const { rows } = await run(
        `select round(extract(epoch from due_at - now()) / 60)::int as minutes from mail.queue
       where about = $1`,
        about,
      );
      expect(rows).toEqual([{ minutes: 1 }]);

      const { rows: files } = await run(
        `insert into ticket_attachments (id, organization_id, uploaded_by, name, type, bytes)
       values (gen_random_uuid(), $1, $2, 'a.pdf', 'application/pdf', 1) returning id`,
        cast.organization.id,
        cast.user.id,
      );
      await sweepTicketFiles(server.platform);
      const kept = await run('select id from ticket_attachments where id = $1', files[0]?.id);
      expect(kept.rows).toEqual(files);
    },
  );

  test.each([8, -8])(
    'a clock %d days wrong takes the codes that an app shows now, and no others',
    async (days) => {
      const password = 'contraseña larga';
      const password_hash = await server.platform.accounts.hashPassword(password);
      const person = await server.makePerson({ password_hash, organization_id: cast.organization.id });
      moveClock(days);
      const started = await post('/api/profile/two-factor', { password }, person.cookie);
      const { secret } = started.json<{ secret: string }>();
      const confirm = (code: string) => post('/api/profile/two-factor/confirmation', { code }, person.cookie);
      expect((await confirm(codeShown(secret, new Date()))).statusCode).toBe(400);
      const now = () => new Date(vi.getRealSystemTime());
      expect((await confirm(codeShown(secret, now()))).statusCode).toBe(200);

      const challenged = await post('/api/session', { email: person.email, password });
      const challenge = cookieOf(challenged.headers['set-cookie']);
      const finish = (code: string) => post('/api/session/second-factor', { code }, challenge);
      expect((await finish(codeShown(secret, new Date()))).statusCode).toBe(400);
      // The step before was used up by the first code.
      expect((await finish(codeShown(secret, now(), 1))).statusCode).toBe(200);
    },
  );

  test.each([8, -8])('a clock %d days wrong lets nobody’s way back from a provider lapse', async (days) => {
    const email = `ana-${unique()}@example.test`;
    const enter = async () => {
      const begun = await post('/api/providers/google/authorization', {});
      const back = await issuer.signIn(begun.json<{ url: string }>().url, loginOf(email));
      return { url: back.pathname + back.search, cookie: cookieOf(begun.headers['set-cookie']) };
    };
    // Begun at one of several processes, answered at another whose clock is wrong.
    const begun = await enter();
    moveClock(days);
    expect((await server.send(begun)).headers['location']).toBe('/admin');
    expect((await server.send(await enter())).headers['location']).toBe('/admin');
  });
});

/** The first cookie that an answer sets, as the next request sends it. */
const cookieOf = (headers: string | string[] | number | undefined) =>
  String([headers ?? []].flat()[0]).split(';', 1)[0]!;
