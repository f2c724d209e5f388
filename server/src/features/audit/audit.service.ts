import type { Readable } from 'node:stream';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { AuditEntry, AuditFilters, AuditListQuery, Joining, auditRoutes } from '@atalaya/contract/audit';
import { scopeOf } from '@atalaya/contract/permissions';
import type { z } from 'zod';
import { personName } from '../../platform/core/actor.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { isPublished } from '../../platform/process/demo.ts';
import { csvOf } from '../../platform/records/csv.ts';
import {
  findAuditEntry,
  findJoining,
  findNames,
  listAudit as listRows,
  listIdsOfPerson,
  listOlder,
} from './audit.queries.ts';
import type { AuditEntryRow, JoiningRow, Reach, Sought } from './audit.queries.ts';
import { undoOf } from '../undo/undo.service.ts';

/** One page of changes and exactly how many match: an admin's organization's, a user's own sign-ins. */
export function listAudit(
  platform: Platform,
  actor: Actor,
  query: AuditListQuery,
): Promise<z.output<typeof auditRoutes.listAudit.response>> {
  return platform.database.readAs(actor, 'read the audit log of every organization', async (db) => {
    const reach = reachOf(actor);
    const person = query.object_id && reach.sign_ins_of === null ? query.object_id : null;
    const { rows, total } = await listRows(db, await withRelated(db, query), reach);
    return {
      items: rows.map((row) => ({ ...toEntry(row), parts: row.parts })),
      total,
      page: query.page,
      page_size: PAGE_SIZE,
      joining: person === null ? null : toJoining(await findJoining(db, person)),
    };
  });
}

/** One change. @throws object.not_found, also where it is another's */
export function readAuditEntry(
  platform: Platform,
  actor: Actor,
  id: string,
): Promise<z.output<typeof auditRoutes.readAuditEntry.response>> {
  return platform.database.withActor(actor, 'read a change in any organization', async (db) => {
    const reach = reachOf(actor);
    const row = await findAuditEntry(db, id, reach);
    if (!row) throw new AppError('object.not_found');
    const names = await namesIn(db, row);
    const rest = await restOf(db, row, reach);
    return { ...toEntry(row), names, ...(await undoOf(db, actor, row)), rest };
  });
}

/** What else the request of an entry did. */
async function restOf(db: Db, { id, request_id }: AuditEntryRow, reach: Reach) {
  if (request_id === null) return { items: [], total: 0 };
  const { rows, total } = await listRows(db, { request_id, page: 1 }, reach);
  return { items: rows.filter((row) => row.id !== id).map(toEntry), total: total - 1 };
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** An entry about many tells so many by their names. */
const NAMED = 100;
/** Fields whose ids are of what `findNames` looks for: one that it does not find is gone. */
const NAMED_FIELDS = new Set([
  'assigned_to',
  'created_by',
  'invited_by',
  'invoice_id',
  'organization_id',
  'payment_id',
  'plan_id',
  'profile_id',
  'rectified_by',
  'rectifies_id',
  'ticket_id',
  'user_id',
]);

/** The names of the ids anywhere in what was kept of a change; null for what is gone. */
async function namesIn(db: Db, row: AuditEntryRow): Promise<Record<string, string | null>> {
  const kept = [row.before, row.after, row.api_key_id];
  const ids = [...new Set(JSON.stringify(kept).match(ID))].slice(0, NAMED);
  const found = await findNames(db, ids);
  const gone = idsOfNamedFields(kept);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = found[id] ?? (gone.has(id) ? null : undefined);
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

function idsOfNamedFields(kept: unknown, isNamed = false): Set<string> {
  if (typeof kept === 'string') return new Set(isNamed ? kept.match(ID) : []);
  if (typeof kept !== 'object' || kept === null) return new Set();
  // The items of a list belong to the field that holds the list.
  return new Set(
    Object.entries(kept).flatMap(([field, value]) => [
      ...idsOfNamedFields(value, Array.isArray(kept) ? isNamed : NAMED_FIELDS.has(field)),
    ]),
  );
}

const COLUMNS = [
  'created_at',
  'actor_email',
  'actor_name',
  'action',
  'object_type',
  'object_id',
  'object_name',
  'organization_name',
  'before',
  'after',
  'ip_address',
  'user_agent',
  'request_id',
  'api_key_id',
] as const satisfies (keyof AuditEntryRow)[];

/** Everything that matches as CSV, newest first. */
export const exportAudit = (platform: Platform, actor: Actor, filters: AuditFilters): Readable =>
  csvOf<(typeof COLUMNS)[number], AuditEntryRow>(COLUMNS, (last, limit) =>
    platform.database.readAs(actor, 'export the audit log of every organization', (db) =>
      withRelated(db, filters).then((sought) => listOlder(db, sought, reachOf(actor), last, limit)),
    ),
  );

/** A person is sought with what is kept under other ids. */
async function withRelated<Filters extends AuditFilters>(
  db: Db,
  filters: Filters,
): Promise<Filters & Sought> {
  if (!filters.object_id) return filters;
  return { ...filters, also_about: await listIdsOfPerson(db, filters.object_id) };
}

/** Made by the acceptance of an invitation: in its transaction, within moments. */
const AT_ONCE_MS = 60_000;

function kindOfJoining(row: JoiningRow): Joining['kind'] {
  if (row.has_entry && !row.is_by_self) return row.file === null ? 'created' : 'imported';
  const accepted = row.accepted_at?.getTime() ?? Number.NaN;
  if (Math.abs(accepted - row.created_at.getTime()) < AT_ONCE_MS) return 'invited';
  if (row.has_entry) return 'registered';
  return isPublished(row.email) ? 'demo' : 'unknown';
}

function toJoining(row: JoiningRow | null): Joining | null {
  if (!row) return null;
  const { invited_at, accepted_at, file } = row;
  const invitation =
    invited_at && accepted_at
      ? { at: invited_at.toISOString(), by: row.inviter_name, accepted_at: accepted_at.toISOString() }
      : null;
  const byOther = row.has_entry && !row.is_by_self;
  return {
    name: personName(row),
    kind: kindOfJoining(row),
    at: row.created_at.toISOString(),
    by: byOther ? row.creator_name : null,
    file: byOther ? file : null,
    invitation,
  };
}

function reachOf(actor: Actor): Reach {
  const own = scopeOf(actor.role, 'audit.list') === 'own';
  return { organization_id: actor.organization_id, sign_ins_of: own ? actor.profile_id : null };
}

function toEntry(row: AuditEntryRow): AuditEntry {
  const { id, action, object_type, object_id, object_name, before, after } = row;
  const { ip_address, user_agent, request_id, api_key_id } = row;
  return {
    id,
    created_at: row.created_at.toISOString(),
    actor:
      row.actor_profile_id === null && row.actor_email === null
        ? null
        : { id: row.actor_profile_id, email: row.actor_email, name: row.actor_name },
    action,
    object_type,
    object_id,
    object_name,
    organization:
      row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name ?? '' },
    before,
    after,
    ip_address,
    user_agent,
    request_id,
    api_key_id,
  };
}
