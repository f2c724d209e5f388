import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { findHolder } from './debit-runs.queries.ts';

/**
 * What the bank is collecting is settled by its run alone: else it would be paid twice, or of another amount.
 * @throws invoice.being_collected
 */
export async function requireNotCollected(db: SystemDb, invoice_id: string): Promise<void> {
  const number = await findHolder(db, invoice_id);
  if (number !== null) throw new AppError('invoice.being_collected', { params: { number } });
}
