import type { InvoiceDetail } from '@atalaya/contract/billing';
import type { Verifactu, VerifactuRecord } from '@atalaya/contract/verifactu';
import { startTestServer } from '../../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../../platform/testing/server.ts';
import type { VerifactuConfig } from '../../../../platform/core/verifactu-config.ts';
import { THE_SERVER } from '../../../../platform/records/audit.ts';
import { issueTo } from '../../invoices/invoice-issue.service.ts';
import { getSubscription } from '../../subscriptions/subscription-change.service.ts';
import { sendRecords } from '../sending.service.ts';
import { startAgency } from './agency.ts';
import type { Agency } from './agency.ts';

export const ISSUER = { tax_id: 'B12345674', name: 'Emisora de Ñu, S.L.' };
const PASSWORD = 'secreta';

/** A server that issues under VERI*FACTU, and an agency that it sends to. */
export type SendingScene = {
  server: TestServer;
  agency: Agency;
  cast: Cast;
  query: <T>(text: string, values?: unknown[]) => Promise<(T & object)[]>;
  issue: (cents?: number) => Promise<InvoiceDetail>;
  /** In one transaction. */
  issueMany: (count: number) => Promise<void>;
  annul: (id: string) => Promise<unknown>;
  /** Once what it has to wait for has passed; in how many turns. */
  send: (options?: { timeout_ms?: number }) => Promise<number>;
  read: () => Promise<Verifactu>;
  /** By the number of the invoice. */
  records: (code?: string) => Promise<VerifactuRecord[]>;
  giveCertificate: (tax_id?: string) => Promise<void>;
  close: () => Promise<void>;
};

export const configFor = ({ url, authority }: Pick<Agency, 'url' | 'authority'>): VerifactuConfig => {
  const both = { person: new URL(url), seal: new URL(url) };
  return { addresses: { test: both, real: both }, ca: authority.certificate };
};

export async function startSendingScene(): Promise<SendingScene> {
  const agency = await startAgency();
  const server = await startTestServer({ config: { verifactu: configFor(agency) } });
  const cast = await server.makeCast();
  const { cookie } = cast.super_admin;
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    server.send({ method, url, cookie, ...(payload ? { payload } : {}) });
  const query = async <T>(text: string, values: unknown[] = []) =>
    (await server.database.pool.query<T & object>(text, values)).rows;
  await query(`update plan_versions set currency = 'EUR'`);
  const { id: organization_id } = await server.makeOrganization();
  await query(`update organizations set country = 'ES', tax_id = 'A58818501' where id = $1`, [
    organization_id,
  ]);
  const [row] = await query<{ day: string }>('select billing_today()::text as day');
  const values = { ...ISSUER, environment: 'test', starts_on: row!.day, is_on: true };
  await ask('PUT', '/api/verifactu', { version: 0, ...values });
  const giveCertificate = async (tax_id = ISSUER.tax_id) => {
    const issued = agency.authority.issue({ name: ISSUER.name, tax_id });
    const file = issued.pkcs12(PASSWORD).toString('base64');
    await ask('PUT', '/api/verifactu/certificate', { kind: 'seal', file, password: PASSWORD });
  };
  await giveCertificate();
  return {
    server,
    agency,
    cast,
    query,
    issue: async (cents = 10_000) => {
      const lines = [{ description: 'Licencia', unit_price_cents: cents }];
      return (await ask('POST', '/api/invoices', { organization_id, lines })).json<InvoiceDetail>();
    },
    issueMany: (count) =>
      server.database.withSystem('issue many invoices for a test', async (db) => {
        const customer = await getSubscription(db, organization_id);
        const lines = [{ description: 'Licencia', quantity: 1, unit_price_cents: 100 }];
        for (let n = 0; n < count; n += 1)
          await issueTo(server.platform, db, THE_SERVER, customer, row!.day, { charge: 'other', lines });
      }),
    annul: (id) => ask('POST', `/api/invoices/${id}/annul`, { reason: 'De prueba' }),
    send: async (options) => {
      await query(
        `update verifactu_sending set next_at = now(), last_sent_at = last_sent_at - interval '1 day'`,
      );
      return sendRecords(server.platform, options);
    },
    read: async () => (await ask('GET', '/api/verifactu')).json<Verifactu>(),
    records: async (code) => {
      const search = code === undefined ? '' : `?search=${code}`;
      const { items } = (await ask('GET', `/api/verifactu/records${search}`)).json<{
        items: VerifactuRecord[];
      }>();
      return items.toReversed();
    },
    giveCertificate,
    close: async () => {
      await server.close();
      await agency.close();
    },
  };
}
