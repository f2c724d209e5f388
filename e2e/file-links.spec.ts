import { readFile } from 'node:fs/promises';
import type { Download, Page, Route } from '@playwright/test';
import { ask, firstOf, sendFile } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { closeToasts } from './harness/toasts.ts';
import { expect, signInAs, test } from './harness/test.ts';

test.use({ expectedErrors: [/status of 50[02]|net::ERR_FAILED/] });

type FileLink = {
  /** The screen, or the dialog, that has it. */
  open: (page: Page) => Promise<unknown>;
  link: string | RegExp;
  /** Opens the menu that it is in, which closes with each press. */
  unfold?: (page: Page) => Promise<void>;
  asked: string;
  saved: RegExp;
};

const to = (path: string) => (page: Page) => page.goto(path);

async function openTicketWithFile(page: Page) {
  const file = { name: 'informe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };
  const { id } = await sendFile(page, '/api/ticket-files', file);
  const data = {
    title: `Archivo ${unique()}`,
    description: 'x',
    attachments: [id],
    organization_id: (await firstOf(page, '/api/organizations?search=Demo%20Iberia')).id,
  };
  const ticket = await ask(page, 'POST', '/api/tickets', data);
  await page.goto(`/admin/tickets?ticket=${ticket.id}`);
}

async function openExports(page: Page) {
  const data = { what: { resource: 'users', filters: { search: 'demo' } } };
  await ask(page, 'POST', '/api/transfers/exports', data);
  await page.goto('/admin/transfers');
}

async function openImportWithErrors(page: Page) {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const text = `Nombre;Apellidos;Email;Rol\nAna;Rota;sin-arroba;Usuario\n`;
  const file = { name: 'gente.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Comprobar' }).click();
}

/** Every link to a file that a screen has. */
const LINKS: Record<string, FileLink> = {
  'the payments': {
    open: to('/admin/billing?tab=payments'),
    link: 'Exportar',
    asked: '**/api/payments/export*',
    saved: /^pagos\.csv$/,
  },
  'the invoices': {
    open: to('/admin/billing?tab=invoices'),
    link: 'Exportar',
    asked: '**/api/invoices/export*',
    saved: /^facturas\.csv$/,
  },
  'an invoice, in its row': {
    open: to('/admin/billing?tab=invoices'),
    link: /^Descargar la factura /,
    asked: '**/api/invoices/*/pdf',
    saved: /^factura-.+\.pdf$/,
  },
  'an invoice, on its sheet': {
    open: async (page) => {
      await page.goto('/admin/billing?tab=invoices');
      await page.getByRole('row').nth(1).click();
    },
    link: 'Descargar PDF',
    unfold: (page) => page.getByRole('dialog').getByRole('button', { name: 'Más acciones' }).click(),
    asked: '**/api/invoices/*/pdf',
    saved: /^factura-.+\.pdf$/,
  },
  'the audit': {
    open: to('/admin/audit'),
    link: 'Exportar CSV',
    asked: '**/api/audit/export*',
    saved: /^auditoria\.csv$/,
  },
  'a report': {
    open: to('/admin/reports'),
    link: /^Descargar CSV de Volumen de tickets/,
    asked: '**/api/reports/export*',
    saved: /\.csv$/,
  },
  'a financial report': {
    open: to('/admin/financial-reports'),
    link: /^Descargar CSV de /,
    asked: '**/api/financial-reports/export*',
    saved: /\.csv$/,
  },
  'an export': {
    open: openExports,
    link: 'Descargar',
    asked: '**/api/transfers/*/file',
    saved: /^usuarios\.csv$/,
  },
  'the rows of an import that are wrong': {
    open: openImportWithErrors,
    link: 'Descargar filas con errores',
    asked: '**/api/imports/*/problems',
    saved: /\.csv$/,
  },
  'a file of a ticket': {
    open: openTicketWithFile,
    link: /informe\.pdf/,
    asked: '**/api/tickets/*/files/*',
    saved: /^informe\.pdf$/,
  },
};

const HTML = { contentType: 'text/html' };
const FAILURES: [string, Parameters<Route['fulfill']>[0] | 'cut', string][] = [
  ['500', { status: 500, json: {} }, 'Error inesperado del servidor.'],
  ['502', { ...HTML, status: 502, body: '<h1>Bad Gateway</h1>' }, 'El servidor no está disponible'],
  ['a page', { ...HTML, status: 200, body: '<title>Sign in</title>' }, 'una respuesta que no se entiende'],
  ['cut', 'cut', 'No hay conexión con el servidor.'],
];

for (const [name, { open, link: label, unfold, asked, saved }] of Object.entries(LINKS))
  test(`${name}: a file that does not come is told of, and nothing is saved in its place`, async ({
    page,
  }) => {
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    await signInAs(page, 'super_admin');
    await open(page);
    const link = page.getByRole(unfold ? 'menuitem' : 'link', { name: label, exact: true }).first();
    const find = async () => {
      await unfold?.(page);
      await expect(link).toBeVisible();
    };
    await find();
    const address = page.url();
    for (const [failure, answer, told] of FAILURES) {
      await page.route(asked, (route) => (answer === 'cut' ? route.abort() : route.fulfill(answer)));
      await link.click();
      await expect(page.getByRole('dialog').filter({ hasText: told }).last(), failure).toBeVisible();
      await closeToasts(page);
      await page.unroute(asked);
      await find();
    }
    expect(page.url()).toBe(address);
    expect(downloads).toEqual([]);
    const download = page.waitForEvent('download');
    await link.press('Enter');
    expect((await download).suggestedFilename()).toMatch(saved);
    expect((await readFile(await (await download).path())).length).toBeGreaterThan(10);
    expect(page.url()).toBe(address);
  });

test('a file that is asked for after the session has ended: the sign-in', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/audit');
  // Another request may find out first that a session is over: it is over for this one alone.
  await page.route('**/api/audit/export*', (route) =>
    route.fulfill({ status: 401, json: { code: 'session.required' } }),
  );
  await page.getByRole('link', { name: 'Exportar CSV' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  await expect(page.getByText('Tu sesión ha terminado.').first()).toBeVisible();
});

test('the button of a toast: a file that does not come can be asked for again', async ({ page, server }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users?search=demo.test');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.route('**/api/transfers/*/file', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('dialog').getByRole('button', { name: 'Descargar' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: 'Error inesperado del servidor.' })).toBeVisible();
  expect(page.url()).toContain(`${server.url}/admin/users`);
  await page.unroute('**/api/transfers/*/file');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Reintentar' }).click();
  expect((await download).suggestedFilename()).toBe('usuarios.csv');
});
