import path from 'node:path';
import type { Logger } from 'pino';
import { openAccounts } from '../accounts/accounts.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Config } from '../core/config.ts';
import { openDatabase } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { openJobs } from '../jobs/jobs.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { openLive } from '../live/live.ts';
import type { Live } from '../live/live.ts';
import { openMail } from '../mail/mail.ts';
import type { Mail } from '../mail/mail.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { requireFilesOf } from '../storage/files-marker.ts';
import { mayRemove } from '../storage/removal-lock.queries.ts';
import { openS3Storage } from '../storage/s3-storage.ts';
import type { Storage } from '../storage/storage.ts';

/** Everything that features build on, opened once per process and handed to each of them. */
export type Platform = {
  config: Config;
  log: Logger;
  database: Database;
  jobs: Jobs;
  mail: Mail;
  live: Live;
  accounts: Accounts;
  storage: Storage;
};

/** Opens the database (and migrates it), jobs, mail and accounts. Jobs run only after `platform.jobs.start()`. */
export async function openPlatform(config: Config, log: Logger): Promise<Platform> {
  const database = await openDatabase(config, log);
  try {
    const platform = await openPlatformOn(config, log, database);
    const place = config.s3 ? `El bucket ${config.s3.bucket}` : uploadsOf(config);
    if (config.databaseUrl) await requireFilesOf(database, platform.storage, place, log);
    return platform;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const uploadsOf = ({ dataDir }: Config) => path.join(dataDir, 'uploads');

/** The rest of a platform on a database that is open and migrated already. */
export async function openPlatformOn(config: Config, log: Logger, database: Database): Promise<Platform> {
  const jobs = await openJobs(log, database);
  const mail = openMail(config, log, jobs, database);
  const accounts = await openAccounts(config, log, database);
  const live = openLive(log, database);
  const storage = config.s3
    ? openS3Storage(config.s3)
    : sparedByBackup(openDiskStorage(uploadsOf(config)), database);
  return { config, log, database, jobs, mail, live, accounts, storage };
}

/**
 * A backup copies the files that the rows of its snapshot point to, some time after it: none is removed until it has
 * them. What stays then goes with the next sweep.
 */
function sparedByBackup(storage: Storage, database: Database): Storage {
  const removeFolder = (folder: string) =>
    database.withSystem('remove stored files', async (db) => {
      if (await mayRemove(db)) await storage.removeFolder(folder);
    });
  return { ...storage, removeFolder };
}

/** Ends jobs first, which still need the database, and then the database. */
export async function closePlatform(platform: Platform): Promise<void> {
  await platform.jobs.stop();
  await platform.database.close();
}
