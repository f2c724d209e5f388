import type { Generated, GeneratedAlways } from 'kysely';
import type { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import type { Role } from '@atalaya/contract/roles';
import type { TicketStatus } from '@atalaya/contract/ticket-states';
import type { TicketPriority } from '@atalaya/contract/choices';
import type { ApiKeyNetworksTable, ApiKeysTable, AuthTables } from './auth-tables.ts';
import type { BillingTables } from './billing-tables.ts';
import type { SettingsTables } from './settings-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { TransferTables } from './transfer-tables.ts';
import type { Instant, Nullable, NullableInstant, NullableJson, StampedInstant } from './column-types.ts';

/**
 * The rows of every table, as Kysely types, in the order of the migrations.
 * Instants (timestamptz) are `Date` in code, and become ISO strings with an offset where the contract serialises
 * them; bigint counts are numbers; uuids are strings; json is parsed when read and written as a JSON string.
 */
export type Tables = AuthTables &
  BillingTables &
  NotificationTables &
  SettingsTables &
  TransferTables & {
    plans: PlansTable;
    plan_versions: PlanVersionsTable;
    plan_moves: PlanMovesTable;
    organizations: OrganizationsTable;
    profiles: ProfilesTable;
    profile_counts: ProfileCountsTable;
    audit_log: AuditLogTable;
    organization_invitations: OrganizationInvitationsTable;
    tickets: TicketsTable;
    ticket_messages: TicketMessagesTable;
    ticket_attachments: TicketAttachmentsTable;
    ticket_canned_replies: TicketCannedRepliesTable;
    page_visits: PageVisitsTable;
    api_keys: ApiKeysTable;
    api_key_networks: ApiKeyNetworksTable;
  };

type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

type PlansTable = {
  id: Generated<string>;
  key: string;
  name: string;
  price_cents: number;
  currency: Generated<string>;
  description: Generated<string>;
  features: Generated<string[]>;
  max_users: number;
  is_popular: Generated<boolean>;
  position: Generated<number>;
  archived_at: NullableInstant;
  version: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
};

/** The newest of a plan says what the plan's own row says. */
type PlanVersionsTable = {
  id: Generated<string>;
  plan_id: string;
  number: number;
  price_cents: number;
  currency: string;
  max_users: number;
  created_at: StampedInstant;
};

/** Open: neither done nor canceled; one for each plan at most. */
type PlanMovesTable = {
  id: Generated<string>;
  plan_id: string;
  version_id: string;
  due_on: string;
  after_organization_id: Nullable<string>;
  moved: Generated<number>;
  kept: Generated<number>;
  done_at: NullableInstant;
  canceled_at: NullableInstant;
  created_at: StampedInstant;
};

type OrganizationsTable = {
  id: Generated<string>;
  name: string;
  slug: string;
  domain: Nullable<string>;
  plan_type: Generated<string>;
  /** Set by a trigger when the plan is. */
  plan_version_id: Generated<string>;
  subscription_status: Generated<SubscriptionStatus>;
  max_users: Generated<number>;
  country: Nullable<string>;
  tax_id: Nullable<string>;
  billing_email: Nullable<string>;
  language: Generated<'es' | 'en'>;
  time_zone: Generated<string>;
  version: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
  deleted_at: NullableInstant;
  search: GeneratedAlways<string>;
};

type ProfilesTable = {
  id: Generated<string>;
  user_id: Nullable<string>;
  organization_id: Nullable<string>;
  first_name: string;
  last_name: string;
  email: string;
  phone: Nullable<string>;
  role: Generated<Role>;
  is_active: Generated<boolean>;
  avatar_url: Nullable<string>;
  language: Nullable<'es' | 'en'>;
  theme: Nullable<string>;
  last_login_at: NullableInstant;
  version: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
  deleted_at: NullableInstant;
  search: GeneratedAlways<string>;
  /** Active until its organization went into the bin. */
  deactivated_with_organization: Generated<boolean>;
};

/** Written by triggers alone. */
type ProfileCountsTable = {
  organization_id: GeneratedAlways<string | null>;
  role: GeneratedAlways<Role>;
  is_active: GeneratedAlways<boolean>;
  people: GeneratedAlways<number>;
};

type AuditLogTable = {
  id: Generated<string>;
  organization_id: Nullable<string>;
  actor_profile_id: Nullable<string>;
  actor_email: Nullable<string>;
  action: string;
  object_type: string;
  object_id: Nullable<string>;
  before: NullableJson;
  after: NullableJson;
  ip_address: Nullable<string>;
  user_agent: Nullable<string>;
  request_id: Nullable<string>;
  created_at: StampedInstant;
  api_key_id: Nullable<string>;
  /** What the author was then; null also where an earlier version wrote it. */
  actor_role: Nullable<string>;
};

/** An open invitation is one neither accepted, declined nor revoked; expired is derived from expires_at. */
type OrganizationInvitationsTable = {
  id: Generated<string>;
  organization_id: string;
  email: string;
  role: Generated<Role>;
  invited_by: string;
  generation: Generated<number>;
  mail_token_hash: Buffer;
  copy_token_hash: Buffer;
  delivery: Generated<'sent' | 'failed'>;
  last_sent_at: NullableInstant;
  expires_at: Instant;
  reminded_at: NullableInstant;
  expiry_told_at: NullableInstant;
  renewal_requested_at: NullableInstant;
  accepted_at: NullableInstant;
  accepted_by: Nullable<string>;
  declined_at: NullableInstant;
  revoked_at: NullableInstant;
  /** Open until its organization went into the bin. */
  revoked_with_organization: Generated<boolean>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
};

type TicketsTable = {
  id: Generated<string>;
  number: GeneratedAlways<number>;
  organization_id: string;
  title: string;
  description: string;
  priority: Generated<TicketPriority>;
  status: Generated<TicketStatus>;
  assigned_to: Nullable<string>;
  assigned_name: Nullable<string>;
  created_by: Nullable<string>;
  created_by_name: string;
  first_response_at: NullableInstant;
  resolved_at: NullableInstant;
  closed_at: NullableInstant;
  waiting_since: NullableInstant;
  waited_seconds: Generated<number>;
  resolution_seconds: Nullable<number>;
  first_response_seconds: GeneratedAlways<number | null>;
  request_id: Nullable<string>;
  reply_generation: Generated<number>;
  version: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
  deleted_at: NullableInstant;
  search: GeneratedAlways<string>;
  title_search: GeneratedAlways<string>;
};

/** Never changed once written. */
type TicketMessagesTable = {
  id: Generated<string>;
  organization_id: string;
  ticket_id: string;
  visibility: Generated<'public' | 'internal'>;
  side: 'customer' | 'staff';
  author_id: Nullable<string>;
  author_name: string;
  body: string;
  request_id: Nullable<string>;
  created_at: StampedInstant;
};

/** Without organization, ticket and instant of sending until it is sent; never changed after. */
type TicketAttachmentsTable = {
  id: string;
  organization_id: Nullable<string>;
  ticket_id: Nullable<string>;
  message_id: Nullable<string>;
  uploaded_by: Nullable<string>;
  name: string;
  type: 'image/webp' | 'application/pdf';
  bytes: number;
  width: Nullable<number>;
  height: Nullable<number>;
  created_at: StampedInstant;
  sent_at: NullableInstant;
  /** Of a note. */
  internal: Generated<boolean>;
};

type TicketCannedRepliesTable = {
  id: Generated<string>;
  title: string;
  body: string;
  version: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
};

type PageVisitsTable = {
  id: Generated<string>;
  organization_id: Nullable<string>;
  /** 'YYYY-MM-DD' of the organization's zone. */
  day: string;
  visits: Generated<number>;
};
