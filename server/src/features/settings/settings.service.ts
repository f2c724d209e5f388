import { DEFAULT_TIME_ZONE } from '@atalaya/contract/dashboard';
import { SESSION_ABSOLUTE_HOURS, SESSION_IDLE_HOURS } from '@atalaya/contract/limits';
import { MUTABLE_EVENTS, NOTIFICATION_EVENTS } from '@atalaya/contract/notification-events';
import type { Settings, StoredData, settingsRoutes } from '@atalaya/contract/settings';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { chosenOrganization, requireChosenOrganization } from '../../platform/core/chosen-organization.ts';
import type { WhichOrganization } from '../../platform/core/chosen-organization.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { refuseFor, takeFrom } from '../../platform/limits/rate-limits.ts';
import { takeShare } from '../../platform/mail/mail-budget.ts';
import { addressOfSender } from '../../platform/mail/message.ts';
import { plainName } from '../../platform/mail/plain-name.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readStored as readStoredBytes } from '../../platform/records/quotas.queries.ts';
import { channelsOf, requireTimeZone, withSender } from '../../platform/settings/settings.ts';
import { isProvenAddress, isProvenPerson } from '../../platform/accounts/accounts.queries.ts';
import {
  findNamed,
  readCurrency,
  readSettings as readEffective,
} from '../../platform/settings/settings.queries.ts';
import { testMail } from './settings.email.ts';
import {
  findSettings,
  findSystemSettings,
  lockIssuing,
  lockSettings,
  saveSettings,
} from './settings.queries.ts';
import type { SettingsChange, SettingsRow } from './settings.queries.ts';

/** How long the screen waits for the mail server. */
const TRIAL_MS = 10_000;
const TRIALS = { name: 'test-mail', max: 10, seconds: 3600 };

const NOTHING_CHOSEN = {
  language: null,
  time_zone: null,
  currency: null,
  two_factor_required: false,
  session_idle_hours: null,
  session_absolute_hours: null,
  allowed_domains: [],
  sender_name: null,
  reply_to: null,
  notifications: {},
  version: 1,
  updated_at: null,
};

/** The settings of an organization, or of the system. @throws object.not_found for what an admin may not see */
export async function readSettings(
  platform: Platform,
  actor: Actor,
  which: WhichOrganization,
): Promise<Settings> {
  const organization_id = chosenOrganization(actor, which);
  return platform.database.withActor(actor, 'read the settings of any organization', (db) =>
    settingsOf(platform, db, organization_id),
  );
}

/** What an organization keeps. @throws object.not_found; request.invalid where a super_admin names none */
export async function readStored(
  platform: Platform,
  actor: Actor,
  which: WhichOrganization,
): Promise<StoredData> {
  const organization_id = requireChosenOrganization(actor, 'query', which);
  const { quotas } = platform.config;
  const stored = await platform.database.readAs(actor, 'how much any organization keeps', async (db) => {
    const [named, bytes] = await Promise.all([
      findNamed(db, organization_id),
      readStoredBytes(db, organization_id),
    ]);
    if (!named) throw new AppError('object.not_found');
    return bytes;
  });
  return {
    ticket_files: { bytes: stored.ticket_files, max_bytes: quotas.ticket_files },
    imports: { bytes: stored.imports, max_bytes: quotas.imports },
  };
}

async function settingsOf(
  platform: Pick<Platform, 'config'>,
  db: Db,
  organization_id: string | null,
): Promise<Settings> {
  const organization = organization_id === null ? null : await findNamed(db, organization_id);
  if (organization_id !== null && !organization) throw new AppError('object.not_found');
  const system = (await findSystemSettings(db)) ?? NOTHING_CHOSEN;
  const row = organization ? ((await findSettings(db, organization.id)) ?? NOTHING_CHOSEN) : system;
  const defaults = {
    language: system.language ?? ('es' as const),
    time_zone: system.time_zone ?? DEFAULT_TIME_ZONE,
  };
  return {
    organization,
    general: organization ? null : defaults,
    currency: organization ? null : await readCurrency(db),
    ...valuesOf(row, organization ? system : null),
    inherited: organization
      ? {
          ...valuesOf(system),
          session_idle_hours: system.session_idle_hours ?? SESSION_IDLE_HOURS,
          session_absolute_hours: system.session_absolute_hours ?? SESSION_ABSOLUTE_HOURS,
        }
      : null,
    reply_to_used:
      row.reply_to !== null &&
      (organization === null || (await isProvenAddress(db, organization.id, row.reply_to))),
    sender_address: addressOfSender(platform.config),
    invoice_issuer: organization ? null : platform.config.invoiceIssuer,
    updated_at: row.updated_at?.toISOString() ?? null,
    version: row.version,
  };
}

type Chosen = SettingsRow | typeof NOTHING_CHOSEN;

/** What was chosen. `above`: whose notifications hold of the events that were not. */
function valuesOf(row: Chosen, above: Chosen | null = null) {
  const { two_factor_required, session_idle_hours, session_absolute_hours, allowed_domains } = row;
  const { sender_name, reply_to } = row;
  return {
    two_factor_required,
    session_idle_hours,
    session_absolute_hours,
    allowed_domains,
    sender_name,
    reply_to,
    notifications: MUTABLE_EVENTS.map((event) => {
      const { screen, mail } = channelsOf({ ...above?.notifications, ...row.notifications }, event);
      return { event, screen, mail: NOTIFICATION_EVENTS[event].mail ? mail : null };
    }),
  };
}

