import type { Locator, Page } from '@playwright/test';
import { ask } from './ask.ts';
import { unique } from './people.ts';
import { signInAs } from './test.ts';

/** The lists that are tables. */
export const LISTS = [
  '/admin/users',
  '/admin/companies',
  '/admin/tickets',
  '/admin/billing?tab=invoices',
  '/admin/billing?tab=payments',
  '/admin/audit',
  '/admin/transfers',
];

export const firstRow = (page: Page): Locator => page.locator('tbody tr[data-row]').first();

/** A company of a name that no column has room for, with an invoice of a large sum that is paid in part. */
export async function addBilledCompany(page: Page): Promise<{ id: string; name: string }> {
  const name = `Compañía Mediterránea de Servicios Integrales de Mantenimiento y Limpieza ${unique()}, S. A.`;
  const { id } = await ask(page, 'POST', '/api/organizations', { name, country: 'ES' });
  const lines = [{ description: 'Formación', unit_price_cents: 1_000_000 }];
  const sold = { organization_id: id, lines };
  const invoice = await ask<{ id: string; issued_on: string }>(page, 'POST', '/api/invoices', sold);
  const payment = { amount_cents: 5000, paid_on: invoice.issued_on, method: 'transfer' };
  await ask(page, 'POST', `/api/invoices/${invoice.id}/payments`, payment);
  return { id, name };
}

/** Signed in as a super_admin who has exported something, so that each of the lists has a row. */
export async function signInWithRows(page: Page): Promise<void> {
  await signInAs(page, 'super_admin');
  await ask(page, 'POST', '/api/transfers/exports', { what: { resource: 'users', filters: {} } });
}
