import type { InvoiceDetail } from '@atalaya/contract/billing';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { startSmtp } from '../../../platform/testing/smtp.ts';
import type { TestSmtp } from '../../../platform/testing/smtp.ts';
import { giveRate } from '../exchange-rates/testing/rates.ts';

let smtp: TestSmtp;
let server: TestServer;
let ours: Cast;
let organization_id: string;
let to: string;
let made = 0;
beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({
    env: { SMTP_URL: smtp.url, INVOICE_ISSUER_NAME: 'Emisora', INVOICE_ISSUER_TAX_ID: 'B12345674' },
  });
  ours = await server.makeCast();
  await giveRate(server);
});
beforeEach(async () => {
  made += 1;
  to = `facturas-${String(made)}@cliente.test`;
  ({ id: organization_id } = await server.makeOrganization({
    name: 'www.premio.test',
    subscription_status: 'trial',
  }));
  await change(`country = 'PT', billing_email = '${to}'`);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const change = (set: string) =>
  server.database.pool.query(`update organizations set ${set} where id = $1`, [organization_id]);
const send = async (url: string, payload: object) =>
  (
    await server.send({ method: 'POST', url, cookie: ours.super_admin.cookie, payload })
  ).json<InvoiceDetail>();
const issue = () =>
  send('/api/invoices', {
    organization_id,
    lines: [{ description: 'Licencia', unit_price_cents: 5_000 }],
  });
const file = async (id: string, kind: 'pdf' | 'ubl') =>
  (await server.send({ url: `/api/invoices/${id}/${kind}`, cookie: ours.super_admin.cookie })).rawPayload;

test('an invoice comes with its PDF and its e-invoice, each as it is downloaded', async () => {
  const invoice = await issue();
  await server.platform.mail.sendDue();
  const sent = smtp.received.find((mail) => mail.to.includes(to));
  const mail = await PostalMime.parse(sent?.raw ?? '');
  expect(mail.subject).toBe(`Factura ${invoice.code} · Emisora`);
  expect(mail.text).toContain(`/admin/billing?tab=invoices&invoice=${invoice.id}`);
  expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    [`factura-${invoice.code}.pdf`, 'application/pdf'],
    [`factura-${invoice.code}.xml`, 'application/xml'],
  ]);
  const contents = mail.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
  expect(contents).toEqual([await file(invoice.id, 'pdf'), await file(invoice.id, 'ubl')]);
});

test('a rectifying invoice is mailed too, and is not due; what has no e-invoice comes as PDF alone', async () => {
  const invoice = await issue();
  const rectifying = await send(`/api/invoices/${invoice.id}/rectify`, { code: 'R1', reason: 'Duplicada' });
  const [first, second] = await queuedMails(server.database, to);
  expect([first?.text.includes('Vence el'), second?.text.includes('Vence el')]).toEqual([true, false]);
  expect(second?.subject).toContain(`Factura rectificativa ${rectifying.code}`);
  // A period is charged without a country too.
  await change('country = null');
  await send(`/api/organizations/${organization_id}/subscription/status`, {
    status: 'active',
    reason: 'Alta',
  });
  const third = (await queuedMails(server.database, to)).at(-1);
  expect(third?.attachments?.map(({ contentType }) => contentType)).toEqual(['application/pdf']);
});

test('to a stranger its text has no name that could be a link; to no address goes nothing', async () => {
  await issue();
  const [mail] = await queuedMails(server.database, to);
  expect(mail?.text).not.toContain('www.premio.test');
  await change('billing_email = null');
  const { rowCount } = await server.database.pool.query('select 1 from mail.queue');
  await issue();
  expect((await server.database.pool.query('select 1 from mail.queue')).rowCount).toBe(rowCount);
});
