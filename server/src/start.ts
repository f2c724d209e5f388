import { isWrongNif } from '@atalaya/contract/tax-id';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import type { Logger } from 'pino';
import { loadConfig } from './platform/core/config.ts';
import type { Config } from './platform/core/config.ts';
import { isDemoDatabase, refuseDemoInPublic } from './platform/process/demo.ts';
import { faultOf } from './platform/request/request-log.ts';
import { openPlatform } from './platform/process/platform.ts';
import { explainFailedStart, welcome } from './start-messages.ts';
import { stopOnSignals } from './stop.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** Milliseconds after the start, when what only the start needed is no longer used. */
const SETTLED = 1_000;

/** Starts the server by its environment; where it cannot, says why in Spanish and ends the process. */
export async function start(): Promise<void> {
  try {
    const config = loadConfig(process.env);
    const log = openLog(config);
    if (isWrongNif(config.invoiceIssuer.tax_id ?? ''))
      log.warn(
        'INVOICE_ISSUER_TAX_ID: its control letter or digit does not match; invoices are issued with it',
      );
    // The database starts in processes of its own while this one loads the features.
    const [platform, { buildApp }, { seedDemoData }, { inviteFirstAdministrator }, { chooseFirstCurrency }] =
      await Promise.all([
        openPlatform(config, log),
        import('./app.ts'),
        import('./features/development/demo-data.ts'),
        import('./features/account/accounts/first-administrator.service.ts'),
        import('./features/settings/first-currency.service.ts'),
      ]);
    const app = await buildApp(platform, { webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : null });
    stopOnSignals(app, platform);
    await refuseDemoInPublic(platform);
    if (config.demo) await seedDemoData(platform);
    const demo = config.demo && (await isDemoDatabase(platform));
    if (config.demo && !demo) log.warn('the database holds real people: the demo stays off');
    await inviteFirstAdministrator(platform);
    await chooseFirstCurrency(platform);
    await app.listen({ host: config.host, port: config.port });
    // No request waits for it; what was queued before is done from here on.
    await platform.jobs.start();
    platform.live.start();
    process.stdout.write(welcome(config, demo));
    setTimeout(giveBackMemory, SETTLED).unref();
  } catch (error) {
    process.stderr.write(`${explainFailedStart(error, process.env['PORT'])}\n`);
    process.exit(1);
  }
}

/** Loading the code leaves some 25 MiB that V8 would keep until the heap grows again: one full collection returns them. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Lines of JSON on standard output. Written beside the requests rather than in them; flushed when the process ends. */
function openLog(config: Config): Logger {
  const options = { level: config.logLevel, base: null, serializers: { err: faultOf } };
  return pino(options, pino.destination({ dest: 1, sync: false }));
}
