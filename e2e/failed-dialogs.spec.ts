import { expect, signInAs, test } from './harness/test.ts';

test.use({ expectedErrors: [/status of 500|net::ERR_FAILED/] });

const NOBODY = '01a20bdd-0000-7000-8000-000000000000';

/** Addresses that open an object, what is asked for it, and how the dialog is called that says that there is none. */
const OPENED: [address: string, asked: string, named?: string][] = [
  [`/admin/users?user=${NOBODY}`, `**/api/users/${NOBODY}`, 'Usuario no disponible'],
  [`/admin/companies?company=${NOBODY}`, `**/api/organizations/${NOBODY}`, 'Empresa no disponible'],
  [`/admin/companies?edit=${NOBODY}`, `**/api/organizations/${NOBODY}`, 'Empresa no disponible'],
  [`/admin/plans?plan=${NOBODY}`, `**/api/plans/${NOBODY}`, 'Plan no disponible'],
  [`/admin/tickets?ticket=${NOBODY}`, `**/api/tickets/${NOBODY}`, 'Ticket no disponible'],
  [`/admin/audit?entry=${NOBODY}`, `**/api/audit/${NOBODY}`],
  [`/admin/billing?tab=invoices&invoice=${NOBODY}`, `**/api/invoices/${NOBODY}`, 'Factura no disponible'],
  [
    `/admin/billing?tab=invoices&organization=${NOBODY}&dialog=plan`,
    `**/api/organizations/${NOBODY}/subscription`,
    'Empresa no disponible',
  ],
  [
    `/admin/billing?tab=invoices&organization=${NOBODY}&dialog=issue`,
    `**/api/organizations/${NOBODY}/subscription`,
    'Empresa no disponible',
  ],
  [`/admin/users?import=${NOBODY}`, `**/api/imports/${NOBODY}`],
];
/** That there is no such thing, or no longer. */
const GONE = /no existe o (ya no está disponible|ha expirado)/;

for (const [address, asked, named] of OPENED)
  test(`${address}: a failure is not told as something that does not exist, and is asked again`, async ({
    page,
  }) => {
    await signInAs(page, 'super_admin');
    for (const end of ['500', 'broken off'] as const) {
      // Fails until the button is pressed: live news make the screen read again by itself at any time.
      await page.route(asked, async (route) => {
        const isPressed = await page.evaluate(() => 'pressed' in document.documentElement.dataset);
        if (isPressed) await route.fallback();
        else if (end === '500') await route.fulfill({ status: 500, body: '{}' });
        else await route.abort();
      });
      await page.goto(address);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(/^No se ha podido cargar/)).toBeVisible();
      await expect(dialog.getByText(/no existe/)).toHaveCount(0);
      await page.evaluate(() => {
        const press = () => (document.documentElement.dataset['pressed'] = '');
        document.addEventListener('click', press, { capture: true });
      });
      await dialog.getByRole('button', { name: 'Reintentar' }).click();
      await expect(dialog.getByText(GONE)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
      if (named) {
        await expect(dialog).toHaveAccessibleName(named);
        await expect(dialog.getByRole('button')).toHaveText([/^Ver tod[oa]s l[oa]s |^Cerrar$/]);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });

test('rows behind a figure, and what deleting a company would mean: the same', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const screens = [
    {
      asked: '**/api/reports/entries?*',
      open: () => page.goto('/admin/reports?figure=users~total~people~'),
      failed: 'No se han podido cargar las filas',
      there: page.getByRole('dialog').getByRole('row').nth(1),
    },
    {
      asked: '**/api/organizations/*/deletion',
      open: async () => {
        await page.goto('/admin/companies?search=Demo%20Iberia');
        await page.getByRole('button', { name: 'Eliminar Demo Iberia' }).click();
      },
      failed: 'No se ha podido cargar la empresa.',
      there: page.getByLabel('Escribe Demo Iberia para confirmar'),
    },
  ];
  for (const { asked, open, failed, there } of screens)
    for (const end of ['500', 'broken off'] as const) {
      await page.route(asked, (route) =>
        end === '500' ? route.fulfill({ status: 500, body: '{}' }) : route.abort(),
      );
      await open();
      await expect(page.getByText(failed)).toBeVisible();
      await page.unroute(asked);
      await page.getByRole('button', { name: 'Reintentar' }).click();
      await expect(there).toBeVisible();
      await expect(page.getByText(failed)).toHaveCount(0);
    }
});
