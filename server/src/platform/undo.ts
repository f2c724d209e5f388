import type { TransferResource } from '@atalaya/contract/transfers';
import type { Author } from './audit.ts';
import type { Db } from './database/database.ts';
import { insertUndo, keepItems } from './undo.queries.ts';

/**
 * Keeps how objects are, in the transaction that is about to change each of them once, so that it can be undone.
 * @param action what the audit log calls the change
 * @returns the id to undo it by
 */
export async function keepForUndo(
  db: Db,
  by: Author,
  change: { resource: TransferResource; action: string; ids: string[] },
): Promise<string> {
  const { resource, action, ids } = change;
  const organization_id = by.actor?.organization_id ?? null;
  const undo = { organization_id, resource, action, request_id: by.origin.request_id, items: ids.length };
  const id = await insertUndo(db, { ...undo, created_by: by.actor?.profile_id ?? null });
  await keepItems(db, id, organization_id, resource, ids);
  return id;
}

/** One object of a change that is taken back: how it was (null: it was made), and its version after the change. */
export type UndoItem = { object_id: string; before: unknown; version: number };
export type UndoWork = { action: string; items: UndoItem[] };
/** What stays as it is, and why: the code of an error. */
export type UndoOutcome = {
  /** The ids of those that were put back, each by one more version. */
  undone: string[];
  refused: { id: string; name: string; code: string }[];
};
