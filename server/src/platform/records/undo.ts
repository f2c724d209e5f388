import type { TransferResource } from '@atalaya/contract/transfers';
import type { Author } from './audit.ts';
import type { Db } from '../database/database.ts';
import { insertUndo, keepItems } from './undo.queries.ts';

/** A noun of which changes can be taken back: the record of its fields says what of it. */
export type Undoable = {
  resource: TransferResource;
  table: 'profiles' | 'organizations' | 'tickets';
  /** The columns that a change which can be undone may touch. */
  kept: readonly string[];
};

type Kept = { what: Undoable; action: string };

/**
 * Keeps how objects are, in the transaction that is about to change each of them once, so that it can be undone.
 * @param action what the audit log calls the change
 * @returns the id to undo it by
 */
export async function keepForUndo(
  db: Db,
  by: Author,
  { ids, ...change }: Kept & { ids: string[] },
): Promise<string> {
  const undo_id = await beginUndo(db, by, { ...change, items: ids.length });
  await keepMore(db, by, { what: change.what, undo_id, ids });
  return undo_id;
}

/**
 * The same where a change of many goes on in parts: how many there will be; each part is kept by `keepMore` before it is
 * changed.
 * @param id to undo it by, where it has one already
 */
export function beginUndo(
  db: Db,
  by: Author,
  { id, what, ...change }: Kept & { items: number; id?: string | undefined },
): Promise<string> {
  return insertUndo(db, {
    ...change,
    resource: what.resource,
    ...(id ? { id } : {}),
    organization_id: by.actor?.organization_id ?? null,
    request_id: by.origin.request_id,
    created_by: by.actor?.profile_id ?? null,
  });
}

export function keepMore(
  db: Db,
  by: Author,
  { undo_id, what, ids }: { undo_id: string; what: Undoable; ids: string[] },
): Promise<void> {
  return keepItems(db, undo_id, by.actor?.organization_id ?? null, what, ids);
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
