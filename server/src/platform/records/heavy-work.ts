import type { Db } from '../database/database.ts';
import { tryHeavyWork } from './heavy-work.queries.ts';

/** Seconds after which work that found its organization busy is tried again. */
export const BUSY_SECONDS = 1;

/** Other work on many rows of the organization goes on. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/**
 * An organization has one change of many, import or undo at work at a time: they would wait for each other's rows, for
 * longer than a statement may. Held until the transaction ends.
 * @param organization_id null: of the whole system, which nothing else goes on beside
 * @throws BusyError at once where another is at work
 */
export async function beginHeavyWork(db: Db, organization_id: string | null): Promise<void> {
  if (!(await tryHeavyWork(db, organization_id))) throw new BusyError('the organization is busy');
}
