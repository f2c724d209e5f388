import { transferRoutes } from '@atalaya/contract/transfers';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { registerImports } from './imports/imports.routes.ts';
import { registerTransferJobs } from './transfers.jobs.ts';
import {
  cancelTransfer,
  createExport,
  downloadTransfer,
  listTransfers,
  readTransfer,
} from './transfers.service.ts';

export async function registerTransfers(app: App, platform: Platform): Promise<void> {
  defineRoute(app, platform, transferRoutes.listTransfers, ({ actor, query }) =>
    listTransfers(platform, actor, query.page),
  );
  defineRoute(app, platform, transferRoutes.readTransfer, ({ actor, params }) =>
    readTransfer(platform, actor, params.id),
  );
  defineRoute(app, platform, transferRoutes.createExport, ({ by, body }) => createExport(platform, by, body));
  defineRoute(app, platform, transferRoutes.cancelTransfer, ({ by, params }) =>
    cancelTransfer(platform, by, params.id),
  );
  defineRoute(app, platform, transferRoutes.downloadTransfer, async ({ actor, params, reply }) => {
    const { name, content } = await downloadTransfer(platform, actor, params.id);
    reply.type('text/csv; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
  await registerImports(app, platform);
  registerTransferJobs(platform);
}
