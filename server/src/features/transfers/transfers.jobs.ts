import { AppError } from '../../platform/core/errors.ts';
import { CHANGE_QUEUE, sendChange } from '../../platform/records/bulk.ts';
import { BUSY_SECONDS, BusyError } from '../../platform/records/heavy-work.ts';
import { instantAgo } from '../../platform/database/clock.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readActorOfJob } from '../../platform/request/session.ts';
import { runChange } from './change-run.service.ts';
import { exportPage, folderOf } from './export-run.service.ts';
import { applyRows } from './imports/import-apply.service.ts';
import { checkRows } from './imports/import-check.service.ts';
import {
  countAttempt,
  deleteExpired,
  existingTransfers,
  failTransfer,
  findWork,
} from './transfers.queries.ts';

export const TRANSFER_QUEUE = 'transfer';

/**
 * Milliseconds of work before a transfer lets the others have their turn: it goes on in a new job, after a restart
 * too. Well below the ten seconds that a server has to stop in.
 */
const TURN_MS = 2_000;
/** After a kill another process takes the job. */
const EXPIRES_SECONDS = 60;
const ATTEMPTS_MAX = 5;
const BATCH = 100;
const GRACE_MS = 24 * 60 * 60 * 1000;

/** Imports and exports are done in turns, changes of many at once; every night what has expired goes, files first. */
export function registerTransferJobs(platform: Platform): void {
  const turn = ({ id }: { id: string }) => takeTurn(platform, id);
  platform.jobs.work(TRANSFER_QUEUE, turn);
  // In a queue of its own: a change has no turns, and imports and exports would wait for it.
  platform.jobs.work(CHANGE_QUEUE, turn);
  platform.jobs.daily('sweep-transfers', '03:50', async () => {
    await sweepTransfers(platform);
  });
}

export const TURN = { expireInSeconds: EXPIRES_SECONDS, retryLimit: ATTEMPTS_MAX, retryDelay: 1 };

/** Works on a transfer for a while. What cannot succeed fails at once, a fault after a few attempts. */
export async function takeTurn(platform: Platform, id: string, turn_ms = TURN_MS): Promise<void> {
  try {
    if (!(await workUntil(platform, id, performance.now() + turn_ms))) return;
    await platform.database.withSystem('queue the next turn of a transfer', (db) =>
      platform.jobs.send(db, TRANSFER_QUEUE, { id }, TURN),
    );
  } catch (error) {
    if (error instanceof BusyError) return waitForOthers(platform, id);
    const failed = error instanceof AppError && error.code !== 'server.unavailable' ? error : null;
    await platform.database.withSystem('count a failed turn of a transfer', async (db) => {
      const attempts = await countAttempt(db, id);
      if (failed || attempts >= ATTEMPTS_MAX)
        await failTransfer(db, id, failed?.code ?? 'server.failed', failed?.options.refused);
    });
    if (!failed) throw error;
  }
}

/** Another process, or other work of the organization, has what it needs. */
async function waitForOthers(platform: Platform, id: string): Promise<void> {
  await platform.database.withSystem('queue a transfer again that has to wait', async (db) => {
    const work = await findWork(db, id);
    if (work?.step === 'change')
      await sendChange(platform, db, { id, total: work.total ?? 0, in_seconds: BUSY_SECONDS });
    else if (work)
      await platform.jobs.send(db, TRANSFER_QUEUE, { id }, { ...TURN, delaySeconds: BUSY_SECONDS });
  });
}

const STEPS = {
  export: exportPage,
  check: checkRows,
  apply: applyRows,
  read: async () => false,
  change: runChange,
};

/** @returns whether there is more to do */
async function workUntil(platform: Platform, id: string, until: number): Promise<boolean> {
  do {
    const work = await platform.database.withSystem('find who asked for a transfer', (db) =>
      findWork(db, id),
    );
    if (!work) return false;
    if (work.is_key_ended) throw new AppError('api_key.invalid');
    const actor = await readActorOfJob(platform, work.created_by);
    // What was asked for in one organization is not done in another.
    if (!actor || actor.organization_id !== work.organization_id) throw new AppError('session.forbidden');
    if (!(await STEPS[work.step](platform, actor, id))) return false;
  } while (performance.now() < until);
  return true;
}

/** Removes what has expired, and files written before this instant (a day ago if not given) that no transfer has. */
export async function sweepTransfers(platform: Platform, until?: Date): Promise<void> {
  const before = until ?? (await instantAgo(platform.database, GRACE_MS));
  const { database, storage } = platform;
  for (;;) {
    const gone = await database.withSystem('delete expired transfers', (db) => deleteExpired(db, BATCH));
    for (const id of gone) await storage.removeFolder(folderOf(id));
    if (gone.length < BATCH) break;
  }
  const folders = new Map<string, Date>();
  for await (const { key, written_at } of storage.list('transfers/')) {
    const id = key.split('/')[1];
    if (id && written_at < before) folders.set(id, written_at);
  }
  const known = await database.withSystem('find files of no transfer', (db) =>
    existingTransfers(db, [...folders.keys()]),
  );
  for (const id of folders.keys()) if (!known.has(id)) await storage.removeFolder(folderOf(id));
}
