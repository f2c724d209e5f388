import { verifactuRoutes } from '@atalaya/contract/verifactu';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { dropCertificate, keepCertificate } from './certificate.service.ts';
import { askToSend } from './sending.service.ts';
import {
  correctVerifactuRecord,
  exportVerifactuRecords,
  listVerifactuRecords,
  readVerifactu,
  readVerifactuRecord,
  updateVerifactu,
  verifyVerifactuRecords,
} from './verifactu.service.ts';

export function registerVerifactu(app: App, platform: Platform): void {
  const routes = verifactuRoutes;
  defineRoute(app, platform, routes.readVerifactu, () => readVerifactu(platform));
  defineRoute(app, platform, routes.updateVerifactu, ({ by, body }) => updateVerifactu(platform, by, body));
  defineRoute(app, platform, routes.saveVerifactuCertificate, async ({ by, body }) => {
    await keepCertificate(platform, by, body);
    return readVerifactu(platform);
  });
  defineRoute(app, platform, routes.removeVerifactuCertificate, async ({ by }) => {
    await dropCertificate(platform, by);
    return readVerifactu(platform);
  });
  defineRoute(app, platform, routes.sendVerifactuRecords, async ({ by }) => {
    await askToSend(platform, by);
    return readVerifactu(platform);
  });
  defineRoute(app, platform, routes.listVerifactuRecords, ({ query }) =>
    listVerifactuRecords(platform, query),
  );
  defineRoute(app, platform, routes.readVerifactuRecord, ({ params }) =>
    readVerifactuRecord(platform, params.number),
  );
  defineRoute(app, platform, routes.correctVerifactuRecord, ({ by, params }) =>
    correctVerifactuRecord(platform, by, params.number),
  );
  defineRoute(app, platform, routes.exportVerifactuRecords, async ({ query, reply }) => {
    reply.header('content-type', 'application/xml; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="registros-${String(query.year)}.xml"`);
    return exportVerifactuRecords(platform, query.year);
  });
  defineRoute(app, platform, routes.verifyVerifactuRecords, () => verifyVerifactuRecords(platform));
}
