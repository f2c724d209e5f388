import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { DataExport } from '@atalaya/contract/data-exports';
import { fullName } from '../../platform/core/actor.ts';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { chosenOrganization, requireChosenOrganization } from '../../platform/core/chosen-organization.ts';
import type { WhichOrganization } from '../../platform/core/chosen-organization.ts';
import { AppError } from '../../platform/core/errors.ts';
import { takeFrom } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { findNamed } from '../../platform/settings/settings.queries.ts';
import { DATA_EXPORT_QUEUE, ONE_RUN, keyOf } from './data-exports.jobs.ts';
import {
  cancelDataExport as cancelRow,
  insertDataExport,
  listDataExports as listRows,
  lockDataExport,
} from './data-exports.queries.ts';
import type { DataExportRow } from './data-exports.queries.ts';

/** Each reads all of an organization and fills the storage. */
const EXPORTS = { name: 'data-exports', max: 10, seconds: 3600 };

/** Those of one's organization; a super_admin's choice, or of all. @throws object.not_found for another's */
export async function listDataExports(
  platform: Platform,
  actor: Actor,
  query: WhichOrganization & { page: number },
) {
  const organization_id = chosenOrganization(actor, query);
  return platform.database.readAs(actor, 'list the exports of data of any organization', async (db) => {
    const { rows, total } = await listRows(db, organization_id, query.page);
    return { items: rows.map(toDataExport), total, page: query.page, page_size: PAGE_SIZE };
  });
}

/**
 * Queues an export of everything about an organization; a super_admin's has what only they read too.
 * @throws object.not_found, data_export.in_progress
 */
export async function createDataExport(
  platform: Platform,
  by: By,
  body: WhichOrganization,
): Promise<DataExport> {
  const { actor } = by;
  const organization_id = requireChosenOrganization(actor, 'body', body);
  await takeFrom(platform, EXPORTS, actor.profile_id);
  return platform.database.withActor(actor, 'queue an export of data of any organization', async (db) => {
    if (!(await findNamed(db, organization_id))) throw new AppError('object.not_found');
    const id = await insertDataExport(db, {
      organization_id,
      created_by: actor.profile_id,
      created_by_name: fullName(actor),
      internal: actor.role === 'super_admin',
    });
    if (id === null) throw new AppError('data_export.in_progress');
    await platform.jobs.send(db, DATA_EXPORT_QUEUE, { id }, ONE_RUN);
    const row = await getDataExport(db, id);
    await record(db, by, row, 'requested');
    return toDataExport(row);
  });
}

/** @throws object.not_found; data_export.wrong_state where it is over already */
export function cancelDataExport(platform: Platform, by: By, id: string): Promise<DataExport> {
  return platform.database.withActor(by.actor, 'cancel an export of data of any organization', async (db) => {
    const row = await getDataExport(db, id);
    if (row.state !== 'queued' && row.state !== 'running') throw new AppError('data_export.wrong_state');
    await cancelRow(db, id);
    await record(db, by, row, 'canceled');
    return toDataExport({ ...row, state: 'canceled' });
  });
}

/** The file of one that is done, to be sent piece by piece. @throws object.not_found */
export async function downloadDataExport(platform: Platform, by: By, id: string) {
  const find = async (db: Db) => {
    const row = await getDataExport(db, id);
    if (row.state !== 'done') throw new AppError('object.not_found');
    return row;
  };
  const { database, storage } = platform;
  const row = await database.withActor(by.actor, 'find the data of any organization', find);
  const file = await storage.open(keyOf(row));
  if (!file) throw new AppError('object.not_found');
  try {
    await database.withActor(by.actor, 'download the data of any organization', async (db) =>
      record(db, by, await find(db), 'downloaded'),
    );
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
  const day = row.created_at.toISOString().slice(0, 10);
  return { ...file, name: `atalaya-${row.organization_slug}-${day}.zip` };
}

async function getDataExport(db: Db, id: string): Promise<DataExportRow> {
  const row = await lockDataExport(db, id);
  if (!row) throw new AppError('object.not_found');
  return row;
}

function toDataExport(row: DataExportRow): DataExport {
  const { id, internal, state, processed, total, bytes, problem } = row;
  return {
    id,
    organization: { id: row.organization_id, name: row.organization_name },
    requested_by: row.created_by_name,
    internal,
    state,
    processed,
    total,
    bytes,
    problem,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

function record(db: Db, by: By, row: DataExportRow, what: 'requested' | 'canceled' | 'downloaded') {
  return recordChange(db, by, {
    action: `data_export.${what}`,
    object_type: 'data_export',
    object_id: row.id,
    organization_id: row.organization_id,
    after: { name: row.organization_name, internal: row.internal },
  });
}
