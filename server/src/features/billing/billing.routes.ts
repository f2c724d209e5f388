import { billingRoutes } from '@atalaya/contract/billing';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import { sendFile } from '../../platform/request/send-file.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { registerBillingJobs } from './billing.jobs.ts';
import { registerExchangeRates } from './exchange-rates/exchange-rates.routes.ts';
import { registerDeclarations } from './declarations/declarations.routes.ts';
import { eInvoiceFile, pdfFile } from './invoices/invoice-files.ts';
import { facturaeFile } from './invoices/facturae.service.ts';
import { issueInvoice, registerPayment } from './invoices/invoice-changes.service.ts';
import { annulInvoice, rectifyInvoice } from './invoices/rectification.service.ts';
import { registerInvoiceMail } from './invoices/invoice-mail.service.ts';
import { exportInvoices, listInvoices, readInvoice } from './invoices/invoices.service.ts';
import { exportPayments, listPayments } from './invoices/payments.service.ts';
import { receiveInvoice } from './invoices/receipts.service.ts';
import { refundPayment } from './invoices/refunds.service.ts';
import { cancelPlanChange, changePlan, previewPlanChange } from './subscriptions/plan-change.service.ts';
import { registerVerifactuJobs } from './verifactu/verifactu.jobs.ts';
import { registerBankStatements } from './bank-statements/bank-statements.routes.ts';
import { registerDebitRuns } from './debit-runs/debit-runs.routes.ts';
import { registerMandateJobs } from './mandates/mandates.jobs.ts';
import { registerMandates } from './mandates/mandates.routes.ts';
import { registerVerifactu } from './verifactu/verifactu.routes.ts';
import {
  changeSubscriptionStatus,
  changeTax,
  listSubscriptionEvents,
  readSubscription,
} from './subscriptions/subscriptions.service.ts';

export async function registerBilling(app: App, platform: Platform): Promise<void> {
  registerSubscriptions(app, platform);
  registerInvoices(app, platform);
  registerVerifactu(app, platform);
  registerMandates(app, platform);
  registerDebitRuns(app, platform);
  await registerBankStatements(app, platform);
  await registerExchangeRates(app, platform);
  registerMandateJobs(platform);
  registerDeclarations(app, platform);
  registerBillingJobs(platform);
  registerVerifactuJobs(platform);
  registerInvoiceMail(platform);
}

function registerSubscriptions(app: App, platform: Platform): void {
  const routes = billingRoutes;
  defineRoute(app, platform, routes.readSubscription, ({ actor, params }) =>
    readSubscription(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.listSubscriptionEvents, ({ actor, params, query }) =>
    listSubscriptionEvents(platform, actor, params.id, query.page),
  );
  defineRoute(app, platform, routes.previewPlanChange, ({ actor, params, query }) =>
    previewPlanChange(platform, actor, params.id, query.plan_id),
  );
  defineRoute(app, platform, routes.changePlan, ({ by, params, body }) =>
    changePlan(platform, by, params.id, body.plan_id),
  );
  defineRoute(app, platform, routes.cancelPlanChange, ({ by, params }) =>
    cancelPlanChange(platform, by, params.id),
  );
  defineRoute(app, platform, routes.changeSubscriptionStatus, ({ by, params, body }) =>
    changeSubscriptionStatus(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.changeTax, ({ by, params, body }) =>
    changeTax(platform, by, params.id, body),
  );
}

function registerInvoices(app: App, platform: Platform): void {
  const routes = billingRoutes;
  defineRoute(app, platform, routes.listInvoices, ({ actor, query }) => listInvoices(platform, actor, query));
  defineRoute(app, platform, routes.exportInvoices, async ({ actor, query, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="facturas.csv"');
    return exportInvoices(platform, actor, query);
  });
  defineRoute(app, platform, routes.listPayments, ({ actor, query }) => listPayments(platform, actor, query));
  defineRoute(app, platform, routes.exportPayments, async ({ actor, query, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="pagos.csv"');
    return exportPayments(platform, actor, query);
  });
  defineRoute(app, platform, routes.readInvoice, ({ actor, params }) =>
    readInvoice(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.downloadInvoice, async ({ actor, params, reply }) =>
    sendFile(reply, await pdfFile(await readInvoice(platform, actor, params.id))),
  );
  defineRoute(app, platform, routes.downloadEInvoice, async ({ actor, params, reply }) =>
    sendFile(reply, eInvoiceFile(await readInvoice(platform, actor, params.id))),
  );
  defineRoute(app, platform, routes.downloadFacturae, async ({ actor, params, reply }) =>
    sendFile(reply, await facturaeFile(platform, actor, params.id)),
  );
  defineRoute(app, platform, routes.issueInvoice, ({ by, body }) => issueInvoice(platform, by, body));
  defineRoute(app, platform, routes.registerPayment, ({ by, params, body }) =>
    registerPayment(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.refundPayment, ({ by, params, body }) =>
    refundPayment(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.rectifyInvoice, ({ by, params, body }) =>
    rectifyInvoice(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.annulInvoice, ({ by, params, body }) =>
    annulInvoice(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.receiveInvoice, ({ by, params, body }) =>
    receiveInvoice(platform, by, params.id, body),
  );
}
