import { offboardingRoutes } from '@atalaya/contract/offboarding';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { offboardUsers, readHoldings } from './offboarding.service.ts';
import { listReceipts, readReceipt } from './receipts.service.ts';

export function registerOffboarding(app: App, platform: Platform): void {
  const routes = offboardingRoutes;
  defineRoute(app, platform, routes.readHoldings, ({ actor, query }) =>
    readHoldings(platform, actor, query.ids),
  );
  defineRoute(app, platform, routes.offboardUsers, ({ by, body }) => offboardUsers(platform, by, body));
  defineRoute(app, platform, routes.listReceipts, ({ actor, params }) =>
    listReceipts(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.downloadReceipt, async ({ actor, params, reply }) => {
    const { content, file } = await readReceipt(platform, actor, params.id);
    reply.header('content-type', 'application/json; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${file}.json"`);
    return content;
  });
  defineRoute(app, platform, routes.downloadReceiptPdf, async ({ actor, params, reply }) => {
    const signed = await readReceipt(platform, actor, params.id);
    // Its library is read at the first download: a start does not wait for it.
    const { receiptPdf } = await import('./receipt-pdf.ts');
    const file = await receiptPdf(signed, actor.language ?? 'es');
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', `attachment; filename="${signed.file}.pdf"`);
    return file;
  });
}
