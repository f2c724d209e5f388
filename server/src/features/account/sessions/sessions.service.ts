import type { OpenSession } from '@atalaya/contract/sessions';
import { endLeftAccess } from './left-access.service.ts';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { parseUserAgent } from '../../../platform/request/user-agent.ts';
import { tellOfEndedSession } from '../../notifications/security-news.service.ts';
import { getHolder } from './account-holder.service.ts';
import type { Holder } from './account-holder.service.ts';
import { deleteSession, listSessions } from './sessions.queries.ts';
import type { SessionRow } from './sessions.queries.ts';

/** Where one is signed in; this very session first. */
export async function listOwnSessions(platform: Platform, actor: Actor): Promise<{ items: OpenSession[] }> {
  const rows = await platform.database.withTenant(actor, (db) => listSessions(db, actor.user_id));
  return { items: shown(rows, actor) };
}

/** @throws object.not_found */
export function endOwnSession(platform: Platform, by: By, id: string): Promise<void> {
  return platform.database.withOwn(by.actor, 'end the own sessions', (db) => endOne(db, by, by.actor, id));
}

/** Signs out everywhere but here; trusted browsers and keys end too, unless they are to stay. */
export function endOtherSessions(
  platform: Platform,
  by: By,
  ending: { trusted_browsers: boolean; api_keys: boolean },
): Promise<void> {
  return platform.database.withOwn(by.actor, 'end the own sessions', async (db) => {
    const { session_id } = by.actor;
    await recordEnd(db, by, by.actor, 'session.others_ended', null);
    await endLeftAccess(platform, db, by, by.actor, { ended_by: 'sign_out', except: session_id, ...ending });
  });
}

/** Where a person up to the actor's rank is signed in. @throws object.not_found, user.rank_too_low */
export function listUserSessions(platform: Platform, actor: Actor, id: string) {
  return platform.database.withActor(actor, 'list the sessions of any person', async (db) => {
    const owner = await getHolder(db, actor, id);
    return { items: owner ? shown(await listSessions(db, owner.user_id), actor) : [] };
  });
}

/** Signs a person out on one device. @throws object.not_found, user.rank_too_low */
export function endUserSession(platform: Platform, by: By, id: string, session_id: string): Promise<void> {
  return platform.database.withActor(by.actor, 'end a session of any person', async (db) => {
    const owner = await getHolder(db, by.actor, id);
    if (!owner) throw new AppError('object.not_found');
    await endOne(db, by, owner, session_id);
    if (id !== by.actor.profile_id)
      await tellOfEndedSession(platform, db, { id, ...owner }, { by: by.actor, keys: 0 });
  });
}

/**
 * Signs a person out everywhere; their trusted browsers and API keys end too.
 * @throws object.not_found, user.rank_too_low
 */
export function endUserSessions(platform: Platform, by: By, id: string): Promise<void> {
  return platform.database.withActor(by.actor, 'end the sessions of any person', async (db) => {
    const owner = await getHolder(db, by.actor, id);
    if (!owner) return;
    // One's own goes on: an admin who does this to themselves means the others.
    const is_self = id === by.actor.profile_id;
    await recordEnd(db, by, owner, is_self ? 'session.others_ended' : 'session.all_ended', null);
    const keys = await endLeftAccess(platform, db, by, owner, {
      ended_by: is_self ? 'sign_out' : 'sign_out_by_admin',
      except: is_self ? by.actor.session_id : undefined,
    });
    if (!is_self)
      await tellOfEndedSession(platform, db, { id, ...owner }, { by: by.actor, keys: keys.length });
  });
}

async function endOne(db: Db, by: By, owner: Holder, id: string): Promise<void> {
  if (!(await deleteSession(db, owner.user_id, id))) throw new AppError('object.not_found');
  await recordEnd(db, by, owner, 'session.ended', id);
}

function recordEnd(db: Db, by: By, owner: Holder, action: string, session_id: string | null): Promise<void> {
  return recordChange(db, by, {
    action,
    object_type: 'user',
    object_id: owner.profile_id,
    organization_id: owner.organization_id,
    ...(session_id ? { before: { session_id } } : {}),
  });
}

function shown(rows: SessionRow[], actor: Actor): OpenSession[] {
  const all = rows.map(({ id, user_agent, ip_address, created_at, last_seen_at }) => ({
    id,
    ...parseUserAgent(user_agent),
    ip_address,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    current: id === actor.session_id,
  }));
  return [...all.filter(({ current }) => current), ...all.filter(({ current }) => !current)];
}
