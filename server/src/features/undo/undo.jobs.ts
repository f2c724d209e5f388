import { untilDone } from '../../platform/database/chunks.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { UNDO_QUEUE, takeUndoTurn } from './undo-run.service.ts';
import { deleteExpiredUndos } from './undo.queries.ts';

const BATCH = 100;

/** Changes of many objects are taken back in turns; every night, what could take any back goes once its 30 days are over. */
export function registerUndoJobs(platform: Platform): void {
  platform.jobs.work<{ id: string }>(UNDO_QUEUE, ({ id }) => takeUndoTurn(platform, id));
  platform.jobs.daily('purge-undos', '03:25', () => purgeUndos(platform));
}

export async function purgeUndos({ database }: Platform): Promise<void> {
  await untilDone(BATCH, () =>
    database.withSystem('delete what can no longer be undone', (db) => deleteExpiredUndos(db, BATCH)),
  );
}
