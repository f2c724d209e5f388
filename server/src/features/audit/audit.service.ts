import type { Readable } from 'node:stream';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { AuditEntry, AuditFilters, AuditListQuery, auditRoutes } from '@atalaya/contract/audit';
import { scopeOf } from '@atalaya/contract/permissions';
import type { z } from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { csvOf } from '../../platform/records/csv.ts';
import { findAuditEntry, findNames, listAudit as listRows, listOlder } from './audit.queries.ts';
import type { AuditEntryRow, Reach } from './audit.queries.ts';
import { undoOf } from '../undo/undo.service.ts';

/** One page of changes and exactly how many match: an admin's organization's, a user's own sign-ins. */
export function listAudit(
  platform: Platform,
  actor: Actor,
  query: AuditListQuery,
): Promise<z.output<typeof auditRoutes.listAudit.response>> {
  return platform.database.readAs(actor, 'read the audit log of every organization', async (db) => {
    const { rows, total } = await listRows(db, query, reachOf(actor));
    return { items: rows.map(toEntry), total, page: query.page, page_size: PAGE_SIZE };
  });
}

/** One change. @throws object.not_found, also where it is another's */
export function readAuditEntry(
  platform: Platform,
  actor: Actor,
  id: string,
): Promise<z.output<typeof auditRoutes.readAuditEntry.response>> {
  return platform.database.withActor(actor, 'read a change in any organization', async (db) => {
    const row = await findAuditEntry(db, id, reachOf(actor));
    if (!row) throw new AppError('object.not_found');
    const names = await namesIn(db, row);
    return { ...toEntry(row), names, ...(await undoOf(db, actor, row)) };
  });
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
      listOlder(db, filters, reachOf(actor), last, limit),
    ),
  );

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
