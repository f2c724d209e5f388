import { financialReportRoutes as routes } from '@atalaya/contract/financial-reports';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import {
  exportFinancialReport,
  listFinancialReportEntries,
  readFinancialReport,
} from './financial-reports.service.ts';

export function registerFinancialReports(app: App, platform: Platform): void {
  defineRoute(app, platform, routes.readFinancialReport, ({ actor, query }) =>
    readFinancialReport(platform, actor, query),
  );
  defineRoute(app, platform, routes.exportFinancialReport, async ({ actor, query, reply }) => {
    const { name, text } = await exportFinancialReport(platform, actor, query);
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return text;
  });
  defineRoute(app, platform, routes.listFinancialReportEntries, ({ actor, query }) =>
    listFinancialReportEntries(platform, actor, query),
  );
}
