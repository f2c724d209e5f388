import { writeStatement } from '../server/src/features/billing/bank-statements/testing/statement-file.ts';
import { ask } from './harness/ask.ts';
import { violationsIn } from './harness/axe.ts';
import { makeCollectable } from './harness/direct-debits.ts';
import { KNOWN_ISSUER } from './harness/issuer.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

// A server whose other tests do not mind invoices in euros.
test.use({ serverEnv: KNOWN_ISSUER });

const fileOf = (text: string) => ({ name: 'extracto.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });

test.use({ expectedErrors: [/400/] });

test('a statement that is none is refused with its reason; of a good one what is certain is confirmed, and the rest stays', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const { invoice } = await makeCollectable((...asked) => ask(page, ...asked));
  const reference = `E-${unique()}`;
  const text = writeStatement({
    reference,
    entries: [
      {
        amount_cents: 12_100,
        text: `Factura ${invoice.code}`,
        party: { name: 'Cliente, S.A.', iban: 'DE89370400440532013000' },
      },
      { amount_cents: 250, text: 'Intereses' },
    ],
  });

  await page.goto('/admin/debit-runs');
  await page.getByRole('link', { name: 'Extractos' }).click();
  await page.getByRole('button', { name: 'Subir extracto' }).click();
  const uploading = page.getByRole('dialog', { name: 'Subir extracto' });
  await uploading.locator('input[type=file]').setInputFiles(fileOf('<a/>'));
  await expect(uploading.getByText(/No es un extracto camt.053 válido en euros/)).toBeVisible();
  expect(await violationsIn(page)).toEqual([]);
  await uploading.locator('input[type=file]').setInputFiles(fileOf(text));

  const statement = page.getByRole('dialog', { name: reference });
  const [paying, other] = [statement.getByRole('listitem').first(), statement.getByRole('listitem').last()];
  await expect(paying).toContainText(`Pago de la factura ${invoice.code}`);
  await expect(paying).toContainText('número de factura en el concepto');
  await expect(other).toContainText('Sin propuesta');
  expect(await violationsIn(page)).toEqual([]);
  await statement.getByRole('button', { name: 'Confirmar las seguras (1)' }).click();
  await expect(paying).toContainText(`Conciliado: ${invoice.code}`);
  await statement.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('1');

  await page.getByRole('button', { name: 'Subir extracto' }).click();
  await uploading.locator('input[type=file]').setInputFiles(fileOf(text));
  await expect(page.getByText('Este extracto ya estaba')).toBeVisible();
  await page.goto(`/admin/billing?tab=payments&search=${invoice.code}`);
  await expect(page.getByRole('row').filter({ hasText: invoice.code })).toContainText('•••• 3000');
});
