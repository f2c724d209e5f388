import { auditRoutes } from '@atalaya/contract/audit';
import { undoRoutes } from '@atalaya/contract/undo';
import { defineRoute } from '../../platform/define-route.ts';
import type { App } from '../../platform/define-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerUndoJobs } from './undo.jobs.ts';
import { readUndo, undoChange } from './undo.service.ts';
import { exportAudit, listAudit, readAuditEntry } from './audit.service.ts';

export function registerAudit(app: App, platform: Platform): void {
  defineRoute(app, platform, auditRoutes.listAudit, ({ actor, query }) => listAudit(platform, actor, query));
  defineRoute(app, platform, auditRoutes.exportAudit, async ({ actor, query, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="auditoria.csv"');
    return exportAudit(platform, actor, query);
  });
  defineRoute(app, platform, auditRoutes.readAuditEntry, ({ actor, params }) =>
    readAuditEntry(platform, actor, params.id),
  );
  defineRoute(app, platform, undoRoutes.undoChange, ({ by, params }) => undoChange(platform, by, params.id));
  defineRoute(app, platform, undoRoutes.readUndo, ({ actor, params }) =>
    readUndo(platform, actor, params.id),
  );
  registerUndoJobs(platform);
}
