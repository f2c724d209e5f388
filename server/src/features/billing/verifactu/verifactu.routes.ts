import { verifactuRoutes } from '@atalaya/contract/verifactu';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import {
  exportVerifactuRecords,
  listVerifactuRecords,
  readVerifactu,
  updateVerifactu,
  verifyVerifactuRecords,
} from './verifactu.service.ts';

export function registerVerifactu(app: App, platform: Platform): void {
  const routes = verifactuRoutes;
  defineRoute(app, platform, routes.readVerifactu, () => readVerifactu(platform));
  defineRoute(app, platform, routes.updateVerifactu, ({ by, body }) => updateVerifactu(platform, by, body));
  defineRoute(app, platform, routes.listVerifactuRecords, ({ query }) =>
    listVerifactuRecords(platform, query),
  );
  defineRoute(app, platform, routes.exportVerifactuRecords, async ({ query, reply }) => {
    reply.header('content-type', 'application/xml; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="registros-${String(query.year)}.xml"`);
    return exportVerifactuRecords(platform, query.year);
  });
  defineRoute(app, platform, routes.verifyVerifactuRecords, () => verifyVerifactuRecords(platform));
}
