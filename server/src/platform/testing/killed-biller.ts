import { bill } from '../../features/billing/billing.jobs.ts';
import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import { killAfter } from './kill-after.ts';
import { silentLog } from './silent-log.ts';

/**
 * A process of its own for tests of what a kill -9 leaves: it does what is due in billing, but kills itself as soon as
 * the database has answered the statement of the number KILL_AT. Where there is no such statement it says how many there
 * were.
 */
const platform = await openPlatform(loadConfig(process.env), silentLog);
const count = killAfter(Number(process.env['KILL_AT']));
await bill(platform);
process.stdout.write(`${String(count())}\n`);
await closePlatform(platform);
