import { Readable } from 'node:stream';
import { importFields, requiredImportFields } from '@atalaya/contract/import-fields';
import type { ImportField } from '@atalaya/contract/import-fields';
import type { Import, ImportMapping, importRoutes } from '@atalaya/contract/imports';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { z } from 'zod';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/records/csv.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { insertUndo } from '../../../platform/records/undo.queries.ts';
import { requireMayImport } from './import-check.service.ts';
import { REASON_TITLE, reasonOf } from './import-reasons.ts';
import { listRowsAfter, listRowsOfPage } from './import-rows.queries.ts';
import { requestOf, toImport, toImportRow } from './import-shapes.ts';
import { IMPORT_SOURCES } from './import-sources.service.ts';
import { TRANSFER_QUEUE, TURN } from '../transfers.jobs.ts';
import { lockTransfer, setTransfer } from '../transfers.queries.ts';
import type { TransferRow } from '../transfers.queries.ts';
import { getTransfer } from '../transfers.service.ts';

/** Rows that a download holds in memory at once. */
const PAGE = 500;

/** @throws object.not_found, also where it is another's or has expired */
export async function readImport(platform: Platform, actor: Actor, id: string): Promise<Import> {
  return toImport(await getImport(platform, actor, id));
}

/**
 * Begins the dry run, with these columns; again with others where it was one already.
 * @throws object.not_found, transfer.wrong_state once it goes on or is carried out; request.invalid for the mapping
 */
export async function checkImport(
  platform: Platform,
  actor: Actor,
  id: string,
  mapping: ImportMapping,
): Promise<Import> {
  return platform.database.withActor(actor, 'check an import of a super_admin', async (db) => {
    const transfer = await lockImport(db, actor, id);
    if (transfer.step === 'apply') throw new AppError('transfer.wrong_state');
    requireMapping(actor, transfer, mapping);
    const change = {
      step: 'check' as const,
      state: 'queued' as const,
      processed: 0,
      valid: 0,
      invalid: 0,
      cursor: 0,
      problem: null,
      attempts: 0,
      api_key_id: actor.api_key_id,
      request: { ...requestOf(transfer), mapping },
    };
    await setTransfer(db, id, change);
    await platform.jobs.send(db, TRANSFER_QUEUE, { id }, TURN);
    return toImport({ ...transfer, ...change });
  });
}

/** Each field once, of those that the actor may name, each of a column that is there, and none missing. */
function requireMapping(actor: Actor, transfer: TransferRow, mapping: ImportMapping): void {
  const { columns } = requestOf(transfer);
  const fields = mapping.map(({ field }) => field);
  const offered: ImportField[] = importFields(transfer.resource, actor.role);
  const isWrong =
    new Set(fields).size !== fields.length ||
    fields.some((field) => !offered.includes(field)) ||
    mapping.some(({ column }) => column >= columns.length);
  const missing = requiredImportFields(transfer.resource, actor.role).some((each) => !fields.includes(each));
  if (isWrong || missing)
    throw new AppError('request.invalid', {
      fields: [{ field: 'body.mapping', code: isWrong ? 'invalid' : 'required' }],
    });
}

/** What came of the rows. */
export async function listImportRows(
  platform: Platform,
  actor: Actor,
  id: string,
  { page, wrong }: z.output<typeof importRoutes.listImportRows.query>,
): Promise<z.input<typeof importRoutes.listImportRows.response>> {
  const { mapping } = requestOf(await getImport(platform, actor, id));
  return platform.database.readAs(actor, 'list the rows of an import', async (db) => {
    const { rows, total } = await listRowsOfPage(db, id, page, wrong === 'true');
    return { items: rows.map((row) => toImportRow(row, mapping)), total, page, page_size: PAGE_SIZE };
  });
}

/** The rows that are wrong as they came, each with its reason in the reader's language. @throws object.not_found */
export async function problemsOf(platform: Platform, actor: Actor, id: string) {
  const transfer = await getImport(platform, actor, id);
  const language = actor.language ?? 'es';
  const name = { es: 'filas-con-errores.csv', en: 'rows-with-errors.csv' }[language];
  return { name, content: Readable.from(linesOf(platform, actor, transfer, language)) };
}

async function* linesOf(platform: Platform, actor: Actor, transfer: TransferRow, language: 'es' | 'en') {
  const { columns } = requestOf(transfer);
  yield BYTE_ORDER_MARK + csvLine([...columns.map(({ title }) => title), REASON_TITLE[language]]);
  let last = 0;
  for (;;) {
    const rows = await platform.database.withActor(actor, 'download the wrong rows of an import', (db) =>
      listRowsAfter(db, transfer.id, last, PAGE, 'wrong'),
    );
    const lines = rows.map((row) => {
      const cells = columns.map((_, at) => row.cells[at] ?? '');
      // Cells past the last column are written after the reason, so that the reason keeps its column.
      const filled = row.cells.findLastIndex((cell) => cell !== '') + 1;
      return csvLine([...cells, reasonOf(row, language), ...row.cells.slice(columns.length, filled)]);
    });
    if (lines.length) yield lines.join('');
    last = rows.at(-1)?.number ?? last;
    if (rows.length < PAGE) return;
  }
}

/**
 * Begins to create what the dry run found right; mails are sent only where `send_links` says so.
 * @throws object.not_found; transfer.wrong_state unless the dry run is over and found something
 */
export async function applyImport(
  platform: Platform,
  by: By,
  id: string,
  { send_links }: { send_links: boolean },
): Promise<Import> {
  const { actor, origin } = by;
  return platform.database.withActor(actor, 'carry out an import of a super_admin', async (db) => {
    const transfer = await lockImport(db, actor, id);
    const { step, state, valid, resource, file_name, organization_id } = transfer;
    if (step !== 'check' || state !== 'done' || valid === 0) throw new AppError('transfer.wrong_state');
    const change = {
      step: 'apply' as const,
      state: 'queued' as const,
      processed: 0,
      applied: 0,
      cursor: 0,
      attempts: 0,
      api_key_id: actor.api_key_id,
      request: {
        ...requestOf(transfer),
        origin,
        send_links,
      },
    };
    await setTransfer(db, id, change);
    // What it brings in is taken back as a whole, once it is over: until then it belongs to no request.
    const undo = { id, organization_id, resource, request_id: null, items: 0, created_by: actor.profile_id };
    await insertUndo(db, { ...undo, action: IMPORT_SOURCES[resource].action });
    await platform.jobs.send(db, TRANSFER_QUEUE, { id }, TURN);
    await recordChange(db, by, {
      action: 'transfer.imported',
      object_type: 'transfer',
      object_id: id,
      organization_id,
      after: { name: file_name, resource, rows: valid, send_links },
    });
    return toImport({ ...transfer, ...change });
  });
}

async function getImport(platform: Platform, actor: Actor, id: string): Promise<TransferRow> {
  const transfer = await getTransfer(platform, actor, id);
  if (transfer.kind !== 'import') throw new AppError('object.not_found');
  return transfer;
}

/** One's own import that nothing works on, locked. @throws object.not_found, transfer.wrong_state, session.forbidden */
async function lockImport(db: Db, actor: Actor, id: string): Promise<TransferRow> {
  const transfer = await lockTransfer(db, actor.profile_id, id);
  if (!transfer || transfer.kind !== 'import' || transfer.organization_id !== actor.organization_id)
    throw new AppError('object.not_found');
  requireMayImport(actor, IMPORT_SOURCES[transfer.resource]);
  if (transfer.state === 'queued' || transfer.state === 'running') throw new AppError('transfer.wrong_state');
  return transfer;
}
