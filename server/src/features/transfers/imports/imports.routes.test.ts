import type { AuditEntry } from '@atalaya/contract/audit';
import type { Import, ImportRow } from '@atalaya/contract/imports';
import type { Transfer } from '@atalaya/contract/transfers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { waitForLockWaits } from '../../../platform/testing/lock-waits.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { takeUndoTurn } from '../../undo/undo-run.service.ts';
import { usersImport } from '../../users/users-import.service.ts';
import { takeTurn } from '../transfers.jobs.ts';

type Person = { id: string; cookie: string };
type Outcome = { undone: number; refused: { name: string; code: string }[] };

describe('imports', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  beforeAll(async () => {
    server = await startTestServer();
    ours = await server.makeCast();
    theirs = await server.makeCast();
    await query('update organizations set max_users = -1');
  });
  afterAll(() => server.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const send = (by: Person | null, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    server.send({ method, url, ...(by ? { cookie: by.cookie } : {}), ...(payload ? { payload } : {}) });
  const upload = (by: Person | null, resource: string, file: string | Buffer) => {
    const boundary = 'limite';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="gente.csv"\r\ncontent-type: text/csv\r\n\r\n`;
    return server.send({
      method: 'POST',
      url: `/api/imports?resource=${resource}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)]),
      ...(by ? { cookie: by.cookie } : {}),
    });
  };
  const read = async (by: Person, { id }: { id: string }) =>
    (await send(by, 'GET', `/api/imports/${id}`)).json<Import>();
  /** The whole work, as the queue would do it; a turn without time is one batch. */
  const finish = async (by: Person, one: { id: string }) => {
    for (let turn = 0; turn < 40; turn++) {
      await takeTurn(server.platform, one.id, 0);
      const now = await read(by, one);
      if (now.state !== 'queued' && now.state !== 'running') return now;
    }
    throw new Error('it does not end');
  };
  const check = async (by: Person, resource: string, file: string | Buffer, mapping?: object) => {
    const one = (await upload(by, resource, file)).json<Import>();
    await send(by, 'POST', `/api/imports/${one.id}/check`, { mapping: mapping ?? one.mapping });
    return finish(by, one);
  };
  const apply = async (by: Person, one: { id: string }, send_links = false) => {
    await send(by, 'POST', `/api/imports/${one.id}/apply`, { send_links });
    return finish(by, one);
  };
  const rowsOf = async (by: Person, { id }: { id: string }, wrong = '') =>
    (await send(by, 'GET', `/api/imports/${id}/rows${wrong}`)).json<{ items: ImportRow[]; total: number }>();
  const undo = (by: Person, { id }: { id: string }) => send(by, 'POST', `/api/undos/${id}`, {});
  const people = (canary: string) =>
    query(
      `select first_name, last_name, email, role, phone, job_title, is_active, organization_id, deleted_at is not null as in_bin
       from profiles where last_name like $1 || '%' order by email`,
      [canary],
    );
  const countOf = async (table: 'profiles' | 'organizations' | 'tickets' | 'audit_log') =>
    (await query(`select count(*)::int as n from ${table}`))[0].n as number;

  const CALLS = {
    createImport: (by: Person | null) => upload(by, 'users', 'email\na@x.test'),
    readImport: (by: Person | null, one: Import) => send(by, 'GET', `/api/imports/${one.id}`),
    listImportRows: (by: Person | null, one: Import) => send(by, 'GET', `/api/imports/${one.id}/rows`),
    downloadImportProblems: (by: Person | null, one: Import) =>
      send(by, 'GET', `/api/imports/${one.id}/problems`),
    applyImport: (by: Person | null, one: Import) => send(by, 'POST', `/api/imports/${one.id}/apply`, {}),
    checkImport: (by: Person | null, one: Import) =>
      send(by, 'POST', `/api/imports/${one.id}/check`, { mapping: one.mapping }),
  };
  const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

  // T2
  test.each(NAMES)('%s: 401 for nobody, 403 for a user, 404 for whoever did not upload it', async (name) => {
    const colleague = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    const last = unique();
    const file = `nombre,apellidos,email\nAna,${last},${last}@x.test`;
    const one =
      name === 'checkImport'
        ? (await upload(ours.admin, 'users', file)).json<Import>()
        : await check(ours.admin, 'users', file);
    expect((await CALLS[name](null, one)).statusCode).toBe(401);
    expect((await CALLS[name](ours.user, one)).statusCode).toBe(403);
    expect((await CALLS[name](ours.stranger, one)).statusCode).toBe(403);
    const others = name === 'createImport' ? [] : [colleague, theirs.admin, ours.super_admin];
    for (const other of others)
      expect((await CALLS[name](other, one)).json()).toMatchObject({ code: 'object.not_found' });
    expect((await CALLS[name](ours.admin, one)).statusCode).toBeLessThan(300);
  });

  // T16
  test('a dry run tells of each row what would come of it, and creates nothing', async () => {
    const n = unique();
    const limited = await server.makeOrganization({ max_users: 3 });
    const boss = await server.makePerson({ role: 'admin', organization_id: limited.id });
    await query(
      `insert into settings (organization_id, allowed_domains) values ($1, '{x.test,${theirs.user.email.split('@')[1]}}')`,
      [limited.id],
    );
    const before = [await countOf('profiles'), await countOf('audit_log')];
    const done = await check(
      boss,
      'users',
      [
        'Nombre;Apellidos;Correo electrónico;Rol;Teléfono;Activo',
        `Ana;${n};a${n}@x.test;Usuario;600;sí`,
        `Beto;${n};A${n}@X.test;;;`,
        `Cora;${n};no-es-email;;;`,
        `Dani;${n};d${n}@x.test;Super Admin;;`,
        `Eva;${n};e${n}@x.test;jefa;;`,
        `Fran;${n};f${n}@fuera.test;;;`,
        `Gala;${n};${theirs.user.email};;;`,
        `Hugo;${n};h${n}@x.test;admin;;no`,
        `;${n};i${n}@x.test;;;`,
        `Juan;${n};j${n}@x.test`,
        `Kira;${n};k${n}@x.test;;;`,
        `Lola;${n};l${n}@x.test;;;`,
        `Mara;${n};m${n}@x.test;;;;de más;;`,
      ].join('\r\n'),
    );
    expect(done).toMatchObject({
      state: 'done',
      step: 'check',
      rows: 13,
      processed: 13,
      valid: 3,
      invalid: 10,
    });
    const { items } = await rowsOf(boss, done);
    expect(items.map(({ number, code, field, params }) => [number, code, field, params])).toEqual([
      [2, null, null, null],
      [3, 'import.row_repeated', null, { row: 2 }],
      [4, 'invalid_email', 'email', null],
      [5, 'user.rank_too_low', 'role', null],
      [6, 'import.value_unknown', 'role', { allowed: 'usuario (user), administrador (admin)' }],
      [7, 'organization.domain_not_allowed', 'email', expect.anything()],
      [8, null, null, null],
      [9, null, null, null],
      [10, 'required', 'first_name', null],
      [11, 'import.row_ragged', null, { cells: 3, columns: 6 }],
      [12, 'organization.seats_full', null, null],
      [13, 'organization.seats_full', null, null],
      [14, 'import.row_ragged', null, { cells: 9, columns: 6 }],
    ]);
    const wrong = await rowsOf(boss, done, '?wrong=true');
    expect([wrong.total, wrong.items.every(({ state }) => state === 'invalid')]).toEqual([10, true]);
    const file = await send(boss, 'GET', `/api/imports/${done.id}/problems`);
    const lines = file.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFNombre;Apellidos;Correo electrónico;Rol;Teléfono;Activo;Motivo');
    expect(lines[2]).toBe(`Cora;${n};no-es-email;;;;Email: no es un email válido`);
    expect(lines.at(-1)).toMatch(new RegExp(`^Mara;${n};m${n}@x\\.test;;;;[^;]+;de más$`));
    expect(file.body).not.toContain(theirs.organization.id);
    expect(file.body).not.toContain(theirs.organization.name);
    expect([await countOf('profiles'), await countOf('audit_log')]).toEqual(before);
  });

  test('what was right is brought in as single people are, audited, mailed only where asked, and undone', async () => {
    const n = unique();
    const canary = `Canario${n}`;
    const rows = Array.from(
      { length: 14 },
      (_, at) => `"Ana ""la"" ${at}";${canary};${at}${n}@x.test;+34 600;Ventas`,
    );
    const one = await check(
      ours.admin,
      'users',
      `\uFEFFnombre;apellidos;email;móvil;cargo\n${rows.join('\n')}\n`,
    );
    expect(one).toMatchObject({ valid: 14, encoding: 'utf-8', delimiter: ';' });
    const jobs = async () =>
      (await query(`select count(*)::int as n from mail.queue where recipient like '%' || $1 || '%'`, [n]))[0]
        .n;
    await send(ours.admin, 'POST', `/api/imports/${one.id}/apply`, {});
    expect((await undo(ours.admin, one)).json()).toMatchObject({ code: 'transfer.wrong_state' });
    expect(await finish(ours.admin, one)).toMatchObject({ step: 'apply', applied: 14, invalid: 0 });
    expect(await jobs()).toBe(0);
    const stored = await people(canary);
    expect(stored).toHaveLength(14);
    expect(stored[0]).toEqual({
      first_name: 'Ana "la" 0',
      last_name: canary,
      email: `0${n}@x.test`,
      role: 'user',
      phone: '+34 600',
      job_title: 'Ventas',
      is_active: true,
      organization_id: ours.organization.id,
      in_bin: false,
    });
    const entries = await query(
      `select action, request_id from audit_log where object_id = $1 or after ->> 'last_name' = $2`,
      [one.id, canary],
    );
    expect(entries.filter(({ action }) => action === 'user.created')).toHaveLength(14);
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(1);
    const list = await send(ours.admin, 'GET', `/api/audit?object_id=${one.id}&action=transfer.imported`);
    const entry = list.json<{ items: AuditEntry[] }>().items[0];
    expect((await send(ours.admin, 'GET', `/api/audit/${entry?.id}`)).json()).toMatchObject({
      undo: { id: one.id, state: 'available', items: 14 },
    });
    const [changed] = await query('select id, version from profiles where email = $1', [`3${n}@x.test`]);
    await send(ours.admin, 'PATCH', `/api/users/${changed.id}`, {
      version: changed.version,
      first_name: 'Otra',
    });
    expect((await send(theirs.admin, 'POST', `/api/undos/${one.id}`, {})).statusCode).toBe(404);
    expect((await undo(ours.admin, one)).json<Outcome>()).toMatchObject({
      undone: 13,
      refused: [{ name: `Otra ${canary}`, code: 'object.stale' }],
    });
    expect((await people(canary)).filter(({ in_bin }) => in_bin)).toHaveLength(13);
    const now = (await send(ours.admin, 'GET', `/api/transfers/${one.id}`)).json<Transfer>();
    expect(now).toMatchObject({ kind: 'import', applied: 14, can_undo: false });
    expect((await undo(ours.admin, one)).json()).toMatchObject({ code: 'undo.done' });
    const two = ['m', 'z'].map((which) => `Ana;${canary};${which}${n}@x.test`).join('\n');
    await apply(ours.admin, await check(ours.admin, 'users', `nombre;apellidos;email\n${two}`), true);
    expect(await jobs()).toBe(2);
  });

  test('rows that came to be wrong since the dry run fail alone', async () => {
    const n = unique();
    const { id: organization_id } = await server.makeOrganization({ max_users: 4 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const one = await check(
      boss,
      'users',
      `nombre,apellidos,email\nAna,${n},a${n}@x.test\nEva,${n},b${n}@x.test\nLía,${n},c${n}@x.test`,
    );
    expect(one.valid).toBe(3);
    await server.makePerson({ email: `a${n}@x.test`, organization_id: theirs.organization.id });
    await server.makePerson({ organization_id });
    await server.makePerson({ organization_id });
    expect(await apply(boss, one)).toMatchObject({ applied: 1, invalid: 2 });
    expect((await rowsOf(boss, one)).items.map(({ state, code }) => [state, code])).toEqual([
      ['failed', 'user.email_taken'],
      ['created', null],
      ['failed', 'organization.seats_full'],
    ]);
  });

  // T16
  test('an import tells of the addresses of other organizations when it is carried out, 50 a day, and audited', async () => {
    const n = unique();
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    await query(
      `insert into profiles (organization_id, first_name, last_name, email, role)
       select $1, 'Ajena', $2, 'ajena' || at || $2 || '@x.test', 'user' from generate_series(1, 90) as at`,
      [theirs.organization.id, n],
    );
    const file = (from: number, to: number) =>
      ['nombre,apellidos,email', `Propia,${n},propia${from}${n}@x.test`]
        .concat(Array.from({ length: to - from + 1 }, (_, at) => `Ana,${n},ajena${from + at}${n}@x.test`))
        .join('\n');
    const first = await check(boss, 'users', file(1, 40));
    expect(first).toMatchObject({ valid: 41, invalid: 0 });
    expect(await apply(boss, first)).toMatchObject({ state: 'done', applied: 1, invalid: 40 });
    const second = await check(boss, 'users', file(41, 90));
    expect(second).toMatchObject({ valid: 51, invalid: 0 });
    expect(await apply(boss, second)).toMatchObject({
      state: 'failed',
      problem: 'import.too_many_taken',
      applied: 0,
      invalid: 0,
    });
    expect((await rowsOf(boss, second)).items.every(({ state }) => state === 'valid')).toBe(true);
    expect(await query(`select 1 from profiles where email = 'propia41' || $1 || '@x.test'`, [n])).toEqual(
      [],
    );
    const audited = await query(
      `select actor_profile_id from audit_log where action = 'transfer.stopped' and object_id = $1`,
      [second.id],
    );
    expect(audited).toEqual([{ actor_profile_id: boss.id }]);
  });

  test('canceling waits for a batch that is being counted, and neither fails the other', async () => {
    const last = unique();
    const one = await check(ours.admin, 'users', `nombre,apellidos,email\nAna,${last},${last}@x.test`);
    await send(ours.admin, 'POST', `/api/imports/${one.id}/apply`, {});
    const batch = await server.database.pool.connect();
    try {
      // The order in which a batch writes: what takes it back, then how far it is.
      await batch.query('begin');
      await batch.query('update undos set items = items where id = $1', [one.id]);
      const canceled = send(ours.admin, 'POST', `/api/transfers/${one.id}/cancel`, {});
      await waitForLockWaits(server.database, 1);
      await batch.query('update transfers set processed = processed where id = $1', [one.id]);
      await batch.query('commit');
      expect((await canceled).statusCode).toBe(200);
    } finally {
      batch.release();
    }
  });

  /** An admin of an organization of their own, and a file with so many of its addresses and so many of another's. */
  const makeAsker = async () => {
    const n = unique();
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    await query(
      `insert into profiles (organization_id, first_name, last_name, email, role)
       select $1, 'Ajena', $2, 'ajena' || at || $2 || '@x.test', 'user' from generate_series(1, 120) as at`,
      [theirs.organization.id, n],
    );
    let own = 0;
    let others = 0;
    const ask = (ours: number, foreign: number) => {
      const rows = [
        ...Array.from({ length: ours }, () => `Propia,${n},propia${++own}${n}@x.test`),
        ...Array.from({ length: foreign }, () => `Ana,${n},ajena${++others}${n}@x.test`),
      ];
      return check(boss, 'users', ['nombre,apellidos,email', ...rows].join('\n'));
    };
    const bring = async (ours: number, foreign: number) => apply(boss, await ask(ours, foreign));
    return { boss, ask, bring };
  };

  test('who has asked for too many may go on with imports that tell nothing', async () => {
    const { bring } = await makeAsker();
    expect(await bring(0, 50)).toMatchObject({ state: 'done', invalid: 50 });
    expect(await bring(1, 1)).toMatchObject({ state: 'failed', problem: 'import.too_many_taken' });
    expect(await bring(2, 0)).toMatchObject({ state: 'done', applied: 2 });
  });

  test('row by row nobody learns more than ten besides: then the rest of the day nothing is brought in', async () => {
    const { bring } = await makeAsker();
    await bring(0, 50);
    for (let row = 0; row < 10; row++)
      expect(await bring(0, 1)).toMatchObject({ state: 'failed', problem: 'import.too_many_taken' });
    // What is free is told no more either: both end alike, before a row is looked at.
    const ends = { state: 'failed', problem: 'import.too_many_taken', applied: 0 };
    expect(await bring(0, 1)).toMatchObject(ends);
    expect(await bring(1, 0)).toMatchObject(ends);
  });

  // T16
  test('two imports at once do not tell twice as much', async () => {
    const { boss, ask, bring } = await makeAsker();
    const both = [await ask(1, 40), await ask(1, 40)];
    for (const { id } of both) await send(boss, 'POST', `/api/imports/${id}/apply`, {});
    // One is on its way before it has created anything: the other comes later, since its organization is busy.
    const holder = await server.database.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from organizations where id = $1 for update', [boss.organization_id]);
    const turns = both.map((one) => takeTurn(server.platform, one.id, 0));
    await waitForLockWaits(server.database, 1);
    await holder.query('commit');
    holder.release();
    await Promise.all(turns);
    const ended = [await finish(boss, both[0]!), await finish(boss, both[1]!)];
    expect(ended.map(({ state }) => state).sort()).toEqual(['done', 'failed']);
    expect(ended.reduce((sum, { invalid }) => sum + invalid, 0)).toBe(40);
    expect(await bring(2, 0)).toMatchObject({ state: 'done', applied: 2 });
  });

  test('an import that is canceled keeps what it has brought in, which can be taken back', async () => {
    const n = unique();
    const { batch } = usersImport;
    const rows = Array.from({ length: batch + 5 }, (_, at) => `Ana,${n},${at}-${n}@x.test`);
    const one = await check(ours.admin, 'users', `nombre,apellidos,email\n${rows.join('\n')}`);
    await send(ours.admin, 'POST', `/api/imports/${one.id}/apply`, {});
    await takeTurn(server.platform, one.id, 0);
    expect((await undo(ours.admin, one)).json()).toMatchObject({ code: 'transfer.wrong_state' });
    await send(ours.admin, 'POST', `/api/transfers/${one.id}/cancel`, {});
    await takeTurn(server.platform, one.id, 0);
    expect(await read(ours.admin, one)).toMatchObject({ state: 'canceled', applied: batch });
    expect(await people(n)).toHaveLength(batch);
    await undo(ours.admin, one);
    await takeUndoTurn(server.platform, one.id, Number.POSITIVE_INFINITY);
    const progress = await send(ours.admin, 'GET', `/api/undos/${one.id}`);
    expect(progress.json()).toMatchObject({ left: 0, undone: batch });
  });

  // S4
  test.each(['revoked', 'expired'])(
    'an import and an export that a key began end with the key: %s',
    async (how) => {
      const n = unique();
      const made = await send(ours.admin, 'POST', '/api/profile/api-keys', {
        name: 'Integración',
        scopes: ['users:read', 'users:write', 'transfers:read'],
        expires_in_days: 30,
      });
      const { key, token } = made.json<{ key: { id: string }; token: string }>();
      const byKey = async (url: string, payload: object) => {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await server.app.inject({ method: 'POST', url, payload, headers });
        expect(answer.statusCode).toBeLessThan(300);
        return answer.json<Import>();
      };
      const rows = Array.from({ length: usersImport.batch + 5 }, (_, at) => `Ana,${n},${at}-${n}@x.test`);
      const one = await check(ours.admin, 'users', `nombre,apellidos,email\n${rows.join('\n')}`);
      await byKey(`/api/imports/${one.id}/apply`, {});
      const exported = await byKey('/api/transfers/exports', { what: { resource: 'users', filters: {} } });
      await takeTurn(server.platform, one.id, 0);
      expect(await read(ours.admin, one)).toMatchObject({ state: 'running', applied: usersImport.batch });
      if (how === 'revoked')
        await server.send({
          method: 'DELETE',
          url: `/api/profile/api-keys/${key.id}`,
          cookie: ours.admin.cookie,
        });
      else await query(`update api_keys set expires_at = now() where id = $1`, [key.id]);
      for (const { id } of [one, exported]) await takeTurn(server.platform, id, 0);
      const ended = { state: 'failed', problem: 'api_key.invalid' };
      expect(await read(ours.admin, one)).toMatchObject({ ...ended, applied: usersImport.batch });
      const { items } = (await send(ours.admin, 'GET', '/api/transfers')).json<{ items: Transfer[] }>();
      expect(items.find(({ id }) => id === exported.id)).toMatchObject(ended);
      expect(await people(n)).toHaveLength(usersImport.batch);
      // What a session began goes on, although the key has ended.
      const mine = await check(ours.admin, 'users', `nombre,apellidos,email\nAna,${n},z${n}@x.test`);
      expect(await apply(ours.admin, mine)).toMatchObject({ state: 'done', applied: 1 });
    },
  );

  // T7, T10
  test('an admin names no organization; a super_admin names it by slug or name', async () => {
    const n = unique();
    const file = `nombre,apellidos,email,empresa,rol\nAna,${n},a${n}@x.test,${theirs.organization.slug},admin`;
    const asked = (await upload(ours.admin, 'users', file)).json<Import>();
    expect(asked.mapping.map(({ field }) => field)).not.toContain('organization');
    const mapping = [...asked.mapping, { field: 'organization', column: 3 }];
    const refused = await send(ours.admin, 'POST', `/api/imports/${asked.id}/check`, { mapping });
    expect(refused.json()).toMatchObject({ code: 'request.invalid', fields: [{ field: 'body.mapping' }] });
    await apply(ours.admin, await check(ours.admin, 'users', file));
    expect(await people(n)).toMatchObject([{ organization_id: ours.organization.id, role: 'admin' }]);
    const many = await check(
      ours.super_admin,
      'users',
      [
        'nombre,apellidos,email,empresa,rol',
        `Ana,${n},b${n}@x.test,${theirs.organization.slug},`,
        `Ana,${n},c${n}@x.test,${theirs.organization.name.toUpperCase()},`,
        `Ana,${n},d${n}@x.test,nadie-${n},`,
        `Ana,${n},e${n}@x.test,,`,
        `Ana,${n},f${n}@x.test,,super_admin`,
      ].join('\n'),
    );
    expect((await rowsOf(ours.super_admin, many)).items.map(({ code }) => code)).toEqual([
      null,
      null,
      'import.organization_unknown',
      'user.organization_required',
      null,
    ]);
    await apply(ours.super_admin, many);
    expect((await people(n)).map(({ organization_id }) => organization_id)).toEqual([
      ours.organization.id,
      theirs.organization.id,
      theirs.organization.id,
      null,
    ]);
  });

  test('a name that several organizations go by is of none of them, unless it is one alone to the letter', async () => {
    const n = unique();
    const make = async (name: string, slug: string) => {
      const { id } = await server.makeOrganization({ name, max_users: -1 });
      await query('update organizations set slug = $2 where id = $1', [id, slug]);
      return id;
    };
    const [first, second] = [await make(`Acme ${n}`, `acme-${n}`), await make(`Acme ${n}`, `acme-${n}-2`)];
    // Renamed: its slug is what another is called now.
    const renamed = await make(`Antes ${n}`, `beta${n}`);
    const called = await make(`Beta${n}`, `beta${n}-2`);
    const asked = [`Acme ${n}`, `acme-${n}`, `acme-${n}-2`, `Beta${n}`, `beta${n}`, `BETA${n}`];
    const file = asked.map((name, at) => `Ana,${n},${at}${n}@x.test,${name}`);
    const one = await check(
      ours.super_admin,
      'users',
      ['nombre,apellidos,email,empresa', ...file].join('\n'),
    );
    const { items } = await rowsOf(ours.super_admin, one);
    const several = 'import.organization_ambiguous';
    expect(items.map(({ code }) => code)).toEqual([several, null, null, null, null, several]);
    await apply(ours.super_admin, one);
    const made = (await people(n)).map(({ organization_id }) => organization_id);
    expect(made).toEqual([first, second, called, renamed]);
  });

  test('organizations and tickets are brought in and taken back; organizations in use stay', async () => {
    const n = unique();
    expect((await upload(ours.admin, 'organizations', 'nombre\nA')).statusCode).toBe(403);
    const file = [
      'Nombre\tPlan\tPlazas\tPaís\tNIF',
      `Uno ${n}\tBASIC\t\tES\tb-12.345.674`,
      `Dos ${n}\t\t7\t\t`,
      `Dos ${n}\t\t\t\t`,
      `Tres ${n}\tnada\t\t\t`,
      `Cuatro ${n}\t\t\tES\tB12345678`,
    ].join('\n');
    const one = await check(ours.super_admin, 'organizations', file);
    const { items } = await rowsOf(ours.super_admin, one);
    expect(items.map(({ code }) => code)).toEqual([
      null,
      null,
      'import.row_repeated',
      'import.value_unknown',
      'invalid_nif',
    ]);
    const problems = await send(ours.super_admin, 'GET', `/api/imports/${one.id}/problems`);
    expect(problems.body).toContain('Identificación fiscal: la letra o el dígito de control no coincide');
    await apply(ours.super_admin, one);
    const made = await query(
      `select id, max_users, country, tax_id from organizations where name like '% ' || $1 order by name`,
      [n],
    );
    expect(made).toMatchObject([{ max_users: 7 }, { country: 'ES', tax_id: 'B12345674' }]);
    const again = await check(ours.super_admin, 'organizations', `nombre\nUno ${n}`);
    expect((await rowsOf(ours.super_admin, again)).items[0]).toMatchObject({ code: 'import.name_taken' });
    await server.makePerson({ organization_id: made[0].id });
    expect((await undo(ours.super_admin, one)).json<Outcome>()).toMatchObject({
      undone: 1,
      refused: [{ name: `Dos ${n}`, code: 'organization.has_people' }],
    });
    const tickets = `título,descripción,prioridad\nNo va ${n},"Dos\nlíneas",Alta\nNo va ${n},"Dos\nlíneas",\n,x,`;
    const opened = await check(ours.admin, 'tickets', tickets);
    expect(opened).toMatchObject({ valid: 1, invalid: 2 });
    await apply(ours.admin, opened);
    expect(
      await query('select priority, organization_id, created_by from tickets where title = $1', [
        `No va ${n}`,
      ]),
    ).toEqual([{ priority: 'high', organization_id: ours.organization.id, created_by: ours.admin.id }]);
    expect((await undo(ours.admin, opened)).json()).toMatchObject({ undone: 1 });
    const left = await query('select 1 from tickets where title = $1 and deleted_at is null', [`No va ${n}`]);
    expect(left).toEqual([]);
  });

  // What is in the bin is purged 30 days after, by the clock of the database.
  test.each([
    ['users', 'profiles', -40],
    ['users', 'profiles', 40],
    ['tickets', 'tickets', -40],
    ['tickets', 'tickets', 40],
    ['organizations', 'organizations', -40],
    ['organizations', 'organizations', 40],
  ])(
    'imported %s that are taken back are in the bin since now (%s), even with a process clock %i days off',
    async (resource, table, days) => {
      const n = unique();
      const files: Record<string, string> = {
        users: `nombre,apellidos,email\nAna,${n},a${n}@x.test`,
        tickets: `título,descripción\nNo va ${n},Nada`,
        organizations: `nombre\nUno ${n}`,
      };
      const by = resource === 'organizations' ? ours.super_admin : ours.admin;
      const one = await check(by, resource, files[resource]!);
      expect(await apply(by, one)).toMatchObject({ applied: 1 });
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
      try {
        expect((await undo(by, one)).json()).toMatchObject({ undone: 1 });
      } finally {
        vi.useRealTimers();
      }
      const put = await query(
        `select deleted_at between now() - interval '1 hour' and now() as since_now from ${table}
         where id = (select object_id from undo_items where undo_id = $1)`,
        [one.id],
      );
      expect(put).toEqual([{ since_now: true }]);
    },
  );

  // V1, V2, V5
  test('the same organizations of two imports at once are brought in once', async () => {
    const n = unique();
    const file = `nombre\nUna ${n}\nDos ${n}`;
    const both = [
      await check(ours.super_admin, 'organizations', file),
      await check(ours.super_admin, 'organizations', file),
    ];
    const done = await Promise.all(both.map((one) => apply(ours.super_admin, one)));
    expect(done.map(({ applied }) => applied).toSorted((a, b) => a - b)).toEqual([0, 2]);
    const late = await rowsOf(ours.super_admin, both[done.findIndex(({ applied }) => applied === 0)]!);
    expect(late.items).toMatchObject([1, 2].map(() => ({ state: 'failed', code: 'import.name_taken' })));
    expect(await query(`select 1 from organizations where name like '% ' || $1`, [n])).toHaveLength(2);
  });

  test('organizations that were exported come back as they were', async () => {
    const n = unique();
    const { id } = await server.makeOrganization({
      name: `'=Uno; "${n}"`,
      plan_type: 'basic',
      max_users: -1,
    });
    await query(
      `update organizations set domain = 'x.test', country = 'MX', billing_email = 'a@x.test' where id = $1`,
      [id],
    );
    const stored = () =>
      query(
        `select name, domain, plan_type, max_users, country, tax_id, billing_email from organizations
         where name like '%' || $1 || '%' and deleted_at is null`,
        [n],
      );
    const before = await stored();
    const started = await send(ours.super_admin, 'POST', '/api/transfers/exports', {
      what: { resource: 'organizations', filters: { search: n } },
    });
    const { id: file } = started.json<Transfer>();
    await takeTurn(server.platform, file);
    const { body } = await send(ours.super_admin, 'GET', `/api/transfers/${file}/file`);
    await query('update organizations set deleted_at = now() where id = $1', [id]);
    await apply(ours.super_admin, await check(ours.super_admin, 'organizations', body));
    expect(await stored()).toEqual(before);
  });

  test('hostile files are refused with the reason, and leave nothing', async () => {
    const before = await query('select count(*)::int as n from transfers');
    const refusals: [string, string | Buffer][] = [
      ['import.empty', ''],
      ['import.empty', 'nombre;email\n;\n'],
      ['import.not_text', Buffer.from('nombre\0;email\nAna;a@x.test')],
      ['import.malformed', 'nombre,email\n"Ana,a@x.test\n'.padEnd(300_000, 'x')],
      ['import.malformed', `nombre,email\nAna,${'x'.repeat(1_000_000)}`],
      ['import.malformed', 'nombre,email\n"Ana" x,a@x.test'],
      ['import.too_many_columns', `${'a,'.repeat(100)}b\n1`],
      ['import.too_many_rows', `email\n${'a@x.test\n'.repeat(50_001)}`],
      ['import.too_large', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')],
    ];
    for (const [code, file] of refusals)
      expect((await upload(ours.admin, 'users', file)).json()).toMatchObject({ code });
    expect(await query('select count(*)::int as n from transfers')).toEqual(before);
    const n = unique();
    const formulas = await check(
      ours.admin,
      'users',
      `nombre;apellidos;email\n'=HYPERLINK("x");${n};no\n"<img src=x>";${n};x${n}@x.test`.replace(
        `'=HYPERLINK("x")`,
        `"'=HYPERLINK(""x"")"`,
      ),
    );
    expect((await rowsOf(ours.admin, formulas)).items[0]?.values[0]).toBe('=HYPERLINK("x")');
    const file = await send(ours.admin, 'GET', `/api/imports/${formulas.id}/problems`);
    expect(file.body).toContain(`"'=HYPERLINK(""x"")";${n};no;`);
    const old = await check(
      ours.admin,
      'users',
      Buffer.from(`nombre,apellidos,email\nÍñigo,${n},i${n}@x.test`, 'latin1'),
    );
    expect(old).toMatchObject({ encoding: 'windows-1252', valid: 1 });
    await apply(ours.admin, old);
    expect(await people(n)).toMatchObject([{ first_name: 'Íñigo' }]);
  });

  // docs/product.md, rule 9 of permissions
  test.each(['canceled', 'inactive'])(
    'people of a %s organization import tickets, take them back and export; of people nothing changes',
    async (status) => {
      const n = unique();
      const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
      const admin = await server.makePerson({ role: 'admin', organization_id });
      const before = await check(admin, 'users', `nombre,apellidos,email\nAna,${n},a${n}@x.test`);
      await apply(admin, before);
      const waiting = await check(admin, 'users', `nombre,apellidos,email\nEva,${n},e${n}@x.test`);
      await query('update organizations set subscription_status = $2 where id = $1', [
        organization_id,
        status,
      ]);
      const tickets = await check(admin, 'tickets', `título,descripción\nNo va ${n},Nada`);
      expect(await apply(admin, tickets)).toMatchObject({ state: 'done', applied: 1 });
      expect((await undo(admin, tickets)).json()).toMatchObject({ undone: 1 });
      const what = { resource: 'users', filters: {} };
      const asked = await send(admin, 'POST', '/api/transfers/exports', { what });
      expect(asked.statusCode).toBe(202);
      const { id } = asked.json<Transfer>();
      await takeTurn(server.platform, id);
      expect((await send(admin, 'GET', `/api/transfers/${id}/file`)).body).toContain(`a${n}@x.test`);
      for (const refused of [
        await upload(admin, 'users', 'email\na@x.test'),
        await send(admin, 'POST', `/api/imports/${waiting.id}/check`, { mapping: waiting.mapping }),
        await send(admin, 'POST', `/api/imports/${waiting.id}/apply`, {}),
        await undo(admin, before),
      ])
        expect(refused.json()).toMatchObject({ code: 'organization.read_only' });
      expect(await people(n)).toMatchObject([{ first_name: 'Ana', in_bin: false }]);
    },
  );

  // S4
  test.each([
    ['is moved to another organization', 'organization_id = $2'],
    ['is taken out of every organization', 'organization_id = null'],
    ['is deactivated', 'is_active = false'],
    ['is deleted', 'deleted_at = now()'],
  ])('stops where its author %s, and what it had made can be taken back', async (_, change) => {
    const n = unique();
    const boss = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    const rows = Array.from({ length: 300 }, (_row, at) => `Ana,${n}-${at},a${at}-${n}@x.test`);
    const one = await check(boss, 'users', ['nombre,apellidos,email', ...rows].join('\n'));
    await send(boss, 'POST', `/api/imports/${one.id}/apply`, {});
    await takeTurn(server.platform, one.id, 0);
    const made = (await people(n)).length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(300);
    const values = change.includes('$2') ? [boss.id, theirs.organization.id] : [boss.id];
    await query(`update profiles set ${change} where id = $1`, values);
    await takeTurn(server.platform, one.id, 0);
    expect(await query('select state, problem from transfers where id = $1', [one.id])).toEqual([
      { state: 'failed', problem: 'session.forbidden' },
    ]);
    expect((await undo(ours.admin, one)).statusCode).toBe(200);
    await takeUndoTurn(server.platform, one.id);
    expect((await people(n)).filter(({ in_bin }) => !in_bin)).toEqual([]);
  });

  // S4
  test('ends once its author may not create any more', async () => {
    const n = unique();
    const boss = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    const one = await check(boss, 'users', `nombre,apellidos,email\nAna,${n},a${n}@x.test`);
    await send(boss, 'POST', `/api/imports/${one.id}/apply`, {});
    await query(`update profiles set role = 'user' where id = $1`, [boss.id]);
    await takeTurn(server.platform, one.id, 0);
    expect(await query('select state, problem from transfers where id = $1', [one.id])).toEqual([
      { state: 'failed', problem: 'session.forbidden' },
    ]);
    expect(await people(n)).toEqual([]);
  });
});
