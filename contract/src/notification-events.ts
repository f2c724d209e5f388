import type { Role } from './roles.ts';

/**
 * What people are told about. `mail`: it is mailed too, to those who want it. `from`: the lowest role that it ever
 * concerns. Events of security and of duties to the tax agency reach everybody, with any preferences.
 */
export const NOTIFICATION_EVENTS = {
  'ticket.opened': { mail: true, from: 'admin' },
  'ticket.assigned': { mail: true, from: 'admin' },
  'ticket.answered': { mail: true, from: 'user' },
  'ticket.customer_answered': { mail: true, from: 'admin' },
  'ticket.resolved': { mail: true, from: 'user' },
  'ticket.closed': { mail: true, from: 'user' },
  'ticket.reopened': { mail: true, from: 'user' },
  'invitation.accepted': { mail: true, from: 'admin' },
  'invitation.declined': { mail: true, from: 'admin' },
  'invitation.expired': { mail: true, from: 'admin' },
  'invitation.renewal_requested': { mail: true, from: 'admin' },
  'invoice.issued': { mail: false, from: 'admin' },
  'invoice.rejected': { mail: false, from: 'admin' },
  'payment.registered': { mail: false, from: 'admin' },
  'subscription.past_due': { mail: true, from: 'admin' },
  'subscription.trial_ending': { mail: false, from: 'admin' },
  'connection.seats_full': { mail: false, from: 'admin' },
  'security.last_admin_lost': { mail: false, from: 'super_admin' },
  'security.new_device': { mail: true, from: 'user' },
  'security.password_changed': { mail: true, from: 'user' },
  'security.two_factor_changed': { mail: false, from: 'user' },
  'security.session_ended': { mail: true, from: 'user' },
  'security.role_changed': { mail: true, from: 'user' },
  'security.api_key_created': { mail: true, from: 'user' },
  'security.api_key_restored': { mail: true, from: 'user' },
  'security.api_key_new_network': { mail: true, from: 'user' },
  'security.api_key_revoked': { mail: true, from: 'user' },
  'security.assistant_allowed': { mail: true, from: 'user' },
  'security.assistant_new_network': { mail: true, from: 'user' },
  'security.assistant_revoked': { mail: true, from: 'user' },
  'security.sso_seats_full': { mail: false, from: 'admin' },
  'security.sso_certificate_ending': { mail: false, from: 'admin' },
  'security.sso_metadata_failing': { mail: false, from: 'admin' },
  'security.break_glass_used': { mail: true, from: 'admin' },
  'security.enforcement_ended': { mail: true, from: 'admin' },
  'security.domain_failing': { mail: false, from: 'admin' },
  'security.domain_lost': { mail: false, from: 'admin' },
  'verifactu.certificate_ending': { mail: true, from: 'super_admin' },
  'verifactu.not_sent': { mail: true, from: 'super_admin' },
  'verifactu.not_issued': { mail: true, from: 'super_admin' },
  'verifactu.rate_missing': { mail: true, from: 'super_admin' },
  'verifactu.rejected': { mail: true, from: 'super_admin' },
  'security.webhook_off': { mail: true, from: 'admin' },
  'security.audit_stream_behind': { mail: true, from: 'admin' },
  'security.audit_stream_caught_up': { mail: true, from: 'admin' },
} as const satisfies Record<string, { mail: boolean; from: Role }>;

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;
export const ALL_NOTIFICATION_EVENTS = Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[];
export type MutableEvent = Exclude<NotificationEvent, `${'security' | 'verifactu'}.${string}`>;
/** The events that one may do without. */
export const MUTABLE_EVENTS = ALL_NOTIFICATION_EVENTS.filter(
  (event): event is MutableEvent => !/^(security|verifactu)\./.test(event),
);

export const NOTIFICATION_OBJECTS = [
  'ticket',
  'invitation',
  'invoice',
  'subscription',
  'connection',
  'account',
  'domain',
  'verifactu',
  'webhook',
  'audit_stream',
] as const;
export type NotificationObject = (typeof NOTIFICATION_OBJECTS)[number];
