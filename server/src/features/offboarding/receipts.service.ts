import type { Receipt, offboardingRoutes } from '@atalaya/contract/offboarding';
import type { z } from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { findReceipt, listLeavers, listReceipts as listRows } from './offboarding.queries.ts';
import { toSecond } from './receipt.ts';

/** @throws object.not_found */
export async function listReceipts(
  platform: Platform,
  actor: Actor,
  id: string,
): Promise<z.output<typeof offboardingRoutes.listReceipts.response>> {
  return platform.database.readAs(actor, 'list the receipts of any person', async (db) => {
    const [person] = await listLeavers(db, [id]);
    if (!person) throw new AppError('object.not_found');
    const rows = await listRows(db, id);
    return {
      items: rows.map((row) => ({ id: row.id, at: toSecond(row.created_at), acted_by: row.acted_by })),
    };
  });
}

/** The bytes of a receipt as they were signed, and what its file is called. @throws object.not_found */
export async function readReceipt(platform: Platform, actor: Actor, id: string) {
  const row = await platform.database.withActor(actor, 'read the receipt of any person', (db) =>
    findReceipt(db, id),
  );
  if (!row) throw new AppError('object.not_found');
  // What is in the table was written by a service that made it of this very shape.
  const receipt = JSON.parse(row.content) as Receipt;
  return { receipt, content: Buffer.from(row.content), file: `recibo-de-baja-${id}` };
}
