import type { Role } from '@atalaya/contract/roles';
import type { Actor, Origin } from '../../platform/core/actor.ts';
import { personName } from '../../platform/core/actor.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { parseUserAgent } from '../../platform/request/user-agent.ts';
import { isNewDevice } from './notifications.queries.ts';
import { notify, notifyOnScreen } from './notify.service.ts';
import { securityMail } from './security-news.email.ts';
import type { MailedSecurityEvent } from './security-news.email.ts';

/** Whose account it is. What is told of it reaches them regardless of their preferences. */
type Person = { id: string; organization_id: string | null };

/** Longest name of a device that is kept. */
const DEVICE_MAX = 120;

type NewKeyEvent = 'security.api_key_created' | 'security.api_key_restored' | 'security.assistant_allowed';

/** A key; one of an assistant is told of as the assistant. */
type Key = { name: string; assistant_host: string | null };

/** After a sign-in: tells of one with a browser and system not seen before, the very first aside. */
export async function tellOfNewDevice(
  platform: Platform,
  db: SystemDb,
  person: Person,
  origin: Origin,
): Promise<void> {
  const { browser, system } = parseUserAgent(origin.user_agent);
  const device = `${browser ?? '?'} · ${system ?? '?'}`.slice(0, DEVICE_MAX);
  if (!(await isNewDevice(db, person.id, device))) return;
  await tellOfSecurity(platform, db, [person], 'security.new_device', deviceOf(origin));
}

function deviceOf({ user_agent, ip_address }: Origin) {
  const { browser, system } = parseUserAgent(user_agent);
  return { browser: browser ?? '', system: system ?? '', ip_address: ip_address ?? '' };
}

/** One's own password was changed, or set anew by a mailed link; the mail about it is the caller's. */
export function tellOfPassword(db: Db, person: Person): Promise<void> {
  return tellOnScreen(db, person, 'security.password_changed');
}

/** A second factor came, went or was used up; the mail about it is the caller's. */
export function tellOfSecondFactor(db: Db, person: Person): Promise<void> {
  return tellOnScreen(db, person, 'security.two_factor_changed');
}

function tellOnScreen(
  db: Db,
  { id, organization_id }: Person,
  event: 'security.password_changed' | 'security.two_factor_changed',
): Promise<void> {
  const about = { organization_id, object_type: 'account', object_id: null } as const;
  return notifyOnScreen(db, { event, to: [id], ...about });
}

/** Another person ended one's session, or all of them and as many API keys. */
export function tellOfEndedSession(
  platform: Platform,
  db: Db,
  person: Person,
  { by, keys }: { by: Actor; keys: number },
): Promise<void> {
  const params = { by: personName(by), ...(keys > 0 ? { keys: String(keys) } : {}) };
  return tellOfSecurity(platform, db, [person], 'security.session_ended', params);
}

/** A key of one's own was made, or had back, or given to an assistant, in a browser. */
export function tellOfNewKey(
  platform: Platform,
  db: Db,
  person: Person,
  { event, name, origin }: { event: NewKeyEvent; name: string; origin: Origin },
): Promise<void> {
  const params = { name, ...deviceOf(origin) };
  return tellOfSecurity(platform, db, [person], event, params);
}

/** A key of one's own was used from a network where it was not before. */
export function tellOfKeyElsewhere(
  platform: Platform,
  db: Db,
  person: Person,
  { name, assistant_host }: Key,
  ip_address: string,
): Promise<void> {
  const event = assistant_host === null ? 'security.api_key_new_network' : 'security.assistant_new_network';
  return tellOfSecurity(platform, db, [person], event, { name, ip_address });
}

/** Another person revoked a key of one's own. */
export function tellOfRevokedKey(
  platform: Platform,
  db: Db,
  person: Person,
  { name, assistant_host }: Key,
  by: Actor,
): Promise<void> {
  const event = assistant_host === null ? 'security.api_key_revoked' : 'security.assistant_revoked';
  return tellOfSecurity(platform, db, [person], event, { name, by: personName(by) });
}

