import type { Transfer } from '@atalaya/contract/transfers';
import type { TransferRow } from './transfers.queries.ts';

/** A stored export as its author sees it. */
export function toTransfer(row: TransferRow): Transfer {
  const { id, kind, resource, state, processed, total, problem, file_name } = row;
  return {
    id,
    resource,
    state,
    processed,
    total,
    problem,
    file_name,
    has_file: kind === 'export' && state === 'done' && !row.expired,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
