import type { CannedReply } from '@atalaya/contract/canned-replies';
import type { By } from '../../../platform/core/actor.ts';
import { recordChange, recordChanges, THE_SERVER } from '../../../platform/records/audit.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import {
  insertCannedReply,
  listCannedReplies as listRows,
  lockCannedReply,
  purgeCannedReplies as purgeRows,
  saveCannedReply,
  setInBin,
} from './canned-replies.queries.ts';
import { toCannedReply } from '../ticket-shapes.ts';

const MOST = 500;

/** Replies written in advance, by title. */
export async function listCannedReplies(platform: Platform) {
  return platform.database.withSystem('list the canned replies', async (db) => ({
    items: (await listRows(db, MOST)).map(toCannedReply),
  }));
}

/** Writes one. */
export async function createCannedReply(
  platform: Platform,
  by: By,
  body: { title: string; body: string },
): Promise<CannedReply> {
  return platform.database.withSystem('write a canned reply', async (db) => {
    const row = await insertCannedReply(db, body);
    await recordChange(db, by, { ...changeOf(row.id, 'created'), after: textsOf(row) });
    return toCannedReply(row);
  });
}

/** Changes one. @throws object.not_found; object.stale with the stored values */
export async function updateCannedReply(
  platform: Platform,
  by: By,
  id: string,
  body: { version: number; title?: string | undefined; body?: string | undefined },
): Promise<CannedReply> {
  return platform.database.withSystem('change a canned reply', async (db) => {
    const before = await lockCannedReply(db, id);
    if (!before) throw new AppError('object.not_found');
    if (before.version !== body.version)
      throw new AppError('object.stale', { current: toCannedReply(before) });
    const after = await saveCannedReply(db, id, {
      title: body.title ?? before.title,
      body: body.body ?? before.body,
    });
    const values = { before: textsOf(before), after: textsOf(after) };
    await recordChange(db, by, { ...changeOf(id, 'updated'), ...values });
    return toCannedReply(after);
  });
}

/** Moves one to the bin for 30 days. @throws object.not_found */
export async function deleteCannedReply(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withSystem('remove a canned reply', async (db) => {
    const before = await lockCannedReply(db, id);
    if (!before) throw new AppError('object.not_found');
    await setInBin(db, id, true);
    await recordChange(db, by, { ...changeOf(id, 'deleted'), before: textsOf(before) });
  });
}

/** Takes one back out of the bin, exactly as it was. @throws object.not_found */
export async function restoreCannedReply(platform: Platform, by: By, id: string): Promise<CannedReply> {
  return platform.database.withSystem('restore a canned reply', async (db) => {
    const row = await lockCannedReply(db, id, 'bin');
    if (!row) throw new AppError('object.not_found');
    await setInBin(db, id, false);
    await recordChange(db, by, { ...changeOf(id, 'restored'), after: textsOf(row) });
    return toCannedReply(row);
  });
}

/** Empties the bin of what is due; returns how many went. */
export async function purgeCannedReplies(platform: Platform): Promise<number> {
  return platform.database.withSystem('purge canned replies 30 days in the bin', async (db) => {
    const ids = await purgeRows(db);
    await recordChanges(
      db,
      THE_SERVER,
      ids.map((id) => changeOf(id, 'purged')),
    );
    return ids.length;
  });
}

const textsOf = ({ title, body }: { title: string; body: string }) => ({ title, body });

const changeOf = (id: string, change: string) => ({
  action: `canned_reply.${change}`,
  object_type: 'canned_reply',
  object_id: id,
  organization_id: null,
});
