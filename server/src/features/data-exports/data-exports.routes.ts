import { dataExportRoutes } from '@atalaya/contract/data-exports';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { registerDataExportJobs } from './data-exports.jobs.ts';
import {
  cancelDataExport,
  createDataExport,
  downloadDataExport,
  listDataExports,
} from './data-exports.service.ts';

export function registerDataExports(app: App, platform: Platform): void {
  const routes = dataExportRoutes;
  defineRoute(app, platform, routes.listDataExports, ({ actor, query }) =>
    listDataExports(platform, actor, query),
  );
  defineRoute(app, platform, routes.createDataExport, ({ by, body }) => createDataExport(platform, by, body));
  defineRoute(app, platform, routes.cancelDataExport, ({ by, params }) =>
    cancelDataExport(platform, by, params.id),
  );
  defineRoute(app, platform, routes.downloadDataExport, async ({ by, params, reply }) => {
    const { name, size, stream } = await downloadDataExport(platform, by, params.id);
    reply.type('application/zip');
    reply.headers({ 'content-disposition': `attachment; filename="${name}"`, 'content-length': size });
    return stream;
  });
  registerDataExportJobs(platform);
}
