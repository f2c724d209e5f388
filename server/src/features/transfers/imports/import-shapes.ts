import type { ImportField } from '@atalaya/contract/import-fields';
import type { Import, ImportMapping, ImportRow } from '@atalaya/contract/imports';
import type { Origin } from '../../../platform/core/actor.ts';
import type { ImportCells, RowProblem } from '../../../platform/records/import.ts';
import type { ImportRowRow } from './import-rows.queries.ts';
import type { TransferRow } from '../transfers.queries.ts';

/** What is kept of an import beside its rows. */
export type ImportRequest = Pick<Import, 'encoding' | 'delimiter' | 'columns' | 'mapping'> & {
  /** Of the request to carry it out, for the audit log. */
  origin?: Origin;
  send_links?: boolean;
};

export const requestOf = (row: Pick<TransferRow, 'request'>) => row.request as ImportRequest;

/** A stored import as its author sees it. */
export function toImport(row: TransferRow): Import {
  const { encoding, delimiter, columns, mapping } = requestOf(row);
  const { id, resource, step, state, problem, file_name, processed, valid, invalid, applied } = row;
  if (step === 'export' || step === 'change') throw new Error(`${step} is no step of an import`);
  return {
    id,
    resource,
    step,
    state,
    problem,
    file_name,
    encoding,
    delimiter,
    columns,
    mapping,
    rows: row.total ?? 0,
    processed,
    valid,
    invalid,
    applied,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

const SHOWN = 160;

export function toImportRow(row: ImportRowRow, mapping: ImportMapping): ImportRow {
  const { number, state, code, field, params } = row;
  const values = mapping.map(({ column }) => (row.cells[column] ?? '').slice(0, SHOWN).toWellFormed());
  return { number, values, state, code, field, params };
}

/** What a row holds for each field that has a column, or why it cannot be told. */
export function cellsOf(row: ImportRowRow, { columns, mapping }: ImportRequest): ImportCells | RowProblem {
  const surplus = row.cells.slice(columns.length).some((cell) => cell !== '');
  if (surplus || row.cells.length < columns.length) {
    const params = { cells: row.cells.length, columns: columns.length };
    return { code: 'import.row_ragged', field: null, params };
  }
  const cells: ImportCells = {};
  for (const { field, column } of mapping) cells[field satisfies ImportField] = row.cells[column] ?? '';
  return cells;
}
