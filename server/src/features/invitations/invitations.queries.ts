import { sql } from 'kysely';
import { ROLES, ranksAtLeast } from '@atalaya/contract/roles';
import type { Role } from '@atalaya/contract/roles';
import { INVITATION_DAYS, PAGE_SIZE } from '@atalaya/contract/limits';
import type { SubscriptionStatus } from '../../platform/core/actor.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, nullable, number, oneOf, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/** An invitation as it is stored, with its state by the database's clock. */
const invitationRow = {
  ...columnsOf(
    'organization_invitations',
    'id',
    'organization_id',
    'email',
    'role',
    'generation',
    'invited_by',
    'created_at',
    'last_sent_at',
    'expires_at',
    'accepted_at',
  ),
  organization_name: ROWS.organizations.name,
  status: oneOf('pending', 'accepted', 'expired'),
  delivery: oneOf('sent', 'failed', 'waiting'),
  inviter_name: nullable(text),
};
export type InvitationRow = RowOf<typeof invitationRow>;

/** Its state is that of a listed one: a withdrawn one (`findWithdrawn`) has the state that it comes back with. */
const columns = sql`
  i.id, i.organization_id, o.name as organization_name, i.email, i.role,
  case when mail_waits('invitation', i.id) then 'waiting' else i.delivery end as delivery, i.generation, i.invited_by,
  nullif(full_name(p.first_name, p.last_name), '') as inviter_name,
  i.created_at, i.last_sent_at, i.expires_at, i.accepted_at,
  invitation_state(i.accepted_at, null, null, i.expires_at) as status`;
/** All of them, or the open ones alone: `i`. */
const ALL = sql`organization_invitations i`;
const OPEN = sql`open_invitations i`;
const named = sql`join organizations o on o.id = i.organization_id left join profiles p on p.id = i.invited_by`;
const source = sql`from ${ALL} ${named}`;
/** Cancelled and declined ones are no longer listed. */
const listed = sql`i.revoked_at is null and i.declined_at is null`;

/** Roles that an admin may give. */
const UP_TO_ADMIN = sql.join(
  ROLES.filter((role) => ranksAtLeast('admin', role)).map((role) => sql.lit(role)),
);

/** Whether the sender `p` may still invite to the invitation `i`. */
const stillMay = sql`p.deleted_at is null and p.is_active and case p.role when 'super_admin' then true
  when 'admin' then i.role in (${UP_TO_ADMIN}) and p.organization_id = i.organization_id else false end`;

/** Subscriptions whose organizations take no new people: those that are in them can change nothing. */
const isClosed = sql`(o.deleted_at is not null or has_ended(o.subscription_status))`;
/** Whether the link of an invitation that is pending leads anywhere. */
const opens = sql`not ${isClosed} and ${stillMay}`;

export type InvitationFilters = {
  organization_id?: string | undefined;
  search?: string | undefined;
  status?: 'pending' | 'accepted' | 'expired' | undefined;
};

/** Pending and expired ones are looked for among the open ones. */
function matching({ organization_id, search, status }: InvitationFilters) {
  const conditions = [listed];
  if (organization_id) conditions.push(sql`i.organization_id = ${organization_id}`);
  if (search) conditions.push(sql`position(lower(${search}) in i.email) > 0`);
  if (status === 'accepted') conditions.push(sql`i.accepted_at is not null`);
  if (status === 'pending') conditions.push(sql`i.expires_at > now()`);
  if (status === 'expired') conditions.push(sql`i.expires_at <= now()`);
  return sql.join(conditions, sql` and `);
}

