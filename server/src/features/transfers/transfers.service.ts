import { Readable } from 'node:stream';
import { PAGE_SIZE, TRANSFER_DAYS } from '@atalaya/contract/limits';
import { may } from '@atalaya/contract/permissions';
import type { ExportBody, Transfer, TransferDetail, transferRoutes } from '@atalaya/contract/transfers';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { EXPORT_PERMISSIONS } from './export-sources.service.ts';
import { TRANSFER_QUEUE, TURN } from './transfers.jobs.ts';
import {
  findTransfer,
  insertTransfer,
  listFiles,
  listTransfers as listRows,
  lockTransfer,
  openUndo,
  setTransfer,
} from './transfers.queries.ts';
import type { TransferRow } from './transfers.queries.ts';
import { toDetail, toTransfer } from './transfer-shapes.ts';

/** One's own imports, exports and changes of many. */
export async function listTransfers(
  platform: Platform,
  actor: Actor,
  page: number,
): Promise<z.output<typeof transferRoutes.listTransfers.response>> {
  return platform.database.readAs(actor, 'list the transfers of a super_admin', async (db) => {
    const { rows, total, running } = await listRows(db, actor.profile_id, page);
    return { items: rows.map(toTransfer), total, running, page, page_size: PAGE_SIZE };
  });
}

/** @throws object.not_found, also where it is another's or has expired */
export async function readTransfer(platform: Platform, actor: Actor, id: string): Promise<TransferDetail> {
  return toDetail(await getTransfer(platform, actor, id));
}

/** Queues an export of exactly what a list with these filters holds. @throws session.forbidden */
export async function createExport(
  platform: Platform,
  by: By,
  { what: body }: ExportBody,
): Promise<Transfer> {
  const { actor } = by;
  if (!may(actor, EXPORT_PERMISSIONS[body.resource])) throw new AppError('session.forbidden');
  return platform.database.withActor(actor, 'queue an export of every organization', async (db) => {
    const transfer = await insertTransfer(db, {
      organization_id: actor.organization_id,
      created_by: actor.profile_id,
      kind: 'export',
      resource: body.resource,
      step: 'export',
      state: 'queued',
      request: body.filters,
      file_name: FILE_NAMES[actor.language ?? 'es'][body.resource],
      total: null,
      bytes: 0,
      api_key_id: actor.api_key_id,
      days: TRANSFER_DAYS,
    });
    await platform.jobs.send(db, TRANSFER_QUEUE, { id: transfer.id }, TURN);
    await record(db, by, transfer, 'transfer.exported', { ...body, name: transfer.file_name });
    return toTransfer(transfer);
  });
}

const FILE_NAMES = {
  es: { users: 'usuarios.csv', organizations: 'empresas.csv', tickets: 'tickets.csv' },
  en: { users: 'users.csv', organizations: 'companies.csv', tickets: 'tickets.csv' },
} as const;

/** @throws object.not_found; transfer.wrong_state where it is over already */
export async function cancelTransfer(platform: Platform, by: By, id: string): Promise<Transfer> {
  return platform.database.withActor(by.actor, 'cancel a transfer of a super_admin', async (db) => {
    const transfer = await lockTransfer(db, by.actor.profile_id, id);
    if (!transfer) throw new AppError('object.not_found');
    if (transfer.state !== 'queued' && transfer.state !== 'running')
      throw new AppError('transfer.wrong_state');
    await setTransfer(db, id, { state: 'canceled' });
    await openUndo(db, id);
    const canceled = transfer.kind === 'change' ? 'transfer.change_canceled' : 'transfer.canceled';
    await record(db, by, transfer, canceled, {
      ...(transfer.kind === 'change' ? { action: transfer.file_name } : { name: transfer.file_name }),
      resource: transfer.resource,
    });
    return toTransfer({ ...transfer, state: 'canceled' });
  });
}

/** The file of an export that is done, for its author while they may export. @throws object.not_found */
export async function downloadTransfer(platform: Platform, actor: Actor, id: string) {
  const transfer = await getTransfer(platform, actor, id);
  if (transfer.kind !== 'export' || transfer.state !== 'done') throw new AppError('object.not_found');
  if (!may(actor, EXPORT_PERMISSIONS[transfer.resource])) throw new AppError('object.not_found');
  const files = await platform.database.withActor(actor, 'find the file of a super_admin', (db) =>
    listFiles(db, id),
  );
  const [first, ...others] = files;
  // Asked for before the answer begins, while it can still be a refusal.
  const begin = first === undefined ? Buffer.alloc(0) : await platform.storage.get(first);
  if (!begin) throw new AppError('object.not_found');
  return { name: transfer.file_name, content: Readable.from(partsOf(platform, begin, others)) };
}

async function* partsOf(platform: Platform, begin: Buffer, files: string[]): AsyncGenerator<Buffer> {
  yield begin;
  for (const file of files) {
    const part = await platform.storage.get(file);
    // Cut short, the download fails in the browser instead of passing for the whole.
    if (!part) throw new Error('a part of the file is missing');
    yield part;
  }
}

/** One's own that has not expired. @throws object.not_found */
export async function getTransfer(platform: Platform, actor: Actor, id: string): Promise<TransferRow> {
  return platform.database.withActor(actor, 'read a transfer of a super_admin', async (db) => {
    const transfer = await findTransfer(db, actor.profile_id, id);
    // One asked for in another organization, before its author changed, is not theirs any more.
    if (!transfer || transfer.organization_id !== actor.organization_id)
      throw new AppError('object.not_found');
    return transfer;
  });
}

async function record(db: Db, by: By, transfer: TransferRow, action: string, after: object) {
  await recordChange(db, by, {
    action,
    object_type: 'transfer',
    object_id: transfer.id,
    organization_id: transfer.organization_id,
    after,
  });
}
