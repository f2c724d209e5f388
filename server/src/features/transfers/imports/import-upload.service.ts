import { importFields } from '@atalaya/contract/import-fields';
import type { ImportResource } from '@atalaya/contract/import-fields';
import type { Import } from '@atalaya/contract/imports';
import { IMPORT_BYTES, IMPORT_DAYS, IMPORT_ROWS_MAX } from '@atalaya/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { requireQuota } from '../../../platform/records/quotas.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import { withUpload } from '../../../platform/uploads/read-upload.ts';
import type { Upload } from '../../../platform/uploads/read-upload.ts';
import { requireMayImport } from './import-check.service.ts';
import { decodeFile, rowsOf } from './import-file.ts';
import type { DecodedFile } from './import-file.ts';
import { guessMapping } from './import-guess.ts';
import { insertRows } from './import-rows.queries.ts';
import { toImport } from './import-shapes.ts';
import type { ImportRequest } from './import-shapes.ts';
import { IMPORT_SOURCES } from './import-sources.service.ts';
import { insertTransfer, setTransfer } from '../transfers.queries.ts';
import type { TransferRow } from '../transfers.queries.ts';

/** Files of one person: each may be ten megabytes. */
const UPLOADS = { name: 'imports', max: 60, seconds: 3600 };
/** Rows stored in one transaction, or fewer where they are long: written as JSON, a cell takes three more. */
const BATCH = 250;
const BATCH_CHARACTERS = 200_000;
const CELL_COST = 3;
/** Files of ten megabytes at most that this process has in memory; what is read of one takes several times as much. */
const inTurn = takingTurns({ atOnce: 4, waiting: 8, each: 2 });
const readInTurn = takingTurns({ atOnce: 1, waiting: 3 });
const EXAMPLES = 3;
const EXAMPLE_MAX = 80;
const TITLE_MAX = 80;
const NAME_MAX = 120;

type Row = { number: number; cells: string[] };

/**
 * Takes a file of rows: nothing of them is created yet. One that is refused leaves nothing.
 * @throws session.forbidden; import.too_large, import.not_text, import.malformed, import.empty,
 *   import.too_many_rows, import.too_many_columns, import.too_many_cells, import.quota_full;
 *   server.unavailable where too many wait
 */
export async function uploadImport(
  platform: Platform,
  actor: Actor,
  resource: ImportResource,
  request: FastifyRequest,
): Promise<Import> {
  requireMayImport(actor, IMPORT_SOURCES[resource]);
  await takeFrom(platform, UPLOADS, actor.profile_id);
  return withUpload(inTurn, request, IMPORT_BYTES, async (upload) => {
    if (upload === 'too_large') throw new AppError('import.too_large');
    return readInTurn(() => readFile(platform, actor, resource, upload));
  });
}

async function readFile(
  platform: Platform,
  actor: Actor,
  resource: ImportResource,
  { bytes, filename }: Upload,
): Promise<Import> {
  const file = await decodeFile(bytes);
  const { titles, total, first } = await lookThrough(file);
  const columns = titles.map((title, at) => ({
    title: shown(title, TITLE_MAX),
    examples: first.map(({ cells }) => shown(cells[at] ?? '', EXAMPLE_MAX)),
  }));
  const { encoding, delimiter } = file;
  const mapping = guessMapping(importFields(resource, actor.role), titles);
  const kept: ImportRequest = { encoding, delimiter, columns, mapping };
  const name = nameOf(filename);
  return toImport(await keep(platform, actor, { resource, kept, name, file, total, bytes: bytes.length }));
}

/** Whether the file may be kept, and what is shown of it. Its rows are read again then: all at once are too many. */
async function lookThrough(file: DecodedFile): Promise<{ titles: string[]; total: number; first: Row[] }> {
  let titles: string[] | null = null;
  let total = 0;
  const first: Row[] = [];
  for await (const row of rowsOf(file)) {
    if (titles === null) titles = row.cells;
    else if (++total > IMPORT_ROWS_MAX) throw new AppError('import.too_many_rows');
    else if (total <= EXAMPLES) first.push(row);
  }
  if (!titles || total === 0) throw new AppError('import.empty');
  return { titles, total, first };
}

type Kept = {
  resource: ImportResource;
  kept: ImportRequest;
  name: string;
  file: DecodedFile;
  total: number;
  bytes: number;
};

/** Batch by batch, so that others have their turn; only then it is one that can be worked on. */
async function keep(
  platform: Platform,
  actor: Actor,
  { resource, kept, name, file, total, bytes }: Kept,
): Promise<TransferRow> {
  const { organization_id, profile_id: created_by, api_key_id } = actor;
  const within = <T>(fn: Parameters<typeof platform.database.withActor<T>>[2]) =>
    platform.database.withActor(actor, 'keep the rows of an import', fn);
  const transfer = await within(async (db) => {
    await requireQuota(platform.config, db, organization_id, 'imports', bytes);
    return insertTransfer(db, {
      organization_id,
      created_by,
      resource,
      kind: 'import',
      step: 'read',
      state: 'running',
      request: kept,
      file_name: name,
      total,
      bytes,
      api_key_id,
      days: IMPORT_DAYS,
    });
  });
  for await (const batch of batchesOf(file)) await within((db) => insertRows(db, transfer, batch));
  await within((db) => setTransfer(db, transfer.id, { state: 'done' }));
  return { ...transfer, state: 'done' };
}

/** What follows the titles. */
async function* batchesOf(file: DecodedFile): AsyncGenerator<Row[]> {
  const rows = rowsOf(file);
  await rows.next();
  let batch: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    characters += row.cells.reduce((sum, cell) => sum + cell.length + CELL_COST, 0);
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length) yield batch;
}

const shown = (text: string, max: number) => text.trim().slice(0, max).toWellFormed();

/** The client's own text, for a list alone. */
function nameOf(filename: string): string {
  const name = filename
    .replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, NAME_MAX);
  return name || 'import.csv';
}