/** Another person gave these people a role; `people` as they are now. */
export function tellOfRole(
  platform: Platform,
  db: Db,
  people: Person[],
  { role, by }: { role: Role; by: Parameters<typeof personName>[0] },
): Promise<void> {
  return tellOfSecurity(platform, db, people, 'security.role_changed', { role, by: personName(by) });
}

/** Something of the sign-in of an organization that all of its admins are told. */
export function tellAdminsOfSignOn(
  platform: Platform,
  db: Db,
  organization_id: string,
  {
    event,
    name,
    origin,
  }:
    | { event: 'security.break_glass_used'; name: string; origin: Origin }
    | { event: 'security.enforcement_ended'; name?: never; origin?: never },
): Promise<void> {
  const params: Record<string, string> = origin ? { name, ...deviceOf(origin) } : {};
  const link = new URL(PAGES[event], platform.config.publicUrl).href;
  const news = { event, organization_id, to: 'admins', object_type: 'connection', object_id: null } as const;
  return notify(platform, db, { ...news, params }, (reader) =>
    securityMail({ ...reader, link }, event, params),
  );
}

/** An endpoint was switched off; whose it is are told, of one of the system its super_admins. */
export function tellOfWebhook(
  platform: Platform,
  db: Db,
  { id, organization_id, name }: { id: string; organization_id: string | null; name: string },
): Promise<void> {
  const event = 'security.webhook_off';
  const link = new URL(PAGES[event], platform.config.publicUrl).href;
  const news = { event, organization_id, to: 'admins', object_type: 'webhook', object_id: id } as const;
  return notify(platform, db, { ...news, params: { name } }, (reader) =>
    securityMail({ ...reader, link }, event, { name }),
  );
}

/** A stream of the audit log has come to be behind, or is no more; whose it is are told, as of a webhook. */
export function tellOfStream(
  platform: Platform,
  db: Db,
  { id, organization_id, name }: { id: string; organization_id: string | null; name: string },
  what: 'behind' | 'caught_up',
): Promise<void> {
  const event = `security.audit_stream_${what}` as const;
  const link = new URL(PAGES[event], platform.config.publicUrl).href;
  const news = { event, organization_id, to: 'admins', object_type: 'audit_stream', object_id: id } as const;
  return notify(platform, db, { ...news, params: { name } }, (reader) =>
    securityMail({ ...reader, link }, event, { name }),
  );
}

/** Where one sees it; of one's own account the section of 'Mi Perfil'. */
const PAGES: Record<MailedSecurityEvent, string> = {
  'security.new_device': '/admin/profile?tab=sessions',
  'security.session_ended': '/admin/profile?tab=sessions',
  'security.role_changed': '/admin/profile',
  'security.api_key_created': '/admin/profile?tab=keys',
  'security.api_key_restored': '/admin/profile?tab=keys',
  'security.api_key_new_network': '/admin/profile?tab=keys',
  'security.api_key_revoked': '/admin/profile?tab=keys',
  'security.assistant_allowed': '/admin/profile?tab=keys',
  'security.assistant_new_network': '/admin/profile?tab=keys',
  'security.assistant_revoked': '/admin/profile?tab=keys',
  'security.break_glass_used': '/admin/settings?tab=security',
  'security.enforcement_ended': '/admin/settings?tab=security',
  'security.webhook_off': '/admin/settings?tab=integrations',
  'security.audit_stream_behind': '/admin/settings?tab=integrations',
  'security.audit_stream_caught_up': '/admin/settings?tab=integrations',
};

/** Tells on the screen and by mail. */
async function tellOfSecurity(
  platform: Platform,
  db: Db,
  people: Person[],
  event: MailedSecurityEvent,
  params: Record<string, string> = {},
): Promise<void> {
  const link = new URL(PAGES[event], platform.config.publicUrl).href;
  for (const [organization_id, those] of Map.groupBy(people, (person) => person.organization_id)) {
    const to = those.map(({ id }) => id);
    const about = { organization_id, object_type: 'account', object_id: null, params } as const;
    await notify(platform, db, { event, to, ...about }, (reader) =>
      securityMail({ ...reader, link }, event, params),
    );
  }
}
