import { randomBytes } from 'node:crypto';
import { may } from '@atalaya/contract/permissions';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { EXPORT_PERMISSIONS, EXPORT_SOURCES } from './export-sources.service.ts';
import { advanceTransfer, findTransfer } from './transfers.queries.ts';
import type { TransferRow } from './transfers.queries.ts';

/** Rows in memory at once, and in one stored file: what is downloaded is these one after the other. */
const PAGE = 1_000;

/** The folder of a transfer's files. */
export const folderOf = (id: string) => `transfers/${id}/`;

/**
 * Writes the next page of an export: read, stored outside any transaction, and counted in another. A page that was
 * stored and not counted (the process was killed) is written again under another name.
 * @returns whether there is more to do
 * @throws session.forbidden once its author may no longer export
 */
export async function exportPage(platform: Platform, actor: Actor, id: string): Promise<boolean> {
  const { database } = platform;
  const transfer = await database.withActor(actor, 'find an export of every organization', (db) =>
    findTransfer(db, actor.profile_id, id),
  );
  if (!isWorkedOn(transfer)) return false;
  if (!may(actor, EXPORT_PERMISSIONS[transfer.resource])) throw new AppError('session.forbidden');
  const source = EXPORT_SOURCES[transfer.resource];
  const filters = transfer.request as object;
  const page = await database.readAs(actor, 'export rows of every organization', async (db) => {
    const total = transfer.total ?? (await source.count(db, actor, filters));
    return { total, ...(await source.read(db, actor, filters, transfer.cursor, PAGE)) };
  });
  const { lines, count, last, total } = page;
  const head = transfer.processed === 0 ? source.head(actor.language ?? 'es') : '';
  const file = `${folderOf(id)}${randomBytes(12).toString('hex')}.csv`;
  const text = head + lines;
  if (text !== '') await platform.storage.put(file, Buffer.from(text));
  const isLast = count < PAGE;
  const processed = transfer.processed + count;
  const isOurs = await database.withActor(actor, 'count what was exported', (db) =>
    advanceTransfer(db, transfer, {
      state: isLast ? 'done' : 'running',
      processed,
      // Rows come and go while it runs: at the end the total is what was written.
      total: isLast ? processed : Math.max(total, processed),
      attempts: 0,
      ...(last === null ? {} : { cursor: last }),
      ...(text === '' ? {} : { file }),
    }),
  );
  return isOurs && !isLast;
}

export const isWorkedOn = (transfer: TransferRow | null): transfer is TransferRow =>
  transfer !== null && (transfer.state === 'queued' || transfer.state === 'running');
