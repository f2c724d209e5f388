import { z } from 'zod';
import { id, instant } from './shapes.ts';

/**
 * What is told to the outside: every kind of change that the audit log of an organization shows, as `noun.verb`. Internal
 * notes are not in it, of which an organization reads nothing.
 */
export const EVENTS = {
  account: [
    'access_reviewed',
    'password_changed',
    'password_reset',
    'provider_linked',
    'provider_unlinked',
    'registered',
    'replaced',
    'set_up',
    'verified',
    'ways_in_ended',
  ],
  api_key: ['created', 'restored', 'revoked', 'used_elsewhere'],
  canned_reply: ['created', 'deleted', 'purged', 'restored', 'updated'],
  connection: ['created', 'deleted', 'token_created', 'token_revoked', 'updated'],
  data_export: ['canceled', 'downloaded', 'requested'],
  domain: ['created', 'deleted', 'failed', 'lost', 'proven'],
  enforcement: ['break_glass_used', 'ended', 'person_added', 'person_removed', 'switched_off', 'switched_on'],
  invitation: [
    'accepted',
    'canceled',
    'created',
    'declined',
    'link_copied',
    'renewal_requested',
    'renewed',
    'resent',
    'restored',
    'withdrawn',
  ],
  invoice: ['annulled', 'issued', 'rectified', 'voided'],
  organization: [
    'created',
    'deleted',
    'plan_changed',
    'plan_version_changed',
    'purged',
    'restored',
    'updated',
  ],
  passkey: ['added', 'removed', 'renamed'],
  payment: ['refunded', 'registered'],
  plan: ['archived', 'created', 'move_canceled', 'restored', 'subscribers_moved', 'updated'],
  profile: ['updated'],
  provisioned_group: ['created', 'deleted', 'updated'],
  session: ['all_ended', 'ended', 'others_ended', 'started'],
  settings: ['mail_tested', 'updated'],
  sign_on: [
    'linked',
    'refresh_failed',
    'refreshed',
    'sessions_ended',
    'switched_off',
    'switched_on',
    'tested',
    'updated',
  ],
  subscription: [
    'downgrade_canceled',
    'downgrade_refused',
    'downgrade_scheduled',
    'plan_changed',
    'reminded',
    'status_changed',
    'tax_changed',
  ],
  ticket: [
    'assigned',
    'closed',
    'created',
    'deleted',
    'purged',
    'reopened',
    'replied',
    'resolved',
    'restored',
    'started',
    'undone',
    'updated',
  ],
  ticket_file: ['discarded', 'uploaded'],
  transfer: ['canceled', 'change_canceled', 'change_queued', 'exported', 'imported', 'stopped', 'undone'],
  trusted_browser: ['all_revoked', 'revoked'],
  two_factor: ['app_added', 'app_removed', 'codes_renewed', 'proved', 'reset'],
  user: [
    'account_linked',
    'activated',
    'avatar_changed',
    'avatar_removed',
    'created',
    'deactivated',
    'deleted',
    'email_kept',
    'notifications_changed',
    'offboarded',
    'purged',
    'reset_sent',
    'restored',
    'role_changed',
    'undone',
    'updated',
  ],
  verifactu: ['updated'],
  webhook: ['created', 'deleted', 'resent', 'secret_rotated', 'switched_off', 'tested', 'updated'],
} as const;

export type EventNoun = keyof typeof EVENTS;
export type EventType = { [N in EventNoun]: `${N}.${(typeof EVENTS)[N][number]}` }[EventNoun];

export const EVENT_NOUNS = Object.keys(EVENTS) as EventNoun[];
export const EVENT_TYPES = EVENT_NOUNS.flatMap((noun) =>
  EVENTS[noun].map((verb) => `${noun}.${verb}` as EventType),
);

/** What an endpoint is sent as a test: it is no change, and in no audit log. */
export const TEST_EVENT = 'webhook.ping';

/** Of all payloads: raised where one changes so that a reader of the one before would take it for something else. */
export const EVENT_VERSION = 1;

/**
 * Who did it: a person with a session or with an API key, somebody of the system, of whom an organization is told no more,
 * or the server (a job, or somebody who was not signed in).
 */
export const EVENT_ACTORS = ['person', 'api_key', 'support', 'server'] as const;

const thin = {
  /** Of the entry in the audit log. It is the same each time that the event is sent. */
  id,
  type: z.string().meta({ examples: ['user.updated'] }),
  version: z.literal(EVENT_VERSION),
  occurred_at: instant,
  /** null: of the system, or of somebody without an organization. */
  organization_id: id.nullable(),
  object: z.object({ type: z.string(), id: id.nullable() }),
  actor: z.object({ kind: z.enum(EVENT_ACTORS), id: id.nullable() }),
  /** Of two events of one object the one that happened later has the higher one; it has gaps. */
  order: z.int(),
  /** The fields that changed, by name. */
  changed: z.array(z.string()),
};

/** What an event says unless its receiver asks for more. */
export const thinEventSchema = z.object(thin);
export type ThinEvent = z.infer<typeof thinEventSchema>;

/** The same with the object, or its changed fields, as it was and as it became. */
export const fullEventSchema = z.object({
  ...thin,
  before: z.unknown(),
  after: z.unknown(),
  /** false: both are left out, since they are more than 64 kB. */
  complete: z.boolean(),
});
export type FullEvent = z.infer<typeof fullEventSchema>;

/** An event of this type, as documentation shows it. */
export function exampleOf(type: EventType): FullEvent {
  const [noun = ''] = type.split('.');
  return {
    id: '01a20448-1303-7000-9218-9846b8ddfe66',
    type,
    version: EVENT_VERSION,
    occurred_at: '2026-03-05T10:00:00.000Z',
    organization_id: '01a20448-1303-7000-9218-9846b8ddfe67',
    object: { type: noun, id: '01a20448-1303-7000-9218-9846b8ddfe68' },
    actor: { kind: 'person', id: '01a20448-1303-7000-9218-9846b8ddfe69' },
    order: 1_772_704_800_000_000,
    changed: ['name'],
    before: { name: 'Norte' },
    after: { name: 'Norte y Sur' },
    complete: true,
  };
}

/** Without what is told on request alone. */
export function thinOf({
  before: _before,
  after: _after,
  complete: _complete,
  ...event
}: FullEvent): ThinEvent {
  return event;
}
