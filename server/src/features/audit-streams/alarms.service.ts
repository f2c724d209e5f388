import type { Platform } from '../../platform/process/platform.ts';
import { tellOfStream } from '../notifications/security-news.service.ts';
import { switchAlarms } from './sending.queries.ts';

/** Tells the people of a stream that it is behind, once, and that it is not any more. */
export async function checkAlarms(platform: Platform): Promise<void> {
  await platform.database.withSystem('which audit streams are behind', async (db) => {
    for (const to of ['behind', 'caught_up'] as const)
      for (const stream of await switchAlarms(db, to)) await tellOfStream(platform, db, stream, to);
  });
}
