import type { OpenSession } from '@atalaya/contract/sessions';
import type { Actor, Origin } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellOfEndedSession } from '../notifications/security-news.service.ts';
import { requireRank } from '../users/user-rules.ts';
import { deleteSession, findAccountHolder, listSessions } from './sessions.queries.ts';
import type { SessionRow } from './sessions.queries.ts';
import { parseUserAgent } from '../../platform/user-agent.ts';

type By = { actor: Actor; origin: Origin };
/** Whose sessions, with an account. */
type Owner = { id: string; user_id: string; organization_id: string | null };

const ownerOf = ({ profile_id: id, user_id, organization_id }: Actor): Owner => ({
  id,
  user_id,
  organization_id,
});

/** Where one is signed in; this very session first. */
export async function listOwnSessions(platform: Platform, actor: Actor): Promise<{ items: OpenSession[] }> {
  const rows = await platform.database.withTenant(actor, (db) => listSessions(db, actor.user_id));
  return { items: shown(rows, actor) };
}

/** @throws object.not_found */
export function endOwnSession(platform: Platform, by: By, id: string): Promise<void> {
  return withOwnSessions(platform, by.actor, (db) => endOne(db, by, ownerOf(by.actor), id));
}

/** Signs out everywhere but here. */
export function endOtherSessions(platform: Platform, by: By): Promise<void> {
  return withOwnSessions(platform, by.actor, (db) =>
    endAll(platform, db, by, ownerOf(by.actor), by.actor.session_id),
  );
}

/** Where a person up to the actor's rank is signed in. @throws object.not_found, user.rank_too_low */
export function listUserSessions(platform: Platform, actor: Actor, id: string) {
  return platform.database.withActor(actor, 'list the sessions of anybody', async (db) => {
    const owner = await getOwner(db, actor, id);
    return { items: owner ? shown(await listSessions(db, owner.user_id), actor) : [] };
  });
}

/** Signs a person out on one device. @throws object.not_found, user.rank_too_low */
export function endUserSession(platform: Platform, by: By, id: string, session_id: string): Promise<void> {
  return platform.database.withActor(by.actor, 'end a session of anybody', async (db) => {
    const owner = await getOwner(db, by.actor, id);
    if (!owner) throw new AppError('object.not_found');
    await endOne(db, by, owner, session_id);
    await tellOwner(platform, db, by, owner);
  });
}

/** Signs a person out everywhere. @throws object.not_found, user.rank_too_low */
export function endUserSessions(platform: Platform, by: By, id: string): Promise<void> {
  return platform.database.withActor(by.actor, 'end the sessions of anybody', async (db) => {
    const owner = await getOwner(db, by.actor, id);
    // One's own goes on: whoever does this to themselves means the others.
    const except = owner?.user_id === by.actor.user_id ? by.actor.session_id : undefined;
    if (!owner) return;
    await endAll(platform, db, by, owner, except);
    await tellOwner(platform, db, by, owner);
  });
}

/** Null for somebody who has no account yet. */
async function getOwner(db: Db, actor: Actor, id: string): Promise<Owner | null> {
  const holder = await findAccountHolder(db, id);
  if (!holder) throw new AppError('object.not_found');
  requireRank(actor, holder.role);
  const { user_id, organization_id } = holder;
  return user_id === null ? null : { id, user_id, organization_id };
}

async function tellOwner(platform: Platform, db: Db, { actor }: By, owner: Owner): Promise<void> {
  if (owner.id !== actor.profile_id) await tellOfEndedSession(platform, db, owner, actor);
}

async function endOne(db: Db, by: By, owner: Owner, id: string): Promise<void> {
  if (!(await deleteSession(db, owner.user_id, id))) throw new AppError('object.not_found');
  await recordEnd(db, by, owner, 'session.ended', id);
}

async function endAll(platform: Platform, db: Db, by: By, owner: Owner, except?: string): Promise<void> {
  await platform.accounts.endSessionsOf(db, [owner.user_id], except);
  await recordEnd(db, by, owner, except ? 'session.others_ended' : 'session.all_ended', null);
}

function recordEnd(db: Db, by: By, owner: Owner, action: string, session_id: string | null): Promise<void> {
  return recordChange(db, by, {
    action,
    object_type: 'user',
    object_id: owner.id,
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

/** The audit entry of somebody without organization belongs to none, which no tenant may write. */
function withOwnSessions<T>(platform: Platform, actor: Actor, work: (db: Db) => Promise<T>): Promise<T> {
  if (actor.organization_id !== null) return platform.database.withTenant(actor, work);
  return platform.database.withSystem('end the own sessions of somebody without organization', work);
}
