import { auditStreamRoutes } from '@atalaya/contract/audit-streams';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { checkAlarms } from './alarms.service.ts';
import {
  createStream,
  deleteStream,
  listBatches,
  listStreams,
  passOverRefused,
  restart,
  testStream,
  updateStream,
} from './audit-streams.service.ts';
import { openStreamWorker } from './audit-streams.worker.ts';

export function registerAuditStreams(app: App, platform: Platform): void {
  const routes = auditStreamRoutes;
  defineRoute(app, platform, routes.listAuditStreams, ({ actor, query }) =>
    listStreams(platform, actor, query),
  );
  defineRoute(app, platform, routes.createAuditStream, ({ by, query, body }) =>
    createStream(platform, by, query, body),
  );
  defineRoute(app, platform, routes.updateAuditStream, ({ by, params, body }) =>
    updateStream(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.deleteAuditStream, ({ by, params }) =>
    deleteStream(platform, by, params.id),
  );
  defineRoute(app, platform, routes.testAuditStream, ({ by, params }) => testStream(platform, by, params.id));
  defineRoute(app, platform, routes.backfillAuditStream, ({ by, params, body }) =>
    restart(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.passOverRefused, ({ by, params, body }) =>
    passOverRefused(platform, by, params.id, body.entry_id),
  );
  defineRoute(app, platform, routes.listStreamBatches, ({ actor, params, query }) =>
    listBatches(platform, actor, params.id, query.page),
  );
  platform.jobs.attach(openStreamWorker(platform));
  platform.jobs.schedule('audit-stream-alarms', '* * * * *', async () => {
    await checkAlarms(platform);
  });
}
