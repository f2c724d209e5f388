import type { InvoiceDetail } from '@atalaya/contract/billing';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { verifyInvoices } from '../invoices/verify-invoices.service.ts';
import type { verifyFile } from '../verifactu/verifactu-chain.ts';

export const ISSUER = { tax_id: 'B12345674', name: 'Emisora, S.L.' };

type Due = {
  plan?: 'free' | 'basic' | 'pro';
  status?: 'trial' | 'active';
  tax_id?: string | null;
  billing_email?: string | null;
};

/** A server that issues under VERI*FACTU, and companies for which something is due today. */
export type Renewals = {
  server: TestServer;
  query: <T>(text: string, values?: unknown[]) => Promise<(T & object)[]>;
  /** A company whose next period begins today, or whose trial ends today; its id. */
  due: (values?: Due) => Promise<string>;
  /** By hand. */
  issue: (organization_id: string) => Promise<{ status: number; invoice: InvoiceDetail }>;
  /** How many invoices each of these has. */
  invoicesOf: (ids: string[]) => Promise<number[]>;
  /** How many invoices there are, each with its record, and what is wrong with their chains. */
  books: () => Promise<{ invoices: number; records: number; problems: object[] }>;
};

export async function startRenewals(): Promise<Renewals> {
  const server = await startTestServer();
  const { cookie } = await server.makePerson({ role: 'super_admin' });
  const query = async <T>(text: string, values: unknown[] = []) =>
    (await server.database.pool.query<T & object>(text, values)).rows;
  await query(`update plan_versions set currency = 'EUR'`);
  const [row] = await query<{ day: string }>('select billing_today()::text as day');
  const values = { ...ISSUER, environment: 'test', starts_on: row!.day, is_on: true };
  await server.send({ method: 'PUT', url: '/api/verifactu', cookie, payload: { version: 0, ...values } });
  return {
    server,
    query,
    due: async ({ plan = 'basic', status = 'active', tax_id = 'A58818501', billing_email } = {}) => {
      const { id } = await server.makeOrganization({ plan_type: plan, subscription_status: status });
      const address = billing_email === undefined ? `pagos-${unique()}@x.test` : billing_email;
      await query(`update organizations set tax_id = $2, billing_email = $3 where id = $1`, [
        id,
        tax_id,
        address,
      ]);
      await query(
        status === 'trial'
          ? `update subscriptions set trial_ends_on = billing_today() where organization_id = $1`
          : `update subscriptions set period_start = billing_today() - 30, period_end = billing_today(),
               anchor_day = 1 where organization_id = $1`,
        [id],
      );
      return id;
    },
    issue: async (organization_id) => {
      const lines = [{ description: 'Licencia', unit_price_cents: 10_000 }];
      const payload = { organization_id, lines };
      const answer = await server.send({ method: 'POST', url: '/api/invoices', cookie, payload });
      return { status: answer.statusCode, invoice: answer.json<InvoiceDetail>() };
    },
    invoicesOf: async (ids) => {
      const counted = await query<{ invoices: number }>(
        `select count(i.id)::int as invoices from unnest($1::uuid[]) with ordinality asked (id, position)
         left join invoices i on i.organization_id = asked.id and i.charge = 'period'
         group by asked.position order by asked.position`,
        [ids],
      );
      return counted.map(({ invoices }) => invoices);
    },
    books: async () => {
      const { invoices, problems } = await verifyInvoices(server.database);
      const url = '/api/verifactu/verify';
      const chain = (await server.send({ url, cookie })).json<ReturnType<typeof verifyFile>>();
      return { invoices, records: chain.records, problems: [...problems, ...chain.problems] };
    },
  };
}
