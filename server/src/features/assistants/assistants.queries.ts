import { sql } from 'kysely';
import { isWorkingKey } from '../../platform/accounts/session.queries.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, json, nullable, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';
import { ROWS } from '../../platform/database/row-types.ts';

const switchRow = { is_on: boolean, is_offered: boolean, connected: number };
export type SwitchRow = RowOf<typeof switchRow>;

/** The keys of assistants that work, of the people of an organization or of all. */
const ownKeys = (organization_id: string | null) => sql`
  k.assistant_host is not null and ${isWorkingKey(sql`k`)}
  and (${organization_id}::uuid is null or exists (
    select from profiles p where p.id = k.profile_id and p.organization_id = ${organization_id}::uuid))`;

/** Whether assistants are let in: of an organization, or with null by the installation. */
export async function readSwitch(db: Db, organization_id: string | null): Promise<SwitchRow> {
  const { rows } = await rowsOf(switchRow)`
    select coalesce(s.assistants, false) as is_on, coalesce(g.assistants, false) as is_offered,
      (select count(*)::int from api_keys k where ${ownKeys(organization_id)}) as connected
    from (values (1)) as one (row) left join system_settings() g on true
    left join settings s on s.organization_id is not distinct from ${organization_id}::uuid`.execute(db);
  return onlyRow(rows);
}

