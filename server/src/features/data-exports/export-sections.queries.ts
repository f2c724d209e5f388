import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fieldsWith } from '../../platform/records/fields.ts';
import { INVOICE_FIELDS, INVOICE_LINE_FIELDS, PAYMENT_COLUMNS } from '../billing/invoices/invoices.fields.ts';
import { MANDATE_FIELDS, maskIban } from '../billing/mandates/mandates.fields.ts';
import { INVITATION_FIELDS } from '../invitations/invitations.fields.ts';
import { ORGANIZATION_FIELDS } from '../organizations/organizations.fields.ts';
import { TICKET_FIELDS } from '../tickets/tickets.fields.ts';
import { USER_FIELDS } from '../users/users.fields.ts';

/** Whose rows, and whether with what only super_admins read. */
export type ExportScope = { organization_id: string; internal: boolean };

/** An expression that rows are in the order of, and its type. */
type KeyPart = { at: RawBuilder<unknown>; as: RawBuilder<unknown> };
/**
 * What one file of an export is written from. Its columns are named one by one, here or in the record of the noun's
 * fields, so that a column that comes later (a hash, a secret) is never in it by itself. `from` ends in conditions; `key` is unique, and an index has it.
 */
export type ExportSection = {
  name: string;
  /** Where its name is another. */
  table?: string;
  /** Of `t`, but for those with an expression of their own. */
  columns: readonly string[];
  computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What is written of the text of a column, where that is not the text itself. */
  written?: Readonly<Record<string, (text: string) => string>>;
  from(scope: ExportScope): RawBuilder<unknown>;
  key: readonly [KeyPart, ...KeyPart[]];
};

const uuid = (at: RawBuilder<unknown>): KeyPart => ({ at, as: sql`uuid` });
const ID = uuid(sql`t.id`);
const MOMENT: KeyPart = { at: sql`t.created_at`, as: sql`timestamptz` };
const own = ({ organization_id }: ExportScope) => sql`t.organization_id = ${organization_id}::uuid`;
/** The tickets of `t.ticket_id`: a super_admin's export has those in the bin too. */
const ticketOf = ({ internal }: ExportScope) =>
  sql`join tickets k on k.organization_id = t.organization_id and k.id = t.ticket_id
    and (${internal} or k.deleted_at is null)`;

/** The audit log as its reader may see it; a super_admin's with what the system's own part says of notes on tickets. */
const auditOf = ({ organization_id, internal }: ExportScope) => {
  const entries = sql`select e.* from audit_entries e where e.organization_id = ${organization_id}::uuid`;
  return internal
    ? sql`(${entries} union all
        select e.* from audit_entries e where e.organization_id is null and e.action = 'ticket.noted'
          and e.object_id in (select id from tickets where organization_id = ${organization_id}::uuid))`
    : sql`(${entries})`;
};

