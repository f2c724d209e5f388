import type { Transfer, TransferDetail } from '@atalaya/contract/transfers';
import type { ChangeRequest } from '../../platform/records/bulk.ts';
import type { TransferRow } from './transfers.queries.ts';

/** What is kept of a change. */
export const requestOf = (row: Pick<TransferRow, 'request'>) => row.request as ChangeRequest;

/** One of them as its author sees it. */
export function toTransfer(row: TransferRow): Transfer {
  const { id, kind, resource, state, processed, total, problem, file_name, applied, invalid } = row;
  return {
    id,
    kind,
    resource,
    state,
    processed,
    // Of an import those rows are gone through that the dry run found right.
    total: kind === 'import' ? row.valid : total,
    problem,
    file_name,
    action: kind === 'change' ? requestOf(row).body.action.type : null,
    has_file: kind === 'export' && state === 'done' && !row.expired,
    applied,
    invalid,
    can_undo: row.can_undo && applied > 0,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

export const toDetail = (row: TransferRow): TransferDetail => ({ ...toTransfer(row), refused: row.refused });
