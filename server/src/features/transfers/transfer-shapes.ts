import type { Transfer } from '@atalaya/contract/transfers';
import type { TransferRow } from './transfers.queries.ts';

/** A stored import or export as its author sees it. */
export function toTransfer(row: TransferRow): Transfer {
  const { id, kind, resource, step, state, processed, total, problem, file_name } = row;
  return {
    id,
    kind,
    resource,
    step,
    state,
    processed,
    total,
    problem,
    file_name,
    has_file: kind === 'export' && state === 'done' && !row.expired,
    import: null,
    undo: null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
