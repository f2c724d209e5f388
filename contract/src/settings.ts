import { z } from 'zod';
import { CURRENCIES } from './choices.ts';
import {
  ALLOWED_DOMAINS_MAX,
  DOMAIN_MAX,
  EMAIL_MAX,
  NAME_MAX,
  SESSION_ABSOLUTE_HOURS,
  SESSION_IDLE_HOURS,
} from './limits.ts';
import { MUTABLE_EVENTS } from './notification-events.ts';
import { notificationPreferenceSchema } from './notifications.ts';
import { defineRoutes } from './route.ts';
import {
  email,
  hostName,
  id,
  instant,
  language,
  line,
  text,
  timeZone,
  version,
  whichOrganization,
} from './shapes.ts';
import { invoiceIssuerSchema } from './subscriptions.ts';

const values = {
  two_factor_required: z.boolean(),
  /** Hours without a request, and in all, after which a session ends; null: as the system's. */
  session_idle_hours: z.int().nullable(),
  session_absolute_hours: z.int().nullable(),
  /** Domains of the e-mail addresses that people may have; none: any. */
  allowed_domains: z.array(z.string()),
  sender_name: z.string().nullable(),
  reply_to: z.string().nullable(),
  /** How people are told of each event who have not chosen it themselves; `mail` null: it is never mailed. */
  notifications: z.array(notificationPreferenceSchema),
};

/** What an organization (null: the system) has chosen, and what holds where it has chosen nothing. */
export const settingsSchema = z.object({
  organization: z.object({ id, name: z.string() }).nullable(),
  /** Of new organizations and of people without one: the system's alone. An organization's are its own fields. */
  general: z.object({ language, time_zone: z.string() }).nullable(),
  /** Of the installation, which new plans have unless they name another; fixed once an invoice is issued. */
  currency: z.object({ code: z.string(), is_fixed: z.boolean() }).nullable(),
  ...values,
  /** Of an organization: what the system's settings say. */
  inherited: z.object(values).nullable(),
  /** Whether mails name `reply_to`: of an organization only where a person of it has proven the address. */
  reply_to_used: z.boolean(),
  /** From which address every mail is sent. */
  sender_address: z.string(),
  /** Who issues the invoices, as this installation is configured: with the system's settings alone. */
  invoice_issuer: invoiceIssuerSchema.nullable(),
  updated_at: instant.nullable(),
  version,
});
export type Settings = z.infer<typeof settingsSchema>;

const kept = z.object({ bytes: z.int(), max_bytes: z.int() });
/** What an organization keeps, and how much it may. */
export const storedDataSchema = z.object({
  /** Of its tickets, sent or not; without those of internal notes. */
  ticket_files: kept,
  /** The files of imports, until they expire. */
  imports: kept,
});
export type StoredData = z.infer<typeof storedDataSchema>;

const emptyIsNull = (value: string) => value.trim() || null;
const senderName = line(NAME_MAX).transform(emptyIsNull).nullable();
const replyTo = text(EMAIL_MAX).transform(emptyIsNull).pipe(email.nullable()).nullable();
const domains = z
  .array(
    text(DOMAIN_MAX)
      .transform((value) => value.trim().toLowerCase())
      .pipe(hostName),
  )
  .max(ALLOWED_DOMAINS_MAX)
  .transform((all) => [...new Set(all)]);

export const settingsRoutes = defineRoutes({
  readSettings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'The settings of an organization, or of the system',
    access: 'settings.read',
    query: whichOrganization,
    response: settingsSchema,
  },
  readStored: {
    method: 'GET',
    path: '/api/settings/stored',
    summary: 'How many bytes an organization keeps, and how many it may',
    access: 'settings.read',
    query: whichOrganization,
    response: storedDataSchema,
  },
  updateSystemDefaults: {
    method: 'PUT',
    path: '/api/settings/general',
    summary:
      'Change language and time zone of new organizations and of people without one, and the currency of new plans until an invoice is issued',
    access: 'settings.updateSystem',
    body: z.strictObject({
      version,
      language,
      time_zone: timeZone,
      /** Not sent: it stays. */
      currency: z.enum(CURRENCIES).optional(),
    }),
    response: settingsSchema,
    errors: ['object.stale', 'settings.currency_fixed'],
  },
  updateSecuritySettings: {
    method: 'PUT',
    path: '/api/settings/security',
    summary:
      'Change what is asked of those who sign in, how long sessions last and whose addresses are taken',
    access: 'settings.update',
    query: whichOrganization,
    body: z.strictObject({
      version,
      two_factor_required: z.boolean(),
      session_idle_hours: z.int().min(1).max(SESSION_IDLE_HOURS).nullable(),
      session_absolute_hours: z.int().min(1).max(SESSION_ABSOLUTE_HOURS).nullable(),
      allowed_domains: domains,
    }),
    response: settingsSchema,
    errors: ['object.stale'],
  },
  updateMailSettings: {
    method: 'PUT',
    path: '/api/settings/mail',
    summary: 'Change under which name mails are sent and where answers go',
    access: 'settings.update',
    query: whichOrganization,
    body: z.strictObject({ version, sender_name: senderName, reply_to: replyTo }),
    response: settingsSchema,
    errors: ['object.stale'],
  },
  updateNotificationSettings: {
    method: 'PUT',
    path: '/api/settings/notifications',
    summary: 'Change of what people are told who have not chosen it themselves, on the screen and by mail',
    access: 'settings.update',
    query: whichOrganization,
    body: z.strictObject({
      version,
      /** Of events that are not named, as it is. */
      notifications: z
        .array(z.strictObject({ event: z.enum(MUTABLE_EVENTS), screen: z.boolean(), mail: z.boolean() }))
        .max(MUTABLE_EVENTS.length),
    }),
    response: settingsSchema,
    errors: ['object.stale'],
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/settings/test-mail',
    summary:
      'Send a mail to oneself with the stored sender, and answer what the mail server said within 10 s',
    access: 'settings.update',
    query: whichOrganization,
    body: z.strictObject({}),
    response: z.object({
      to: z.string(),
      outcome: z.enum(['accepted', 'refused', 'timed_out', 'outbox']),
      /** The words of the mail server, or the fault; its code alone unless a super_admin asks; null where there is none. */
      answer: z.string().nullable(),
    }),
    errors: ['request.rate_limited'],
  },
});
