import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { CREDITOR, makeCollectable } from './harness/direct-debits.ts';
import { KNOWN_ISSUER } from './harness/issuer.ts';
import { expect, signInAs, test } from './harness/test.ts';

// A server whose other tests do not mind invoices in euros.
test.use({ serverEnv: KNOWN_ISSUER, expectedErrors: [/409/] });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const notice = 'Otra persona ha guardado cambios mientras editabas';

/** What was typed of a field beside what is stored. */
const line = (page: Page, field: string) => page.getByRole('row').filter({ hasText: field });

test('who collects, a mandate and VERI*FACTU: what another person saved is shown, and one is chosen', async ({
  page,
}) => {
  const asking = <T>(...[method, path, data]: [Parameters<typeof ask>[1], string, object?]) =>
    ask<T>(page, method, path, data);
  await signInAs(page, 'super_admin');
  const { mandate } = await makeCollectable(asking);

  await page.goto('/admin/mandates?dialog=creditor');
  const creditor = dialog(page, 'Configurar el acreedor');
  await creditor.getByLabel('Nombre').fill('Lo mío, S.L.');
  const { version } = await asking<{ version: number }>('GET', '/api/creditor');
  await asking('PUT', '/api/creditor', {
    version,
    ...CREDITOR,
    name: 'Lo suyo, S.L.',
    core_days: 3,
    b2b_days: 1,
  });
  await creditor.getByRole('button', { name: 'Guardar' }).click();
  await expect(creditor.getByText(notice)).toBeVisible();
  await expect(line(page, 'Nombre')).toContainText('Lo mío, S.L.Lo suyo, S.L.');
  await expect(creditor.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await creditor.getByRole('button', { name: 'Usar lo guardado' }).click();
  await expect(creditor.getByLabel('Nombre')).toHaveValue('Lo suyo, S.L.');
  await expect(creditor.getByLabel('Días hábiles de antelación (CORE)')).toHaveValue('3');

  await page.goto(`/admin/mandates?mandate=${mandate.id}&dialog=amend`);
  const amending = dialog(page, /^Modificar el mandato/);
  await amending.getByLabel('Titular de la cuenta').fill('Mía, S.A.');
  const stored = { reference: mandate.reference, iban: CREDITOR.iban, bic: null, is_last: true };
  await asking('PUT', `/api/mandates/${mandate.id}`, { version: 1, ...stored, debtor_name: 'Suya, S.A.' });
  await amending.getByRole('button', { name: 'Guardar' }).click();
  await expect(line(page, 'Titular de la cuenta')).toContainText('Mía, S.A.Suya, S.A.');
  await amending.getByRole('button', { name: 'Mantener lo mío' }).click();
  await amending.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog(page, mandate.reference)).toContainText('Suya, S.A. → Mía, S.A.');

  await page.goto('/admin/verifactu?dialog=configure');
  const configuring = dialog(page, 'Configurar VERI*FACTU');
  await configuring.getByLabel('Nombre').fill('Lo mío, S.L.');
  const { starts_on } = await asking<{ starts_on: string }>('GET', '/api/verifactu');
  await asking('PUT', '/api/verifactu', {
    version: 0,
    tax_id: 'B12345674',
    name: 'Lo suyo, S.L.',
    environment: 'test',
    starts_on: `${String(Number(starts_on.slice(0, 4)) + 1)}-01-31`,
    is_on: false,
  });
  await configuring.getByRole('button', { name: 'Guardar' }).click();
  await expect(line(page, 'Nombre')).toContainText('Lo mío, S.L.Lo suyo, S.L.');
  await configuring.getByRole('button', { name: 'Usar lo guardado' }).click();
  await expect(configuring.getByLabel(/Nombre/)).toHaveValue('Lo suyo, S.L.');
  await expect(configuring.getByLabel('Primer día')).toHaveValue(/^31\/0?1\//);
});
