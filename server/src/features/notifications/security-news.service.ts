import type { NotificationEvent } from '@atalaya/contract/notification-events';
import type { Role } from '@atalaya/contract/roles';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { isNewDevice } from './known-devices.queries.ts';
import { notifyOnScreen } from './notify.service.ts';

/** Whose account it is. What is told of it reaches them whatever they prefer. */
type Person = { id: string; organization_id: string | null };

/** Longest name of a device that is kept. */
const DEVICE_MAX = 120;

/** After a sign-in: tells of one with a browser and system not seen before, the very first aside. */
export async function tellOfNewDevice(
  db: SystemDb,
  person: Person,
  { ip_address }: Origin,
  { browser, system }: { browser: string | null; system: string | null },
): Promise<void> {
  const device = `${browser ?? '?'} · ${system ?? '?'}`.slice(0, DEVICE_MAX);
  if (!(await isNewDevice(db, person.id, device))) return;
  await tellOfSecurity(db, [person], 'security.new_device', {
    browser: browser ?? '',
    system: system ?? '',
    ip_address: ip_address ?? '',
  });
}

/** One's own password was changed, or set anew by a mailed link. */
export function tellOfPassword(db: Db, person: Person): Promise<void> {
  return tellOfSecurity(db, [person], 'security.password_changed');
}

/** Somebody else ended one's session, or all of them. */
export function tellOfEndedSession(db: Db, person: Person, by: Actor): Promise<void> {
  return tellOfSecurity(db, [person], 'security.session_ended', { by: nameOf(by) });
}

/** Somebody else gave people a role; `people` as they are now. */
export function tellOfRole(db: Db, people: Person[], role: Role, by: Actor): Promise<void> {
  return tellOfSecurity(db, people, 'security.role_changed', { role, by: nameOf(by) });
}

const nameOf = ({ first_name, last_name, email }: Actor) => `${first_name} ${last_name}`.trim() || email;

/** Any of the events of somebody's account. */
export async function tellOfSecurity(
  db: Db,
  people: Person[],
  event: NotificationEvent & `security.${string}`,
  params: Record<string, string> = {},
): Promise<void> {
  for (const [organization_id, those] of Map.groupBy(people, (person) => person.organization_id)) {
    const to = those.map(({ id }) => id);
    await notifyOnScreen(db, { event, to, organization_id, object_type: 'account', object_id: null, params });
  }
}
