import type { TestDatabase } from '../../../platform/testing/database.ts';

type Leaver = { id: string; user_id: string; email: string; organization_id: string | null };

/** How much of each kind `furnish` gives, beside the sessions and the password of the person. */
export const FURNISHED = {
  trusted_browser: 1,
  api_key: 1,
  authenticator_app: 1,
  recovery_code: 3,
  passkey: 1,
  provider: 1,
  access_link: 1,
  ticket: 2,
  invitation: 1,
  transfer: 2,
  data_export: 1,
  notification_preference: 1,
  notification: 2,
  mail: 1,
} as const;

const STATEMENTS = [
  `insert into auth.trusted_device (token_hash, user_id, user_agent, expires_at)
   values (sha256(gen_random_uuid()::text::bytea), $2, 'Firefox/140.0 Linux', now() + interval '30 days')`,
  `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
   values ($1, 'Contabilidad', 'atl_12345678', sha256(gen_random_uuid()::text::bytea), '{tickets:read}',
     now() + interval '1 day')`,
  `insert into auth.two_factor (user_id, secret, confirmed_at) values ($2, '\\x00', now())`,
  `insert into auth.recovery_code (user_id, code_hash)
   select $2, sha256(gen_random_uuid()::text::bytea) from generate_series(1, 3)`,
  `insert into auth.passkey (user_id, name, credential_id, public_key)
   values ($2, 'Portátil', gen_random_uuid()::text, '\\x00')`,
  `insert into auth.identity (user_id, provider, issuer, subject, email)
   values ($2, 'google', 'https://issuer.test', gen_random_uuid()::text, $4)`,
  `insert into auth.mailed_link (purpose, token_hash, user_id, expires_at)
   values ('reset_password', sha256(gen_random_uuid()::text::bytea), $2, now() + interval '1 hour')`,
  `insert into tickets (organization_id, title, description, status, assigned_to, created_by_name)
   select $3, 'Ticket ' || status, 'Texto', status, $1, 'Ana'
   from unnest(array['open', 'in_progress', 'closed']) as status`,
  `insert into organization_invitations
     (organization_id, email, invited_by, mail_token_hash, copy_token_hash, expires_at)
   select $3, 'invitada-' || gen_random_uuid() || '@example.test', $1, sha256(gen_random_uuid()::text::bytea),
     sha256(gen_random_uuid()::text::bytea), now() + interval '1 day'`,
  `insert into transfers (organization_id, created_by, kind, resource, step, state, request, file_name, expires_at)
   select $3, $1, 'export', 'users', 'export', state, '{}', 'usuarios.csv', now() + interval '1 day'
   from unnest(array['queued', 'done']) as state`,
  `insert into data_exports (organization_id, created_by, created_by_name, internal, state, bytes, expires_at)
   values ($3, $1, 'Ana', false, 'done', 1, now() + interval '1 day')`,
  `insert into notification_preferences (profile_id, event) values ($1, 'ticket.opened')`,
  `insert into notifications (organization_id, profile_id, event, object_type, read_at)
   select $3, $1, 'ticket.opened', 'ticket', read_at
   from unnest(array[null, null, now()]) as read_at`,
  `insert into mail.queue (id, lane, organization_id, recipient, message)
   values (gen_random_uuid(), 'bulk', $3, $4, '{}')`,
];

/** Gives a person one or more of everything that an offboarding ends. */
export async function furnish({ pool }: TestDatabase, person: Leaver): Promise<void> {
  const values = [person.id, person.user_id, person.organization_id, person.email];
  for (const statement of STATEMENTS) {
    const used = [...new Set([...statement.matchAll(/\$(\d)/g)].map(([, at]) => Number(at)))].toSorted(
      (one, other) => one - other,
    );
    // Numbered anew: what a statement does not name it may not be given.
    const text = statement.replaceAll(/\$(\d)/g, (_, at: string) => `$${used.indexOf(Number(at)) + 1}`);
    await pool.query(
      text,
      used.map((at) => values[at - 1]),
    );
  }
}

/** What is left of it in the database, by kind: all of it but what others have now. */
export async function leftOf({ pool }: TestDatabase, person: Leaver): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::int from auth.session where "userId" = $2) as session,
       (select count(*)::int from auth.trusted_device where user_id = $2) as trusted_browser,
       (select count(*)::int from api_keys where profile_id = $1 and (revoked_at is null or ended_by is not null))
         as api_key,
       (select count(*)::int from auth."account" where "userId" = $2 and "password" is not null) as password,
       (select count(*)::int from auth.two_factor where user_id = $2) as authenticator_app,
       (select count(*)::int from auth.recovery_code where user_id = $2) as recovery_code,
       (select count(*)::int from auth.passkey where user_id = $2) as passkey,
       (select count(*)::int from auth.identity where user_id = $2) as provider,
       (select count(*)::int from auth.mailed_link where user_id = $2 and used_at is null) as access_link,
       (select count(*)::int from tickets where assigned_to = $1 and status in ('open', 'in_progress')) as ticket,
       (select count(*)::int from open_invitations where invited_by = $1) as invitation,
       (select count(*)::int from transfers
         where created_by = $1 and expires_at > now() and state in ('queued', 'running', 'done')) as transfer,
       (select count(*)::int from data_exports where created_by = $1 and expires_at > now()) as data_export,
       (select count(*)::int from notification_preferences where profile_id = $1) as notification_preference,
       (select count(*)::int from notifications where profile_id = $1 and read_at is null) as notification,
       (select count(*)::int from mail.queue where recipient = $3) as mail`,
    [person.id, person.user_id, person.email],
  );
  return rows[0] ?? {};
}
