import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { may } from '@atalaya/contract/permissions';
import { ticketAttachmentSchema } from '@atalaya/contract/ticket-messages';
import { z } from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/records/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readActorOfJob } from '../../platform/request/session.ts';
import { openTicketFile } from '../tickets/ticket-files/ticket-attachments.service.ts';
import { advanceRun } from './data-exports.queries.ts';
import type { DataExportRow } from './data-exports.queries.ts';
import { countRows, readRows } from './export-content.queries.ts';
import type { ExportedRow } from './export-content.queries.ts';
import { readmeOf } from './export-readme.ts';
import type { Manifest } from './export-readme.ts';
import { EXPORT_SECTIONS, FILES_SECTION } from './export-sections.queries.ts';
import type { ExportSection } from './export-sections.queries.ts';
import { openZip } from './zip-file.ts';
import type { Zip } from './zip-file.ts';

/** Rows in memory at once. */
const PAGE = 500;

/** The run was canceled, or another has begun. */
export class Superseded extends Error {}

type Work = {
  platform: Platform;
  run: DataExportRow;
  folder: string;
  zip: Zip;
  total: number;
  processed: number;
  manifest: Manifest;
};

/** Where runs keep what they have not finished. */
export const unfinishedFolder = ({ config }: Pick<Platform, 'config'>) =>
  path.join(config.dataDir, 'unfinished-exports');

/**
 * Writes the zip of a run in a folder of this machine and hands its file to `keep`. Nothing of it stays behind.
 * @throws Superseded; session.forbidden once its author may no longer export
 */
export async function writeDataExport(
  platform: Platform,
  run: DataExportRow,
  keep: (place: string, bytes: number) => Promise<void>,
): Promise<void> {
  const folder = path.join(unfinishedFolder(platform), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, 'data.zip');
  const zip = openZip(place);
  try {
    const work = await begin({ platform, run, folder, zip });
    for (const section of EXPORT_SECTIONS) await writeSection(work, section);
    await writeSection(work, FILES_SECTION, (rows) => addFiles(work, rows));
    await describe(work);
    await zip.close();
    await keep(place, (await stat(place)).size);
  } finally {
    zip.discard();
    await rm(folder, { recursive: true, force: true });
  }
}

async function begin(parts: Pick<Work, 'platform' | 'run' | 'folder' | 'zip'>): Promise<Work> {
  const { run } = parts;
  const counts: number[] = [];
  for (const section of [...EXPORT_SECTIONS, FILES_SECTION])
    counts.push(await read(parts, (db) => countRows(db, section, run)));
  // Files count twice: as a row, and as what has to be fetched.
  const total = counts.reduce((sum, count) => sum + count, counts.at(-1) ?? 0);
  const manifest: Manifest = {
    organization: { id: run.organization_id, name: run.organization_name },
    generated_at: new Date().toISOString(),
    internal: run.internal,
    tables: [],
    attachments: { files: 0, bytes: 0, missing: [] },
  };
  const work = { ...parts, total, processed: 0, manifest };
  await advance(work, 0);
  return work;
}

/** Reads as the person who asked for the export, with the rights that they have now. */
async function read<T>(
  { platform, run }: Pick<Work, 'platform' | 'run'>,
  fn: (db: Db) => Promise<T>,
): Promise<T> {
  const actor = await authorOf(platform, run);
  return platform.database.readAs(actor, 'export the data of any organization', fn);
}

async function authorOf(platform: Platform, run: DataExportRow): Promise<Actor> {
  const actor = run.created_by && (await readActorOfJob(platform, run.created_by));
  if (!actor || !may(actor, 'dataExports.use')) throw new AppError('session.forbidden');
  // A super_admin's is theirs alone; an admin's is of the organization that they still are in.
  const isTheirs =
    actor.role === 'super_admin' || (!run.internal && actor.organization_id === run.organization_id);
  if (!isTheirs) throw new AppError('session.forbidden');
  return actor;
}

