import type { Page } from '@playwright/test';
import type { TestDnsServer } from '../../server/src/platform/testing/dns-server.ts';
import { loginOf, type TestIssuer } from '../../server/src/platform/testing/issuer.ts';
import { ask } from './ask.ts';
import { connectTo } from './database.ts';
import { unique } from './people.ts';
import type { RunningServer } from './server.ts';

/** The settings in which single sign-on is set up, and its dialog. */
export const SECURITY = '/admin/settings?tab=security';
const TITLE = 'Inicio de sesión único';
export const dialogOf = (page: Page, name = TITLE) => page.getByRole('dialog', { name, exact: true });
export const buttonOf = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true });
export const openTab = (page: Page, name: string) => dialogOf(page).getByRole('tab', { name }).click();
export const resultOf = (page: Page) =>
  dialogOf(page).getByRole('region', { name: 'Resultado de la prueba' });

type Domain = { id: string; record: { name: string; value: string } };
/** A domain that the organization of the person on this page has proven, by the DNS server of the test. */
export async function proveDomain(page: Page, dns: TestDnsServer): Promise<string> {
  const domain = `${unique().toLowerCase()}.example`;
  const { id, record } = await ask<Domain>(page, 'POST', '/api/domains', { domain });
  dns.records.set(record.name, [record.value]);
  await ask(page, 'POST', `/api/domains/${id}/check`, {});
  return domain;
}

/** A proven domain of the company of the admin on this page, and its connection, which signs people in at the issuer. */
export async function connectCompany(
  admin: Page,
  server: RunningServer,
  { url }: TestIssuer,
): Promise<{ domain: string; connection: string }> {
  const domain = `${unique()}.example`;
  const { id } = await ask(admin, 'POST', '/api/connections', { name: unique(), groups: [] });
  const settings = { version: null, issuer: url, client_id: 'atalaya' };
  await ask(admin, 'PUT', `/api/connections/${id}/sign-on`, {
    ...settings,
    client_secret: 'a secret of the tests',
  });
  const database = await connectTo(server);
  try {
    await database.query(
      `insert into organization_domains (organization_id, domain, token, proven_at)
       select organization_id, $2, 'a token of the tests, proven', now() from identity_connections where id = $1`,
      [id, domain],
    );
    await database.query(
      'update connection_sign_on set tested_at = now(), is_on = true where connection_id = $1',
      [id],
    );
  } finally {
    await database.end();
  }
  return { domain, connection: id };
}

/** Fills in the form of the issuer. */
export async function signInThere(page: Page, address: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(loginOf(address));
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}
