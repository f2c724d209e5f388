import { Readable } from 'node:stream';
import { auditRoutes } from '@atalaya/contract/audit';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { exportAnchors, listAnchors, makeAnchors } from './anchors.service.ts';
import { exportAudit, listAudit, readAuditEntry } from './audit.service.ts';

export function registerAudit(app: App, platform: Platform): void {
  defineRoute(app, platform, auditRoutes.listAudit, ({ actor, query }) => listAudit(platform, actor, query));
  defineRoute(app, platform, auditRoutes.exportAudit, async ({ actor, query, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="auditoria.csv"');
    return exportAudit(platform, actor, query);
  });
  defineRoute(app, platform, auditRoutes.listAnchors, ({ actor, query }) =>
    listAnchors(platform, actor, query),
  );
  defineRoute(app, platform, auditRoutes.exportAnchors, async ({ actor, query, reply }) => {
    reply.header('content-type', 'application/x-ndjson');
    reply.header('content-disposition', 'attachment; filename="anclas.ndjson"');
    return Readable.from(exportAnchors(platform, actor, query));
  });
  platform.jobs.daily('anchor-audit-log', '00:20', async () => {
    await makeAnchors(platform);
  });
  defineRoute(app, platform, auditRoutes.readAuditEntry, ({ actor, params }) =>
    readAuditEntry(platform, actor, params.id),
  );
}
