import { debitRunRoutes } from '@atalaya/contract/debit-runs';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { cancelDebitRun, confirmDebitRun, presentDebitRun, returnDebit } from './debit-outcome.service.ts';
import {
  createDebitRun,
  listCollectable,
  listDebitRuns,
  readDebitFile,
  readDebitRun,
} from './debit-runs.service.ts';

export function registerDebitRuns(app: App, platform: Platform): void {
  const routes = debitRunRoutes;
  defineRoute(app, platform, routes.listDebitRuns, ({ query }) => listDebitRuns(platform, query));
  defineRoute(app, platform, routes.listCollectable, ({ query }) => listCollectable(platform, query));
  defineRoute(app, platform, routes.createDebitRun, ({ by, body }) => createDebitRun(platform, by, body));
  defineRoute(app, platform, routes.readDebitRun, ({ params }) => readDebitRun(platform, params.id));
  defineRoute(app, platform, routes.downloadDebitRun, async ({ params, reply }) => {
    const { number, file } = await readDebitFile(platform, params.id);
    reply.header('content-type', 'application/xml; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="remesa-${String(number)}.xml"`);
    return file;
  });
  defineRoute(app, platform, routes.presentDebitRun, ({ by, params }) =>
    presentDebitRun(platform, by, params.id),
  );
  defineRoute(app, platform, routes.confirmDebitRun, ({ by, params }) =>
    confirmDebitRun(platform, by, params.id),
  );
  defineRoute(app, platform, routes.cancelDebitRun, ({ by, params }) =>
    cancelDebitRun(platform, by, params.id),
  );
  defineRoute(app, platform, routes.returnDebit, ({ by, params, body }) =>
    returnDebit(platform, by, params.id, body),
  );
}
