import { sql } from 'kysely';
import type { TicketStatus } from '@atalaya/contract/ticket-states';
import type { TicketPriority } from '@atalaya/contract/choices';
import type { SystemDb } from '../../platform/database/database.ts';
import { nullable, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

export type DemoTicket = {
  id: string;
  organization_id: string | null;
  title: string;
  description: string;
  priority: TicketPriority;
  status: TicketStatus;
  assigned_to: string | null;
  assigned_name: string | null;
  created_by: string;
  created_by_name: string;
  first_response_at: Date | null;
  resolved_at: Date | null;
  closed_at: Date | null;
  waiting_since: Date | null;
  waited_seconds: number;
  resolution_seconds: number | null;
  created_at: Date;
  updated_at: Date;
};

export type DemoMessage = {
  id: string;
  organization_id: string | null;
  ticket_id: string;
  visibility: 'public' | 'internal';
  side: 'customer' | 'staff';
  author_id: string;
  author_name: string;
  body: string;
  created_at: Date;
};

export type DemoEntry = {
  organization_id: string | null;
  actor_profile_id: string;
  actor_email: string;
  action: string;
  object_id: string;
  before: object | null;
  after: object | null;
  created_at: Date;
};

const ticketPerson = {
  ...columnsOf('profiles', 'id', 'email', 'role', 'organization_id', 'created_at'),
  name: text,
  /** The slug of the organization. */
  organization: nullable(ROWS.organizations.slug),
};
export type TicketPerson = RowOf<typeof ticketPerson>;

/** People who can write or answer sample tickets, always in the same order. */
export async function listTicketPeople(db: SystemDb): Promise<TicketPerson[]> {
  const { rows } = await rowsOf(ticketPerson)`
    select p.id, full_name(p.first_name, p.last_name) as name, p.email, p.role, o.slug as organization,
      p.organization_id, p.created_at
    from profiles p left join organizations o on o.id = p.organization_id
    where p.is_active and p.deleted_at is null and (o.id is not null or p.role = 'super_admin')
    order by o.created_at, o.slug, p.email`.execute(db);
  return rows;
}

export async function insertDemoTickets(db: SystemDb, tickets: DemoTicket[]): Promise<void> {
  await sql`
    insert into tickets (id, organization_id, title, description, priority, status, assigned_to, assigned_name,
      created_by, created_by_name, first_response_at, resolved_at, closed_at, waiting_since, waited_seconds,
      resolution_seconds, created_at, updated_at)
    select id, organization_id, title, description, priority, status, assigned_to, assigned_name, created_by,
      created_by_name, first_response_at, resolved_at, closed_at, waiting_since, waited_seconds,
      resolution_seconds, created_at, updated_at
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as t(id uuid, organization_id uuid, title text,
      description text, priority text, status text, assigned_to uuid, assigned_name text, created_by uuid,
      created_by_name text, first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz,
      waiting_since timestamptz, waited_seconds integer, resolution_seconds integer, created_at timestamptz,
      updated_at timestamptz)
    order by created_at`.execute(db);
}

export async function insertDemoMessages(db: SystemDb, messages: DemoMessage[]): Promise<void> {
  await sql`
    insert into ticket_messages (id, organization_id, ticket_id, visibility, side, author_id, author_name, body,
      created_at)
    select id, organization_id, ticket_id, visibility, side, author_id, author_name, body, created_at
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m(id uuid, organization_id uuid,
      ticket_id uuid, visibility text, side text, author_id uuid, author_name text, body text,
      created_at timestamptz)`.execute(db);
}

/** The history of the sample tickets, at the time when each thing is said to have happened. */
export async function insertDemoHistory(db: SystemDb, entries: DemoEntry[]): Promise<void> {
  await sql`
    insert into audit_log (organization_id, actor_profile_id, actor_email, action, object_type, object_id, before,
      after, created_at)
    select organization_id, actor_profile_id, actor_email, action, 'ticket', object_id, before, after, created_at
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(organization_id uuid, actor_profile_id uuid,
      actor_email text, action text, object_id uuid, before jsonb, after jsonb, created_at timestamptz)
    order by created_at`.execute(db);
}

export async function insertDemoCannedReplies(
  db: SystemDb,
  replies: readonly { title: string; body: string }[],
): Promise<void> {
  await sql`insert into ticket_canned_replies (title, body)
    select title, body from jsonb_to_recordset(${JSON.stringify(replies)}::jsonb) as r(title text, body text)`.execute(
    db,
  );
}
