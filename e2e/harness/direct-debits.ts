import { writeStatement } from '../../server/src/features/billing/bank-statements/testing/statement-file.ts';
import type { Method } from './ask.ts';
import { connectTo } from './database.ts';
import { unique } from './people.ts';
import type { RunningServer } from './server.ts';

type Ask = <T>(method: Method, path: string, data?: object) => Promise<T>;

export const IBAN = 'ES9121000418450200051332';
export const CREDITOR = { name: 'Emisora, S.L.', iban: IBAN, bic: null, identifier: 'DE98ZZZ09999999999' };

const IN_EUROS = {
  name: 'Plan en euros',
  price_cents: 0,
  currency: 'EUR',
  description: 'En euros',
  max_users: 5,
};

/** A company that is charged in euros, on a plan of its own: other tests are in the currency of the demo. */
export async function makeCompanyInEuros(
  ask: Ask,
  values: object = {},
): Promise<{ id: string; name: string }> {
  const { items } = await ask<{ items: { key: string; name: string }[] }>('GET', '/api/plans');
  const plan =
    items.find(({ name }) => name === IN_EUROS.name) ??
    (await ask<{ key: string }>('POST', '/api/plans', IN_EUROS));
  const name = `Cliente ${unique()}`;
  return ask('POST', '/api/organizations', { name, country: 'ES', plan_type: plan.key, ...values });
}

/** An invoice of 121 € of a company with a mandate, and a creditor who collects it. */
export async function makeCollectable(ask: Ask) {
  const creditor = await ask<{ version: number }>('GET', '/api/creditor');
  if (creditor.version === 0)
    await ask('PUT', '/api/creditor', { version: 0, ...CREDITOR, core_days: 1, b2b_days: 1 });
  const company = await makeCompanyInEuros(ask);
  const mandate = await ask<{ id: string; reference: string }>('POST', '/api/mandates', {
    organization_id: company.id,
    reference: `M-${unique()}`,
    debtor_name: 'Cliente, S.A.',
    iban: IBAN,
    bic: null,
    is_last: false,
    type: 'core',
    use: 'recurrent',
    signed_on: '2026-01-31',
  });
  const invoice = await ask<{ id: string; code: string }>('POST', '/api/invoices', {
    organization_id: company.id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });
  return { company, mandate, invoice };
}

/** A run of one such invoice. */
export async function makeDebitRun(ask: Ask): Promise<{ id: string; number: number }> {
  const { invoice } = await makeCollectable(ask);
  const { first_day } = await ask<{ first_day: string }>('GET', '/api/debit-runs/collectable');
  return ask('POST', '/api/debit-runs', { type: 'core', invoice_ids: [invoice.id], collect_on: first_day });
}

/** As if the day of a run had come. */
export async function comeDue(server: RunningServer, run: string): Promise<void> {
  const database = await connectTo(server);
  try {
    await database.query(`set session_replication_role = replica`);
    await database.query('update debit_runs set collect_on = billing_today() where id = $1', [run]);
  } finally {
    await database.end();
  }
}

/** A statement of a bank with one credit of 121 €, as a file. */
export const statementFile = (text: string) => ({
  name: 'extracto.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(
    writeStatement({ reference: `E-${unique()}`, entries: [{ amount_cents: 12_100, text, bank: unique() }] }),
  ),
});
