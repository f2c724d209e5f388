import type { Locator, Page } from '@playwright/test';
import { ask } from './ask.ts';
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

/** Signed in as a super_admin who has exported something, so that each of the lists has a row. */
export async function signInWithRows(page: Page): Promise<void> {
  await signInAs(page, 'super_admin');
  await ask(page, 'POST', '/api/transfers/exports', { what: { resource: 'users', filters: {} } });
}