/** One page, newest first, and how many match in all. */
export async function listInvitations(db: Db, filters: InvitationFilters, page: number) {
  const where = matching(filters);
  const from = filters.status === 'pending' || filters.status === 'expired' ? OPEN : ALL;
  const [rows, count] = await Promise.all([
    rowsOf(invitationRow)`select ${columns} from ${from} ${named} where ${where}
      order by i.created_at desc, i.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`
      select count(*)::int as total from ${from} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | null> {
  const { rows } = await rowsOf(invitationRow)`
    select ${columns} ${source} where i.id = ${id} and ${listed}`.execute(db);
  return rows[0] ?? null;
}

/** Whether the link of an invitation leads anywhere: who sent it still may, and its organization takes people. */
export async function isOpen(db: SystemDb, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 ${source} where i.id = ${id} and ${opens}`.execute(db);
  return rows.length === 1;
}

/** The status of the subscription of an organization that takes no new people because of it, or null. */
export async function closedBy(db: Db, organization_id: string): Promise<SubscriptionStatus | null> {
  const { rows } = await rowsOf({ status: ROWS.organizations.subscription_status })`
    select subscription_status as status from organizations
    where id = ${organization_id} and has_ended(subscription_status)`.execute(db);
  return rows[0]?.status ?? null;
}

/** The same, with its row locked until the transaction ends. */
export async function lockInvitation(db: Db, id: string): Promise<InvitationRow | null> {
  await sql`select 1 from organization_invitations where id = ${id} for update`.execute(db);
  return findInvitation(db, id);
}

/** The open invitation of an address in an organization, expired or not, locked. */
export async function lockOpenInvitation(db: Db, organization_id: string, email: string) {
  const { rows } = await rowsOf({ ...columnsOf('open_invitations', 'id', 'generation'), expired: boolean })`
    select id, generation, expires_at <= now() as expired from open_invitations
    where organization_id = ${organization_id} and email = ${email} for update`.execute(db);
  return rows[0] ?? null;
}

export type NewInvitation = {
  id: string;
  organization_id: string;
  email: string;
  role: Role;
  invited_by: string;
  mail_token_hash: Buffer;
  copy_token_hash: Buffer;
};

export async function insertInvitation(db: Db, row: NewInvitation): Promise<void> {
  await sql`insert into organization_invitations
      (id, organization_id, email, role, invited_by, mail_token_hash, copy_token_hash, expires_at)
    values (${row.id}, ${row.organization_id}, ${row.email}, ${row.role}, ${row.invited_by},
      ${row.mail_token_hash}, ${row.copy_token_hash}, now() + make_interval(days => ${INVITATION_DAYS}))`.execute(
    db,
  );
}

/**
 * A fresh seven days under new tokens, in the name of the person who renews it, for a role that they may give. Its mail
 * counts as not sent until it is.
 */
export async function renewInvitation(db: Db, row: NewInvitation & { generation: number }): Promise<void> {
  await sql`update organization_invitations set
      role = ${row.role}, invited_by = ${row.invited_by}, generation = ${row.generation},
      mail_token_hash = ${row.mail_token_hash}, copy_token_hash = ${row.copy_token_hash},
      expires_at = now() + make_interval(days => ${INVITATION_DAYS}),
      delivery = 'failed', reminded_at = null, expiry_told_at = null, renewal_requested_at = null,
      updated_at = now()
    where id = ${row.id}`.execute(db);
}

export async function markDelivery(db: Db, id: string, delivery: 'sent' | 'failed'): Promise<void> {
  await sql`update organization_invitations set delivery = ${delivery}, updated_at = now(),
      last_sent_at = case when ${delivery} = 'sent' then now() else last_sent_at end
    where id = ${id}`.execute(db);
}

/** Cancels one that is still open: false when it was accepted, cancelled or declined before. */
export async function revokeInvitation(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`update open_invitations set revoked_at = now(), updated_at = now()
    where id = ${id} returning id`.execute(db);
  return rows.length === 1;
}

/** A withdrawn invitation that was neither accepted nor declined, or null. */
export async function findWithdrawn(
  db: Db,
  id: string,
  { lock }: { lock: boolean },
): Promise<InvitationRow | null> {
  const { rows } = await rowsOf(invitationRow)`select ${columns} ${source} where i.id = ${id}
    and i.revoked_at is not null and i.accepted_at is null and i.declined_at is null ${lock ? sql`for update of i` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Opens a locked one again, in the name of a person who may invite. */
export async function reopenInvitation(db: Db, id: string, invited_by: string): Promise<void> {
  await sql`update organization_invitations set revoked_at = null, invited_by = ${invited_by}, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Withdraws the open invitations that these people have sent; returns what was withdrawn. */
export async function revokeInvitationsBy(db: Db, profile_ids: string[]) {
  const { rows } = await rowsOf(
    columnsOf('open_invitations', 'id', 'organization_id', 'email', 'invited_by'),
  )`
    update open_invitations set revoked_at = now(), updated_at = now()
    where invited_by = any(${profile_ids}::uuid[])
    returning id, organization_id, email, invited_by`.execute(db);
  return rows;
}

/**
 * Makes a person the inviter of an invitation whose inviter may no longer send it: else its link is dead. Those who
 * run the system, whom an organization does not see, still may.
 */
export async function replaceInviter(db: Db, id: string, profile_id: string): Promise<void> {
  await sql`update organization_invitations i set invited_by = ${profile_id}, updated_at = now()
    where i.id = ${id} and not exists (select 1 from profiles p where p.id = i.invited_by and ${stillMay})
      and i.invited_by not in (select id from support_people())`.execute(db);
}

/** What a token opens: null unless pending, and sent by a person who still may invite. */
const openInvitation = {
  ...invitationRow,
  channel: oneOf('mail', 'copy'),
  inviter_id: ROWS.organization_invitations.invited_by,
  /** It takes no new people for now: canceled, inactive or in the bin. */
  organization_closed: boolean,
};
export type OpenInvitation = RowOf<typeof openInvitation>;

export async function findByToken(db: SystemDb, hash: Buffer): Promise<OpenInvitation | null> {
  const { rows } = await rowsOf(openInvitation)`
    select ${columns}, i.invited_by as inviter_id,
      case when i.mail_token_hash = ${hash} then 'mail' else 'copy' end as channel,
      ${isClosed} as organization_closed
    from ${OPEN} ${named}
    where (i.mail_token_hash = ${hash} or i.copy_token_hash = ${hash}) and i.expires_at > now()
      and ${stillMay}`.execute(db);
  return rows[0] ?? null;
}

/** The invitations of an address that can be accepted, the newest first. */
export async function listOpenFor(db: SystemDb, email: string): Promise<InvitationRow[]> {
  const { rows } = await rowsOf(invitationRow)`
    select ${columns} from ${OPEN} ${named}
    where i.email = ${email} and i.expires_at > now() and ${opens}
    order by i.created_at desc limit 5`.execute(db);
  return rows;
}

/** Claims it for one person: false when another person was faster. */
export async function claimInvitation(db: SystemDb, id: string, profile_id: string): Promise<boolean> {
  const { rows } = await sql`update open_invitations
    set accepted_at = now(), accepted_by = ${profile_id}, updated_at = now()
    where id = ${id} and expires_at > now() returning id`.execute(db);
  return rows.length === 1;
}

export async function declineInvitation(db: SystemDb, id: string): Promise<boolean> {
  const { rows } = await sql`update open_invitations set declined_at = now(), updated_at = now()
    where id = ${id} returning id`.execute(db);
  return rows.length === 1;
}

/** The dead but renewable invitation of a token (expired), for a request for a fresh link; once a day at most. */
export async function claimRenewalRequest(db: SystemDb, hash: Buffer): Promise<InvitationRow | null> {
  const claimed = await rowsOf(columnsOf('open_invitations', 'id'))`
    update open_invitations set renewal_requested_at = now()
    where (mail_token_hash = ${hash} or copy_token_hash = ${hash}) and expires_at <= now()
      and (renewal_requested_at is null or renewal_requested_at < now() - interval '1 day')
    returning id`.execute(db);
  const id = claimed.rows[0]?.id;
  return id ? findInvitation(db, id) : null;
}

/** Open invitations that end within two days and were not reminded of; marks them. */
export async function claimReminders(
  db: SystemDb,
  limit: number,
): Promise<{ id: string; email: string; organization_id: string }[]> {
  const { rows } = await rowsOf(columnsOf('organization_invitations', 'id', 'email', 'organization_id'))`
    update organization_invitations set reminded_at = now()
    where id in (select id from open_invitations
      where reminded_at is null and expires_at > now() and expires_at <= now() + interval '2 days'
      order by expires_at limit ${limit} for update skip locked)
    returning id, email, organization_id`.execute(db);
  return rows;
}

/** Invitations that have expired without the inviter having been told; marks them. */
export async function claimExpiries(db: SystemDb, limit: number): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('organization_invitations', 'id'))`
    update organization_invitations set expiry_told_at = now()
    where id in (select id from open_invitations
      where expiry_told_at is null and expires_at <= now()
      order by expires_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Which of these addresses have an open invitation to an organization. */
export async function findInvited(db: Db, organization_id: string, emails: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('open_invitations', 'email'))`
    select email from open_invitations
    where organization_id = ${organization_id} and email = any(${emails}) and expires_at > now()`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

const addressee = {
  ...columnsOf('profiles', 'id', 'email', 'role', 'organization_id', 'user_id', 'is_active'),
  in_bin: boolean,
  organization_name: nullable(ROWS.organizations.name),
  organization_deleted: boolean,
};
export type Addressee = RowOf<typeof addressee>;

/** Whose these addresses are: of the people of an organization; for a super_admin (`wide`) of all people. */
export async function findAddressees(
  db: Db,
  { organization_id, wide }: { organization_id: string; wide: boolean },
  emails: string[],
): Promise<Map<string, Addressee>> {
  const { rows } = await rowsOf(addressee)`
    select p.id, p.email, p.role, p.organization_id, p.user_id, p.is_active, p.deleted_at is not null as in_bin,
      o.name as organization_name, o.deleted_at is not null as organization_deleted
    from profiles p left join organizations o on o.id = p.organization_id
    where p.email = any(${emails}) and (${wide} or p.organization_id = ${organization_id})`.execute(db);
  return new Map(rows.map((row) => [row.email, row]));
}

/**
 * How a person of no organization comes in by an invitation, for a super_admin, where that is not by the form: set_up
 * has yet to choose a password. An account with an unproved address does not shut out the reader of the mail.
 */
export async function findWayIn(db: Db, email: string): Promise<'exists' | 'set_up' | null> {
  const { rows } = await rowsOf({ way: oneOf('exists', 'set_up') })`
    select case when p.user_id is null then 'set_up' else 'exists' end as way from profiles p
    where p.email = ${email} and p.organization_id is null and (p.user_id is null or is_proven_person(p.id))`.execute(
    db,
  );
  return rows[0]?.way ?? null;
}
