import { reportRoutes } from '@atalaya/contract/reports';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { exportReport, listReportEntries, readReport } from './reports.service.ts';

export function registerReports(app: App, platform: Platform): void {
  defineRoute(app, platform, reportRoutes.readReport, ({ actor, query }) =>
    readReport(platform, actor, query),
  );
  defineRoute(app, platform, reportRoutes.exportReport, async ({ actor, query, reply }) => {
    const { name, text } = await exportReport(platform, actor, query);
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return text;
  });
  defineRoute(app, platform, reportRoutes.listReportEntries, ({ actor, query }) =>
    listReportEntries(platform, actor, query),
  );
}