/**
 * Language and time zone of people without one, of new organizations; the currency of new plans.
 * @throws object.stale with the stored values, settings.currency_fixed
 */
export function updateSystemDefaults(
  platform: Platform,
  by: By,
  { currency, ...body }: z.output<typeof settingsRoutes.updateSystemDefaults.body>,
): Promise<Settings> {
  return change(platform, by, null, { ...body, ...(currency ? { currency } : {}) });
}

/** One section of the settings, as a whole. @throws object.not_found, object.stale with the stored values */
export function updateSettings(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  body: z.output<
    typeof settingsRoutes.updateSecuritySettings.body | typeof settingsRoutes.updateMailSettings.body
  >,
): Promise<Settings> {
  return change(platform, by, chosenOrganization(by.actor, which), body);
}

/** How people are told who have not chosen it themselves. @throws object.not_found, object.stale */
export function updateNotificationSettings(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  { version, notifications }: z.output<typeof settingsRoutes.updateNotificationSettings.body>,
): Promise<Settings> {
  const asked = Object.fromEntries(notifications.map(({ event, screen, mail }) => [event, { screen, mail }]));
  return change(platform, by, chosenOrganization(by.actor, which), { version, notifications: asked });
}

function change(
  platform: Platform,
  by: By,
  organization_id: string | null,
  { version, ...values }: SettingsChange & { version: number },
): Promise<Settings> {
  return platform.database.withActor(by.actor, 'change the settings of any organization', async (db) => {
    if (organization_id !== null && !(await findNamed(db, organization_id)))
      throw new AppError('object.not_found');
    if (values.time_zone) await requireTimeZone(db, values.time_zone);
    const row = await lockSettings(db, organization_id);
    if (row.version !== version)
      throw new AppError('object.stale', { current: await settingsOf(platform, db, organization_id) });
    if (values.currency) await requireFreeCurrency(db, values.currency);
    if (values.notifications) values.notifications = await differing(db, row, values.notifications);
    await saveSettings(db, row.id, values);
    const fields = Object.keys(values) as (keyof SettingsChange)[];
    await recordChange(db, by, {
      action: 'settings.updated',
      object_type: 'settings',
      object_id: row.id,
      organization_id,
      before: Object.fromEntries(fields.map((field) => [field, row[field]])),
      after: values,
    });
    return settingsOf(platform, db, organization_id);
  });
}

/** Another currency once an invoice is issued would be of no invoice before it. @throws settings.currency_fixed */
async function requireFreeCurrency(db: Db, currency: string): Promise<void> {
  await lockIssuing(db);
  const { code, is_fixed } = await readCurrency(db);
  if (is_fixed && code !== currency) throw new AppError('settings.currency_fixed');
}

/** What stays to be stored: the events that are not as they would be without this row. */
async function differing(
  db: Db,
  row: SettingsRow,
  asked: SettingsRow['notifications'],
): Promise<SettingsRow['notifications']> {
  const system = await findSystemSettings(db);
  const above = system && system.id !== row.id ? system.notifications : {};
  return Object.fromEntries(
    Object.entries({ ...row.notifications, ...asked }).filter(([event, { screen, mail }]) => {
      const without = channelsOf(above, event);
      return without.screen !== screen || without.mail !== mail;
    }),
  );
}

/** The code at the beginning of what a mail server answers (RFC 5321, RFC 3463), or null. */
const codeOf = (answer: string | null) =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(answer ?? '')?.[0] ?? null;

/**
 * Sends a mail to oneself as the stored settings say, and tells what the mail server said; to all but
 * super_admins its code alone. An unproven address may be a stranger's: what goes there has no word of the settings,
 * and takes a share of the budget of such mails.
 * @throws request.rate_limited, object.not_found
 */
export async function sendTestMail(platform: Platform, by: By, which: WhichOrganization) {
  const { actor } = by;
  const organization_id = chosenOrganization(actor, which);
  await takeFrom(platform, TRIALS, actor.profile_id);
  const isKnown = await isKnownReader(platform, actor);
  if (!isKnown) {
    const share = { organization_id: actor.organization_id, recipient: actor.email };
    const wait = await takeShare(platform, share);
    if (wait) throw refuseFor(wait.seconds, 'stranger-mails');
  }
  const mail = await platform.database.withActor(actor, 'write a test mail', async (db) => {
    const { organization } = await settingsOf(platform, db, organization_id);
    const settings = await readEffective(db, organization_id);
    await recordChange(db, by, {
      action: 'settings.mail_tested',
      object_type: 'settings',
      object_id: null,
      organization_id,
      after: { to: actor.email },
    });
    const to = { to: actor.email, language: actor.language ?? settings.language };
    if (!isKnown) return testMail({ ...to, organization: null });
    return withSender(settings, testMail({ ...to, organization: plainName(organization?.name ?? null) }));
  });
  const trial = await platform.mail.tryOut(mail, { timeout_ms: TRIAL_MS });
  platform.log.info({ outcome: trial.outcome, answer: trial.answer }, 'a test mail was sent');
  // The words of the mail server name our machines; its code says enough to people who do not run them.
  const answer = actor.role === 'super_admin' ? trial.answer : codeOf(trial.answer);
  return { to: actor.email, ...trial, answer };
}

/** Whether a person has proven their address, or the installation asks for no proof. */
async function isKnownReader({ config, database }: Platform, actor: Actor): Promise<boolean> {
  if (!config.requireEmailVerification) return true;
  return database.withActor(actor, 'whether a test mail goes to a proven address', (db) =>
    isProvenPerson(db, actor.profile_id),
  );
}