/** Stores it, or null where it is that already. The version is that of the forms, which have nothing of it. */
export async function saveSwitch(
  db: Db,
  organization_id: string | null,
  is_on: boolean,
): Promise<{ id: string } | null> {
  await sql`insert into settings (organization_id) values (${organization_id}::uuid) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await rowsOf(columnsOf('settings', 'id'))`
    update settings set assistants = ${is_on}
    where organization_id is not distinct from ${organization_id}::uuid and assistants <> ${is_on}
    returning id`.execute(db);
  return rows[0] ?? null;
}

/** Ends the assistants of an organization's people, or all; how many there were. */
export async function endAssistants(db: Db, organization_id: string | null): Promise<number> {
  const { rows } = await rowsOf(columnsOf('api_keys', 'id'))`
    update api_keys k set revoked_at = now() where ${ownKeys(organization_id)} returning k.id`.execute(db);
  return rows.length;
}

const clientRow = columnsOf('assistant_clients', 'id', 'name', 'redirect_uris');
export type ClientRow = RowOf<typeof clientRow>;

export async function insertClient(
  db: SystemDb,
  client: { name: string; redirect_uris: string[] },
): Promise<ClientRow> {
  const { rows } = await rowsOf(clientRow)`
    insert into assistant_clients (name, redirect_uris) values (${client.name}, ${client.redirect_uris}::text[])
    returning id, name, redirect_uris`.execute(db);
  return onlyRow(rows);
}

export async function findClient(db: SystemDb, id: string): Promise<ClientRow | null> {
  const { rows } = await rowsOf(clientRow)`
    select id, name, redirect_uris from assistant_clients where id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** What a person has given a client, with the connection by which their session was opened. */
export async function insertGrant(
  db: SystemDb,
  grant: { api_key_id: string; client_id: string; session_id: string },
): Promise<void> {
  await sql`
    insert into assistant_grants (api_key_id, client_id, connection_id)
    values (${grant.api_key_id}, ${grant.client_id},
      (select connection_id from sso_sessions where session_id = ${grant.session_id}))`.execute(db);
}

export async function insertCode(
  db: SystemDb,
  code: { token_hash: Buffer; api_key_id: string; redirect_uri: string; challenge: string; seconds: number },
): Promise<void> {
  await sql`
    insert into assistant_tokens (token_hash, api_key_id, kind, redirect_uri, challenge, expires_at)
    values (${code.token_hash}, ${code.api_key_id}, 'code', ${code.redirect_uri}, ${code.challenge},
      now() + make_interval(secs => ${code.seconds}))`.execute(db);
}

/** Until the key itself is over. */
export async function insertRefresh(db: SystemDb, token_hash: Buffer, api_key_id: string): Promise<void> {
  await sql`
    insert into assistant_tokens (token_hash, api_key_id, kind, expires_at)
    select ${token_hash}, id, 'refresh', expires_at from api_keys where id = ${api_key_id}`.execute(db);
}

const grantRow = {
  ...columnsOf('assistant_tokens', 'api_key_id', 'kind', 'redirect_uri', 'challenge'),
  ...columnsOf('assistant_grants', 'client_id'),
  ...columnsOf('api_keys', 'scopes', 'profile_id', 'name', 'assistant_host'),
  organization_id: nullable(ROWS.profiles.organization_id),
  /** It was exchanged before. */
  is_used: boolean,
  is_over: boolean,
  /** Neither the key nor its person's access has ended. */
  is_working: boolean,
  /** The installation and the person's organization let assistants in. */
  is_on: boolean,
};
export type GrantRow = RowOf<typeof grantRow>;

/** What was given with a code or a refresh token; another request with it waits for this transaction. */
export async function lockToken(db: SystemDb, token_hash: Buffer): Promise<GrantRow | null> {
  const { rows } = await rowsOf(grantRow)`
    select t.api_key_id, t.kind, t.redirect_uri, t.challenge, g.client_id, k.scopes, k.profile_id, k.name,
      k.assistant_host, p.organization_id, t.used_at is not null as is_used, t.expires_at <= now() as is_over,
      ${isWorkingKey(sql`k`)} and p.is_active and p.deleted_at is null
        and (o.id is null or o.deleted_at is null) as is_working,
      coalesce(d.assistants, false) and (o.id is null or coalesce(s.assistants, false)) as is_on
    from assistant_tokens t
    join assistant_grants g on g.api_key_id = t.api_key_id
    join api_keys k on k.id = t.api_key_id
    join profiles p on p.id = k.profile_id
    left join organizations o on o.id = p.organization_id
    left join settings s on s.organization_id = o.id
    left join settings d on d.organization_id is null
    where t.token_hash = ${token_hash} for update of t`.execute(db);
  return rows[0] ?? null;
}

export async function markUsed(db: SystemDb, token_hash: Buffer): Promise<void> {
  await sql`update assistant_tokens set used_at = now() where token_hash = ${token_hash}`.execute(db);
}

/** The key is opened by this token from now on, for so many seconds, and by the one before no more. */
export async function replaceToken(
  db: SystemDb,
  api_key_id: string,
  token_hash: Buffer,
  seconds: number,
): Promise<void> {
  await sql`
    update api_keys set token_hash = ${token_hash},
      token_expires_at = least(expires_at, now() + make_interval(secs => ${seconds}))
    where id = ${api_key_id}`.execute(db);
}

/** The key of an assistant that a token, of either kind, belongs to; null where it is none. */
export async function findKeyOfToken(
  db: SystemDb,
  token_hash: Buffer,
): Promise<{ id: string; profile_id: string; organization_id: string | null } | null> {
  const { rows } = await rowsOf({
    ...columnsOf('api_keys', 'id', 'profile_id'),
    organization_id: nullable(ROWS.profiles.organization_id),
  })`
    select k.id, k.profile_id, p.organization_id from api_keys k join profiles p on p.id = k.profile_id
    where k.assistant_host is not null and k.revoked_at is null and (k.token_hash = ${token_hash} or k.id = (
      select api_key_id from assistant_tokens where token_hash = ${token_hash}))`.execute(db);
  return rows[0] ?? null;
}

const callRow = {
  ...columnsOf('assistant_calls', 'fingerprint'),
  answer: nullable(json<object>()),
};

/** Begins a call with an idempotency key; where it was begun before, what is known of that. */
export async function beginCall(
  db: SystemDb,
  call: { api_key_id: string; key: string; fingerprint: Buffer },
): Promise<RowOf<typeof callRow> | null> {
  const { rows: begun } = await rowsOf({ begun: text })`
    insert into assistant_calls (api_key_id, key, fingerprint)
    values (${call.api_key_id}, ${call.key}, ${call.fingerprint})
    on conflict do nothing returning 'yes' as begun`.execute(db);
  if (begun.length > 0) return null;
  const { rows } = await rowsOf(callRow)`
    select fingerprint, answer from assistant_calls
    where api_key_id = ${call.api_key_id} and key = ${call.key}`.execute(db);
  return onlyRow(rows);
}

export async function endCall(
  db: SystemDb,
  call: { api_key_id: string; key: string },
  answer: object | null,
): Promise<void> {
  if (answer === null)
    await sql`
      delete from assistant_calls where api_key_id = ${call.api_key_id} and key = ${call.key}`.execute(db);
  else
    await sql`
      update assistant_calls set answer = ${JSON.stringify(answer)}::jsonb
      where api_key_id = ${call.api_key_id} and key = ${call.key}`.execute(db);
}

/** What serves nothing any more: answers of a day ago, tokens that are over, programs that no person lets in. */
export async function forgetOld(db: SystemDb): Promise<void> {
  await sql`delete from assistant_calls where created_at < now() - interval '1 day'`.execute(db);
  await sql`delete from assistant_tokens where expires_at < now()`.execute(db);
  await sql`
    delete from assistant_grants g using api_keys k
    where k.id = g.api_key_id and (k.expires_at < now() - interval '30 days'
      or k.revoked_at < now() - interval '30 days')`.execute(db);
  await sql`
    delete from assistant_clients c where c.created_at < now() - interval '30 days'
      and not exists (select from assistant_grants g where g.client_id = c.id)`.execute(db);
}
