import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { instantAgo } from '../../platform/database/clock.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import {
  beginRun,
  deleteExpired,
  existingDataExports,
  failRun,
  finishRun,
  requeueAbandoned,
  waitForRun,
} from './data-exports.queries.ts';
import type { DataExportRow } from './data-exports.queries.ts';
import { Superseded, unfinishedFolder, writeDataExport } from './export-write.service.ts';

export const DATA_EXPORT_QUEUE = 'data-export';
const FOLDER = 'data-exports/';
/** The file of a run: a later run writes another. */
export const keyOf = ({ id, run }: Pick<DataExportRow, 'id' | 'run'>) => `${FOLDER}${id}/${run}.zip`;

const RUNS_MAX = 3;
/** Between one run that failed and the next. */
const PAUSE_SECONDS = 30;
/** Longer than any single step of a run, of which each is counted. */
const ABANDONED_MINUTES = 5;
const BATCH = 100;
const GRACE_MS = 24 * 60 * 60 * 1000;
/** The queue never begins one again by itself: whether a run is still at work only its row says. */
export const ONE_RUN = { retryLimit: 0, expireInSeconds: 4 * 60 * 60 };

/** Exports are written one by one; what a stopped server left is begun again; every night what has expired goes. */
export function registerDataExportJobs(platform: Platform): void {
  platform.jobs.work<{ id: string }>(DATA_EXPORT_QUEUE, ({ id }) => runDataExport(platform, id));
  platform.jobs.schedule('resume-data-exports', '*/5 * * * *', () => resumeDataExports(platform));
  platform.jobs.daily('sweep-data-exports', '04:20', () => sweepDataExports(platform));
}

/** Writes an export from its beginning to its file. A fault is tried again, what cannot succeed is not. */
export async function runDataExport(platform: Platform, id: string): Promise<void> {
  const { database, storage } = platform;
  const run = await database.withSystem('begin an export of data', (db) => beginRun(db, id));
  if (!run) return;
  try {
    // One that ends its server each time must not do so for ever.
    if (run.run > RUNS_MAX) throw new AppError('server.failed');
    await writeDataExport(platform, run, async (place, bytes) => {
      await storage.putFile(keyOf(run), place);
      const isOurs = await database.withSystem('end an export of data', (db) => finishRun(db, run, bytes));
      if (!isOurs) throw new Superseded('it was stopped at its end');
    });
  } catch (error) {
    if (error instanceof Superseded) return storage.removeFolder(`${FOLDER}${id}/`);
    platform.log.warn({ err: error, data_export: id }, 'a run of an export of data failed');
    await endFailed(platform, run, error);
  }
}

async function endFailed({ database, jobs }: Platform, run: DataExportRow, error: unknown): Promise<void> {
  const code = error instanceof AppError ? error.code : 'server.failed';
  const mayHelp = !(error instanceof AppError) || code.endsWith('.unavailable');
  await database.withSystem('end or repeat a failed export of data', async (db) => {
    if (!mayHelp || run.run >= RUNS_MAX) return failRun(db, run, code);
    if (!(await waitForRun(db, run))) return;
    await jobs.send(db, DATA_EXPORT_QUEUE, { id: run.id }, { ...ONE_RUN, delaySeconds: PAUSE_SECONDS });
  });
}

/** Starts again the exports that no process works on any more, since their server was stopped or killed. */
export async function resumeDataExports({ database, jobs }: Platform): Promise<void> {
  await database.withSystem('resume abandoned exports of data', async (db) => {
    for (const id of await requeueAbandoned(db, ABANDONED_MINUTES))
      await jobs.send(db, DATA_EXPORT_QUEUE, { id }, ONE_RUN);
  });
}

/**
 * Removes what has expired, stored files of no export, and what runs left on this machine, before this instant (a day
 * ago if not given).
 */
export async function sweepDataExports(platform: Platform, until?: Date): Promise<void> {
  const before = until ?? (await instantAgo(platform.database, GRACE_MS));
  const { database, storage } = platform;
  for (;;) {
    const gone = await database.withSystem('delete expired exports of data', (db) =>
      deleteExpired(db, BATCH),
    );
    for (const id of gone) await storage.removeFolder(`${FOLDER}${id}/`);
    if (gone.length < BATCH) break;
  }
  const stored = new Set<string>();
  for await (const { key, written_at } of storage.list(FOLDER)) {
    const id = key.split('/')[1];
    if (id && written_at < before) stored.add(id);
  }
  const known = await database.withSystem('find files of no export of data', (db) =>
    existingDataExports(db, [...stored]),
  );
  for (const id of stored) if (!known.has(id)) await storage.removeFolder(`${FOLDER}${id}/`);
  await sweepUnfinished(unfinishedFolder(platform), before);
}

async function sweepUnfinished(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name);
    if ((await stat(place)).mtime < before) await rm(place, { recursive: true, force: true });
  }
}