export const EXPORT_SECTIONS: readonly ExportSection[] = [
  {
    name: 'organization',
    table: 'organizations',
    columns: fieldsWith(ORGANIZATION_FIELDS, 'exported'),
    from: ({ organization_id }) => sql`organizations t where t.id = ${organization_id}::uuid`,
    key: [ID],
  },
  {
    name: 'settings',
    columns: [
      'language',
      'time_zone',
      'two_factor_required',
      'session_idle_hours',
      'session_absolute_hours',
      'allowed_domains',
      'sender_name',
      'reply_to',
      'notifications',
      'created_at',
      'updated_at',
    ],
    from: (scope) => sql`settings t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'people',
    table: 'profiles',
    columns: fieldsWith(USER_FIELDS, 'exported'),
    from: (scope) => sql`profiles t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'invitations',
    table: 'organization_invitations',
    columns: fieldsWith(INVITATION_FIELDS, 'exported'),
    from: (scope) => sql`organization_invitations t where ${own(scope)}`,
    key: [MOMENT, ID],
  },
  {
    name: 'subscription',
    table: 'subscriptions',
    columns: [
      'trial_ends_on',
      'period_start',
      'period_end',
      'past_due_since',
      'tax_treatment',
      'tax_rate',
      'created_at',
      'updated_at',
    ],
    from: (scope) => sql`subscriptions t where ${own(scope)}`,
    key: [uuid(sql`t.organization_id`)],
  },
  {
    name: 'subscription_events',
    columns: [
      'id',
      'kind',
      'plan_before',
      'plan_after',
      'status_before',
      'status_after',
      'max_users_before',
      'max_users_after',
      'price_before_cents',
      'price_after_cents',
      'currency',
      'reason',
      'created_at',
    ],
    from: (scope) => sql`subscription_events t where ${own(scope)}`,
    key: [MOMENT, ID],
  },
  {
    name: 'plan_versions',
    columns: ['id', 'plan', 'plan_name', 'number', 'price_cents', 'currency', 'max_users', 'created_at'],
    computed: { plan: sql`p.key`, plan_name: sql`p.name` },
    // Those that it was ever on: now, or by its history.
    from: ({ organization_id }) => sql`plan_versions t join plans p on p.id = t.plan_id
      where (t.id in (select plan_version_id from organizations where id = ${organization_id}::uuid)
        or (p.key, t.price_cents, t.currency) in (
          select plan_after, price_after_cents, currency from subscription_events
          where organization_id = ${organization_id}::uuid))`,
    key: [ID],
  },
  {
    name: 'invoices',
    columns: fieldsWith(INVOICE_FIELDS, 'exported'),
    from: (scope) => sql`invoices t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'invoice_lines',
    columns: fieldsWith(INVOICE_LINE_FIELDS, 'exported'),
    from: (scope) => sql`invoices i join invoice_lines t on t.invoice_id = i.id
      where i.organization_id = ${scope.organization_id}::uuid`,
    key: [uuid(sql`i.id`), { at: sql`t.position`, as: sql`int` }],
  },
  {
    name: 'invoice_receipts',
    columns: ['id', 'invoice_id', 'state', 'reason', 'said_on', 'side', 'created_at'],
    from: (scope) => sql`invoices i join invoice_receipts t on t.invoice_id = i.id
      where i.organization_id = ${scope.organization_id}::uuid`,
    key: [uuid(sql`i.id`), ID],
  },
  {
    name: 'payments',
    columns: fieldsWith(PAYMENT_COLUMNS, 'exported'),
    from: (scope) => sql`invoices i join payments t on t.invoice_id = i.id
      where i.organization_id = ${scope.organization_id}::uuid`,
    key: [uuid(sql`i.id`), ID],
  },
  {
    name: 'mandates',
    columns: fieldsWith(MANDATE_FIELDS, 'exported'),
    // As its admins see it.
    written: { iban: maskIban },
    from: (scope) => sql`mandates t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'mandate_events',
    columns: ['id', 'mandate_id', 'kind', 'changes', 'reason', 'created_at'],
    from: (scope) => sql`mandate_events t where ${own(scope)}`,
    key: [uuid(sql`t.mandate_id`), ID],
  },
  {
    name: 'debits',
    columns: [
      'id',
      'invoice_id',
      'mandate_id',
      'collect_on',
      'amount_cents',
      'sequence',
      'reference',
      'debtor_name',
      'iban',
      'status',
      'return_code',
      'returned_on',
      'payment_id',
      'created_at',
    ],
    written: { iban: maskIban },
    from: (scope) => sql`debits t where ${own(scope)}`,
    key: [uuid(sql`t.mandate_id`), ID],
  },
  {
    name: 'tickets',
    columns: fieldsWith(TICKET_FIELDS, 'exported'),
    from: (scope) => sql`tickets t where ${own(scope)} and (${scope.internal} or t.deleted_at is null)`,
    key: [ID],
  },
  {
    name: 'ticket_messages',
    columns: [
      'id',
      'ticket_id',
      'ticket_number',
      'visibility',
      'side',
      'author_id',
      'author_name',
      'body',
      'created_at',
    ],
    computed: { ticket_number: sql`k.number` },
    from: (scope) => sql`ticket_messages t ${ticketOf(scope)}
      where ${own(scope)} and (${scope.internal} or t.visibility = 'public')`,
    key: [uuid(sql`t.ticket_id`), ID],
  },
  {
    name: 'domains',
    table: 'organization_domains',
    columns: ['id', 'domain', 'proven_at', 'failing_since', 'problem', 'created_at', 'updated_at'],
    from: (scope) => sql`organization_domains t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'connections',
    table: 'identity_connections',
    columns: ['id', 'name', 'default_role', 'heir_id', 'created_at', 'updated_at'],
    from: (scope) => sql`identity_connections t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'connection_group_roles',
    columns: ['connection_id', 'group_value', 'role'],
    from: (scope) => sql`connection_group_roles t where ${own(scope)}`,
    key: [uuid(sql`t.connection_id`), { at: sql`t.group_value`, as: sql`text` }],
  },
  {
    name: 'connection_sign_on',
    columns: [
      'connection_id',
      'kind',
      'issuer',
      'client_id',
      'is_on',
      'tested_at',
      'created_at',
      'updated_at',
    ],
    from: (scope) => sql`connection_sign_on t where ${own(scope)}`,
    key: [uuid(sql`t.connection_id`)],
  },
  {
    name: 'saml_settings',
    columns: [
      'connection_id',
      'metadata_url',
      'entity_id',
      'sign_in_url',
      'logout_url',
      'certificates',
      'allows_unasked',
      'wants_signed',
    ],
    from: (scope) => sql`saml_settings t where ${own(scope)}`,
    key: [uuid(sql`t.connection_id`)],
  },
  {
    name: 'enforcement',
    table: 'sign_on_enforcement',
    columns: ['is_on', 'changed_at', 'changed_by'],
    from: (scope) => sql`sign_on_enforcement t where ${own(scope)}`,
    key: [uuid(sql`t.organization_id`)],
  },
  {
    name: 'emergency_access',
    table: 'break_glass_people',
    columns: ['profile_id', 'created_at'],
    from: (scope) => sql`break_glass_people t where ${own(scope)}`,
    key: [uuid(sql`t.profile_id`)],
  },
  {
    name: 'webhooks',
    table: 'webhook_endpoints',
    columns: [
      'id',
      'url',
      'description',
      'nouns',
      'payload',
      'is_on',
      'off_reason',
      'failing_since',
      'created_at',
      'updated_at',
    ],
    from: (scope) => sql`webhook_endpoints t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'audit_streams',
    columns: ['id', 'name', 'sink', 'shape', 'is_on', 'created_at', 'updated_at'],
    from: (scope) => sql`audit_streams t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'audit_anchors',
    columns: ['id', 'number', 'chain', 'entries', 'content', 'created_at'],
    from: (scope) => sql`audit_anchors t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'offboarding_receipts',
    columns: ['id', 'profile_id', 'acted_by', 'content', 'created_at'],
    from: (scope) => sql`offboarding_receipts t where ${own(scope)}`,
    key: [ID],
  },
  {
    name: 'audit_log',
    columns: [
      'id',
      'created_at',
      'actor_profile_id',
      'actor_email',
      'actor_name',
      'action',
      'object_type',
      'object_id',
      'before',
      'after',
      'ip_address',
      'user_agent',
      'request_id',
      'api_key_id',
    ],
    from: (scope) => sql`${auditOf(scope)} t where true`,
    key: [MOMENT, ID],
  },
];

/** The files of tickets, of which the bytes are in it too. */
export const FILES_SECTION: ExportSection = {
  name: 'ticket_files',
  table: 'ticket_attachments',
  columns: ['id', 'ticket_id', 'ticket_number', 'message_id', 'name', 'type', 'bytes', 'sent_at'],
  computed: { ticket_number: sql`k.number` },
  from: (scope) => sql`ticket_attachments t ${ticketOf(scope)}
    left join ticket_messages m on m.organization_id = t.organization_id and m.ticket_id = t.ticket_id
      and m.id = t.message_id
    where ${own(scope)} and (${scope.internal} or t.message_id is null or m.visibility = 'public')`,
  key: [uuid(sql`t.ticket_id`), ID],
};