async function advance(work: Work, count: number): Promise<void> {
  work.processed += count;
  // Rows come and go while it runs.
  work.total = Math.max(work.total, work.processed);
  const isOurs = await work.platform.database.withSystem('count what was exported of an organization', (db) =>
    advanceRun(db, work.run, work),
  );
  if (!isOurs) throw new Superseded('the run was stopped');
}

/** One table as CSV and as JSON. `each` sees its pages first, and may say more of their rows. */
async function writeSection(
  work: Work,
  section: ExportSection,
  each: (rows: ExportedRow[]) => Promise<ExportedRow[]> = async (rows) => rows,
): Promise<void> {
  const places = { csv: placeOf(work, section, 'csv'), json: placeOf(work, section, 'json') };
  const csv = await open(places.csv, 'wx', 0o600);
  const json = await open(places.json, 'wx', 0o600);
  let count = 0;
  try {
    for (let after: string[] | null = null; ;) {
      const page = await read(work, (db) => readRows(db, section, work.run, after, PAGE));
      await writePage({ csv, json }, await each(page.rows), count === 0, section);
      count += page.rows.length;
      await advance(work, page.rows.length);
      if (page.rows.length < PAGE) break;
      after = page.last;
    }
  } finally {
    await csv.close();
    await json.close();
  }
  for (const format of ['csv', 'json'] as const) {
    await work.zip.add(`${format}/${section.name}.${format}`, createReadStream(places[format]));
    await rm(places[format]);
  }
  const { name } = section;
  work.manifest.tables.push({ name, rows: count, csv: `csv/${name}.csv`, json: `json/${name}.json` });
}

const placeOf = ({ folder }: Work, { name }: ExportSection, format: string) =>
  path.join(folder, `${name}.${format}`);

async function writePage(
  { csv, json }: { csv: FileHandle; json: FileHandle },
  rows: ExportedRow[],
  isFirst: boolean,
  { columns }: ExportSection,
): Promise<void> {
  const shown = rows[0] ? Object.keys(rows[0]) : columns;
  const head = isFirst ? BYTE_ORDER_MARK + csvLine(shown) : '';
  await csv.appendFile(head + rows.map((row) => csvLine(shown.map((column) => row[column]))).join(''));
  const written = rows.map((row) => JSON.stringify(row)).join(',\n');
  await json.appendFile(`${isFirst ? '[' : written ? ',' : ''}\n${written}`);
  if (rows.length < PAGE) await json.appendFile('\n]\n');
}

/** The bytes of files, each where its row says. */
async function addFiles(work: Work, rows: ExportedRow[]): Promise<ExportedRow[]> {
  const { attachments } = work.manifest;
  const placed = rows.map((row) => {
    const file = exportedFile.parse(row);
    return { row, file, place: pathOf(file) };
  });
  for (const { file, place } of placed) {
    const opened = await openTicketFile(work.platform, file);
    if (opened) {
      await work.zip.add(place, opened.stream, { compress: false });
      attachments.files++;
      attachments.bytes += opened.size;
    } else attachments.missing.push(place);
    await advance(work, 1);
  }
  return placed.map(({ row, place }) => ({ ...row, path: place }));
}

/** What is asked of a row of a file. */
const exportedFile = z.object({
  ...ticketAttachmentSchema.pick({ id: true, name: true, type: true }).shape,
  ticket_number: z.int(),
});

/** The id keeps names apart; of the name nothing stays that a file system reads as more than a name. */
const pathOf = ({ ticket_number, id, name }: z.output<typeof exportedFile>) =>
  `attachments/${ticket_number}/${id}-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}`;

async function describe({ platform, run, zip, manifest }: Work): Promise<void> {
  const { language } = await authorOf(platform, run);
  await zip.add('README.txt', textStream(readmeOf(manifest, language ?? 'es')));
  await zip.add('manifest.json', textStream(`${JSON.stringify(manifest, null, 2)}\n`));
}

const textStream = (text: string) => Readable.from([Buffer.from(text)], { objectMode: false });
