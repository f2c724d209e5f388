import type { Page } from '@playwright/test';
import { loginOf, type TestIssuer } from '../../server/src/platform/testing/issuer.ts';
import { ask } from './ask.ts';
import { connectTo } from './database.ts';
import { unique } from './people.ts';
import type { RunningServer } from './server.ts';

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
