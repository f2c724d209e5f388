import type { Settings } from '@atalaya/contract/settings';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { startSmtp } from '../../platform/testing/smtp.ts';
import type { TestSmtp } from '../../platform/testing/smtp.ts';
import { codeShown } from '../account/two-factor/testing/shown-code.ts';

const security = {
  two_factor_required: true,
  session_idle_hours: 2,
  session_absolute_hours: 24,
  allowed_domains: [],
};

describe('settings', () => {
  let server: TestServer;
  let cast: Cast;
  let smtp: TestSmtp;
  let answer: ((error?: Error) => void) | null = null;
  beforeAll(async () => {
    smtp = await startSmtp({
      onRcptTo: (_address, _session, accept) => {
        if (answer) return accept(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
        return accept();
      },
    });
    server = await startTestServer({ env: { SMTP_URL: smtp.url } });
    // The settings may require a second factor of them all.
    cast = await server.makeCast({ two_factor: true });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  const get = (cookie: string, organization_id?: string) =>
    server.send({
      url: `/api/settings${organization_id ? `?organization_id=${organization_id}` : ''}`,
      cookie,
    });
  const put = (cookie: string, section: string, payload: object, organization_id?: string) =>
    server.send({
      method: 'PUT',
      url: `/api/settings/${section}${organization_id ? `?organization_id=${organization_id}` : ''}`,
      cookie,
      payload,
    });
  const query = async (text: string, values: unknown[]) =>
    (await server.database.pool.query(text, values)).rows;
  const bossOf = async () => {
    const organization = await server.makeOrganization();
    const organization_id = organization.id;
    const admin = await server.makePerson({ role: 'admin', organization_id, two_factor: true });
    return { organization, admin };
  };

  test('an admin changes their own section by section, each audited with what it was', async () => {
    const { organization, admin } = await bossOf();
    const fresh = (await get(admin.cookie)).json<Settings>();
    expect(fresh).toMatchObject({
      organization: { id: organization.id, name: organization.name },
      general: null,
      two_factor_required: false,
      session_idle_hours: null,
      inherited: { session_idle_hours: 24, session_absolute_hours: 168 },
      version: 1,
    });
    const asked = { ...security, allowed_domains: [' ACME.com ', 'acme.com', 'b.test'] };
    const secured = await put(admin.cookie, 'security', { version: 1, ...asked });
    expect(secured.json()).toMatchObject({
      ...security,
      allowed_domains: ['acme.com', 'b.test'],
      version: 2,
    });
    const mail = { sender_name: ' Empresa Ñ ', reply_to: 'Ayuda@acme.com' };
    const mailed = await put(admin.cookie, 'mail', { version: 2, ...mail });
    expect(mailed.json()).toMatchObject({
      two_factor_required: true,
      sender_name: 'Empresa Ñ',
      reply_to: 'ayuda@acme.com',
      version: 3,
    });
    expect((await get(admin.cookie)).json()).toEqual(mailed.json());
    const audited = await query(
      `select before, after from audit_log where organization_id = $1 and action = 'settings.updated' order by id`,
      [organization.id],
    );
    expect(audited).toEqual([
      {
        before: {
          two_factor_required: false,
          session_idle_hours: null,
          session_absolute_hours: null,
          allowed_domains: [],
        },
        after: { ...security, allowed_domains: ['acme.com', 'b.test'] },
      },
      {
        before: { sender_name: null, reply_to: null },
        after: { sender_name: 'Empresa Ñ', reply_to: 'ayuda@acme.com' },
      },
    ]);
  });

  const first = { session_idle_hours: 3, session_absolute_hours: 30, allowed_domains: ['uno.test'] };
  const closed = { event: 'ticket.closed', screen: false, mail: false };
  /** Every section, with what is saved, and what of it is audited. */
  const SECTIONS = [
    ['general', { language: 'en', time_zone: 'Atlantic/Canary' }],
    ['security', { ...first, two_factor_required: true }],
    ['mail', { sender_name: 'Uno', reply_to: 'uno@uno.test' }],
    [
      'notifications',
      { notifications: [closed] },
      { notifications: { [closed.event]: { screen: false, mail: false } } },
    ],
  ] as const;
  const WHOSE = [
    'an admin their own',
    'a super_admin an organization’s',
    'a super_admin the system’s',
  ] as const;
  const saves = WHOSE.flatMap((whose) =>
    SECTIONS.map(([section, values, audited]) => [whose, section, values, audited ?? values] as const),
  );

  // L1
  test.each(saves)('%s: %s, once per version, audited; a stale save is refused', async (...save) => {
    const [whose, section, values, after] = save;
    const { organization, admin } = await bossOf();
    const isOf = { 'an admin their own': admin, 'a super_admin an organization’s': cast.super_admin };
    const actor = whose === 'a super_admin the system’s' ? cast.super_admin : isOf[whose];
    const organization_id = whose === 'a super_admin the system’s' ? null : organization.id;
    // Name, language and zone of an organization are its own, and are saved with it.
    const isOwnField = section === 'general' && organization_id !== null;
    const general = `/api/organizations/${organization.id}`;
    type Stored = { version: number };
    const read = async () =>
      (isOwnField
        ? await server.send({ url: general, cookie: actor.cookie })
        : await get(actor.cookie, organization_id ?? undefined)
      ).json<Stored>();
    const attempt = (version: number) =>
      isOwnField
        ? server.send({
            method: 'PATCH',
            url: general,
            cookie: actor.cookie,
            payload: { version, ...values },
          })
        : put(actor.cookie, section, { version, ...values }, organization_id ?? undefined);
    const entries = () =>
      query(
        `select actor_profile_id, after from audit_log where action = $1 and actor_profile_id = $2
           and organization_id is not distinct from $3 order by id`,
        [isOwnField ? 'organization.updated' : 'settings.updated', actor.id, organization_id],
      );
    const [{ version }, before] = [await read(), await entries()];
    const saved = await attempt(version);
    expect([saved.statusCode, saved.json<Stored>().version]).toEqual([200, version + 1]);
    const entry = { actor_profile_id: actor.id, after: expect.objectContaining(after) };
    const audited = [...before, entry];
    expect(await entries()).toEqual(audited);
    const stored = await read();
    const stale = await attempt(version);
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'object.stale', current: expect.objectContaining(stored) }),
    ]);
    expect([await read(), await entries()]).toEqual([stored, audited]);
    if (organization_id === null)
      await query(
        `update settings set language = null, time_zone = null, two_factor_required = false,
           session_idle_hours = null, session_absolute_hours = null, allowed_domains = '{}', sender_name = null,
           reply_to = null, notifications = '{}' where organization_id is null`,
        [],
      );
  });

  test('a stale save is refused with what is stored, and of eight first saves one counts', async () => {
    const { admin } = await bossOf();
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        put(admin.cookie, 'mail', { version: 1, sender_name: `N${n}`, reply_to: null }),
      ),
    );
    const won = saves.filter((reply) => reply.statusCode === 200);
    expect(won).toHaveLength(1);
    for (const lost of saves.filter((reply) => reply.statusCode !== 200))
      expect(lost.json()).toMatchObject({ code: 'object.stale', current: won[0]?.json() });
  });

  // T2, T7
  test("another organization's answer as one that does not exist; users and strangers are refused", async () => {
    const { organization } = await bossOf();
    const nobodys = '00000000-0000-4000-8000-000000000000';
    for (const id of [organization.id, nobodys]) {
      expect((await get(cast.admin.cookie, id)).json()).toMatchObject({ code: 'object.not_found' });
      const refused = await put(cast.admin.cookie, 'security', { version: 1, ...security }, id);
      expect(refused.statusCode).toBe(404);
    }
    expect((await get(cast.super_admin.cookie, nobodys)).statusCode).toBe(404);
    for (const cookie of [cast.user.cookie, cast.stranger.cookie])
      expect((await get(cookie)).statusCode).toBe(403);
    expect((await server.send({ url: '/api/settings' })).statusCode).toBe(401);
    const general = { version: 1, language: 'en', time_zone: 'UTC' };
    expect((await put(cast.admin.cookie, 'general', general)).statusCode).toBe(403);
    expect(await query('select 1 from settings where organization_id = $1', [organization.id])).toEqual([]);
  });

  test.each([
    ['security', { session_idle_hours: 25 }, 'session_idle_hours'],
    ['security', { session_absolute_hours: 169 }, 'session_absolute_hours'],
    ['security', { allowed_domains: ['no'] }, 'allowed_domains.0'],
    ['mail', { sender_name: 'A\r\nBcc: x@y.zz', reply_to: null }, 'sender_name'],
    ['mail', { sender_name: null, reply_to: 'nadie' }, 'reply_to'],
    ['general', { language: 'es', time_zone: 'Europe/Nowhere' }, 'time_zone'],
  ])('%s refuses %j at its field', async (section, wrong, field) => {
    const base = section === 'security' ? security : {};
    const reply = await put(cast.super_admin.cookie, section, { version: 1, ...base, ...wrong });
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ fields: { field: string }[] }>().fields[0]?.field).toBe(`body.${field}`);
  });

  test('the slug is never an admin’s to change; name, language and zone are', async () => {
    const { organization, admin } = await bossOf();
    const patch = (payload: object) =>
      server.send({
        method: 'PATCH',
        url: `/api/organizations/${organization.id}`,
        cookie: admin.cookie,
        payload,
      });
    expect((await patch({ version: 1, slug: 'otro' })).statusCode).toBe(403);
    expect((await patch({ version: 1, time_zone: 'Mars/Base' })).statusCode).toBe(400);
    const saved = await patch({ version: 1, language: 'en', time_zone: 'Atlantic/Canary' });
    expect(saved.json()).toMatchObject({ language: 'en', time_zone: 'Atlantic/Canary', version: 2 });
  });

  // S5
  test('a shorter session holds at once, for sessions that are open too, and never lengthens one', async () => {
    const { organization, admin } = await bossOf();
    const isIn = async () => (await get(admin.cookie)).statusCode === 200;
    const set = (idle: number | null, absolute: number | null) =>
      query(
        `insert into settings (organization_id, session_idle_hours, session_absolute_hours) values ($1, $2, $3)
         on conflict (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid))
         do update set session_idle_hours = $2, session_absolute_hours = $3`,
        [organization.id, idle, absolute],
      );
    const age = (started: string, used: string) =>
      query(
        `update auth."session" set "createdAt" = now() - $2::interval, "updatedAt" = now() - $3::interval,
           "expiresAt" = now() - $3::interval + interval '24 hours' where "userId" = $1`,
        [admin.user_id, started, used],
      );
    await set(2, null);
    await age('3 hours', '1 hour 59 minutes');
    expect(await isIn()).toBe(true);
    // It was used, and so counts from now again.
    expect(
      await query(
        `select "updatedAt" > now() - interval '1 minute' as renewed from auth."session" where "userId" = $1`,
        [admin.user_id],
      ),
    ).toEqual([{ renewed: true }]);
    await age('3 hours', '2 hours 1 second');
    expect(await isIn()).toBe(false);
    await set(null, 8);
    await age('7 hours 59 minutes', '3 hours');
    expect(await isIn()).toBe(true);
    await age('8 hours 1 second', '1 second');
    expect(await isIn()).toBe(false);
    // One that has ended so is in no list either.
    const again = await server.signIn(admin.email);
    const listed = await server.send({ url: '/api/profile/sessions', cookie: again });
    expect(listed.json<{ items: unknown[] }>().items).toHaveLength(1);
    await set(24, 168);
    await age('7 days 1 second', '1 second');
    expect(await isIn()).toBe(false);
  });

  test('only allowed domains are invited, join and are added', async () => {
    const { organization, admin } = await bossOf();
    const send = (url: string, payload: object, cookie = admin.cookie) =>
      server.send({ method: 'POST', url, payload, cookie });
    const early = `${unique()}@fuera.test`;
    expect((await send('/api/invitations', { email: early, role: 'user' })).statusCode).toBe(201);
    await put(admin.cookie, 'security', {
      version: 1,
      ...security,
      two_factor_required: false,
      allowed_domains: ['dentro.test'],
    });
    const refused = { code: 'organization.domain_not_allowed', params: { domains: 'dentro.test' } };
    const person = { first_name: 'Ana', last_name: 'Gil', role: 'user', is_active: true };
    const outside = `${unique()}@sub.dentro.test`;
    for (const reply of [
      await send('/api/invitations', { email: outside, role: 'user' }),
      await send('/api/users', { ...person, email: outside }),
      await send(
        '/api/invitations',
        { email: outside, role: 'user', organization_id: organization.id },
        cast.super_admin.cookie,
      ),
    ])
      expect(reply.json()).toMatchObject(refused);
    const { results } = (
      await send('/api/invitations/check', { emails: [outside, 'uno@dentro.test'] })
    ).json<{ results: unknown }>();
    expect(results).toEqual([
      { email: outside, check: 'domain_not_allowed' },
      { email: 'uno@dentro.test', check: 'ok' },
    ]);
    const raw = smtp.received.find((mail) => mail.to.includes(early))?.raw ?? '';
    const token = /accept\/([\w-]+)/.exec((await PostalMime.parse(raw)).text ?? '')?.[1];
    const joined = await send(
      '/api/invitations/accept',
      { token, first_name: 'Eva', last_name: 'Sol', password: 'una frase larga' },
      '',
    );
    expect(joined.json()).toMatchObject(refused);
    expect((await send('/api/users', { ...person, email: `${unique()}@dentro.test` })).statusCode).toBe(201);
    const elsewhere = await server.makePerson({ organization_id: cast.organization.id });
    const moved = await server.send({
      method: 'PATCH',
      url: `/api/users/${elsewhere.id}`,
      cookie: cast.super_admin.cookie,
      payload: { version: 1, organization_id: organization.id },
    });
    expect(moved.json()).toMatchObject(refused);
  });

  test('people who have not chosen are told as their organization says, and it as the system', async () => {
    const { organization, admin } = await bossOf();
    const events = async (cookie: string, id?: string) => {
      const { notifications, version } = (await get(cookie, id)).json<Settings>();
      return { version, of: (event: string) => notifications.find((each) => each.event === event) };
    };
    const save = async (cookie: string, notifications: object[]) => {
      const { version } = await events(cookie);
      const saved = await put(cookie, 'notifications', { version, notifications });
      expect(saved.statusCode).toBe(200);
    };
    const preferred = async (event: string) =>
      (await server.send({ url: '/api/notifications/preferences', cookie: admin.cookie }))
        .json<{ items: { event: string }[] }>()
        .items.find((each) => each.event === event);
    const boss = cast.super_admin.cookie;
    const [closed, opened] = ['ticket.closed', 'ticket.reopened'];
    await save(boss, [{ event: closed, screen: true, mail: false }]);
    expect((await events(admin.cookie)).of(closed)).toMatchObject({ screen: true, mail: false });
    await save(admin.cookie, [
      { event: closed, screen: true, mail: true },
      { event: opened, screen: false, mail: true },
    ]);
    expect(await preferred(closed)).toMatchObject({ screen: true, mail: true });
    expect(await preferred(opened)).toMatchObject({ screen: false, mail: true });
    expect((await events(boss)).of(opened)).toMatchObject({ screen: true, mail: true });
    // What is as it would be anyway is not kept: it goes on following the system.
    await save(admin.cookie, [{ event: closed, screen: true, mail: false }]);
    const kept = await query('select notifications from settings where organization_id = $1', [
      organization.id,
    ]);
    expect(kept).toEqual([{ notifications: { [opened]: { screen: false, mail: true } } }]);
    expect((await events(admin.cookie)).of('invoice.issued')).toMatchObject({ screen: true, mail: null });
    const wrong = await put(admin.cookie, 'notifications', {
      version: 1,
      notifications: [{ event: 'security.new_device', screen: false, mail: false }],
    });
    expect(wrong.statusCode).toBe(400);
    await save(boss, [{ event: closed, screen: true, mail: true }]);
  });

  test('the mail with which an admin lets somebody choose a password is their organization’s', async () => {
    const { organization, admin } = await bossOf();
    const { email: reply_to } = await server.makePerson({ organization_id: organization.id });
    await put(admin.cookie, 'mail', { version: 1, sender_name: 'Gente Norte', reply_to });
    const person = await server.makePerson({ organization_id: organization.id });
    await server.send({
      method: 'POST',
      url: `/api/users/${person.id}/password-reset`,
      cookie: admin.cookie,
      payload: {},
    });
    expect(await queuedMails(server.database, person.email)).toMatchObject([
      { sender_name: 'Gente Norte (vía Atalaya)', reply_to },
    ]);
  });

  test('mails about one’s own account are one’s organization’s too, in one’s own language', async () => {
    const { organization, admin } = await bossOf();
    const { email: reply_to } = await server.makePerson({ organization_id: organization.id });
    await put(admin.cookie, 'mail', { version: 1, sender_name: 'Gente Sur', reply_to });
    const password_hash = await server.platform.accounts.hashPassword('contraseña larga');
    const person = await server.makePerson({ organization_id: organization.id, password_hash });
    const post = (url: string, payload: object, cookie?: string) =>
      server.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
    const { email, cookie } = person;
    await query(`update profiles set language = 'en' where id = $1`, [person.id]);
    // The address has an account already; then its password changes, and a second factor comes.
    const names = { first_name: 'Ana', last_name: 'Gil', password: 'otra distinta' };
    expect((await post('/api/accounts', { ...names, email })).statusCode).toBe(202);
    const passwords = { current_password: 'contraseña larga', password: 'contraseña nueva' };
    const changed = await server.send({
      method: 'PUT',
      url: '/api/profile/password',
      payload: passwords,
      cookie,
    });
    expect(changed.statusCode).toBe(204);
    const { secret } = (
      await post('/api/profile/two-factor', { password: 'contraseña nueva' }, cookie)
    ).json<{ secret: string }>();
    const code = codeShown(secret, new Date());
    expect((await post('/api/profile/two-factor/confirmation', { code }, cookie)).statusCode).toBe(200);

    const mails = await queuedMails(server.database, email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'You already have an Atalaya account',
      'Your Atalaya password was changed',
      'Two-step verification is on · Atalaya',
    ]);
    for (const mail of mails)
      expect(mail).toMatchObject({ sender_name: 'Gente Sur (vía Atalaya)', reply_to });
  });

  // M5
  test('answers go nowhere but to an address that somebody of the organization has proven', async () => {
    const { organization, admin } = await bossOf();
    const elsewhere = await bossOf();
    const { id: organization_id } = organization;
    const waiting = await server.makePerson({ organization_id, email_verified: false });
    const own = await server.makePerson({ organization_id });
    const used = [];
    let version = 1;
    for (const reply_to of ['nadie@evil.test', elsewhere.admin.email, waiting.email, own.email]) {
      const saved = (
        await put(admin.cookie, 'mail', { version, sender_name: null, reply_to })
      ).json<Settings>();
      version = saved.version;
      const effective = await server.database.withTenant(
        { ...admin, profile_id: admin.id, organization_id } as never,
        (db) => readSettings(db, organization_id),
      );
      expect([saved.reply_to, effective.reply_to]).toEqual([reply_to, saved.reply_to_used ? reply_to : null]);
      used.push(saved.reply_to_used);
    }
    expect(used).toEqual([false, false, false, true]);
  });

  test('the system’s settings are the floor of every organization, and its own come first', async () => {
    const { organization, admin } = await bossOf();
    const boss = cast.super_admin.cookie;
    const save = async (section: string, values: object, id?: string) => {
      const { version } = (await get(boss, id)).json<Settings>();
      const saved = await put(boss, section, { version, ...values }, id);
      expect(saved.statusCode).toBe(200);
      return saved.json<Settings>();
    };
    const everybody = { ...security, session_absolute_hours: 48, allowed_domains: ['sistema.test'] };
    await save('security', everybody);
    await save('general', { language: 'en', time_zone: 'Atlantic/Canary' });
    const own = {
      two_factor_required: false,
      session_idle_hours: 6,
      session_absolute_hours: 12,
      allowed_domains: ['propio.test'],
    };
    await save('security', own, organization.id);
    expect((await get(admin.cookie)).json()).toMatchObject({ ...own, inherited: everybody });
    const read = (id: string | null) => server.database.withSystem('test', (db) => readSettings(db, id));
    await expect(read(organization.id)).resolves.toMatchObject({
      two_factor_required: true,
      session_idle_hours: 2,
      session_absolute_hours: 12,
      allowed_domains: ['propio.test'],
      language: 'es',
    });
    await expect(read(null)).resolves.toMatchObject({
      time_zone: 'Atlantic/Canary',
      allowed_domains: ['sistema.test'],
    });
    const made = await server.send({
      method: 'POST',
      url: '/api/organizations',
      cookie: boss,
      payload: { name: `Nueva ${unique()}` },
    });
    expect(made.json()).toMatchObject({ language: 'en', time_zone: 'Atlantic/Canary' });
    // T6: a tenant's transaction learns the system's and nothing of a neighbour.
    const { organization: other } = await bossOf();
    const neighbours = await server.database.withTenant(
      { ...admin, profile_id: admin.id, organization_id: other.id } as never,
      (db) => readSettings(db, organization.id),
    );
    expect(neighbours).toMatchObject({ allowed_domains: ['sistema.test'], session_absolute_hours: 48 });
    await save('security', {
      two_factor_required: false,
      session_idle_hours: null,
      session_absolute_hours: null,
      allowed_domains: [],
    });
  });

  // M6
  test('a test mail says what the mail server said, and is sent as the settings say', async () => {
    const { organization, admin } = await bossOf();
    const { email: reply_to } = await server.makePerson({ organization_id: organization.id });
    const mail = { version: 1, sender_name: 'Soporte Norte', reply_to };
    await put(admin.cookie, 'mail', mail);
    const send = () =>
      server.send({ method: 'POST', url: '/api/settings/test-mail', cookie: admin.cookie, payload: {} });
    expect((await send()).json()).toEqual({
      to: admin.email,
      outcome: 'accepted',
      answer: '250',
    });
    const received = await PostalMime.parse(smtp.received.findLast(({ to }) => to[0] === admin.email)!.raw);
    expect(received.from).toMatchObject({
      name: 'Soporte Norte (vía Atalaya)',
      address: 'no-reply@localhost',
    });
    expect(received.replyTo?.[0]).toMatchObject({ address: reply_to });
    answer = () => undefined;
    expect((await send()).json()).toEqual({
      to: admin.email,
      outcome: 'refused',
      answer: '550',
    });
    // Its words are for who runs the server: they may name machines within.
    const boss = await server.send({
      method: 'POST',
      url: '/api/settings/test-mail',
      cookie: cast.super_admin.cookie,
      payload: {},
    });
    expect(boss.json()).toMatchObject({ outcome: 'refused', answer: '550 no such mailbox' });
    answer = null;
  });
});
