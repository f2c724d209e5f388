import { ask } from './harness/ask.ts';
import { chooseMore } from './harness/more.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

test('the history of a company, a ticket and an invoice is one step from each', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const name = `Historia ${unique()}`;
  const company = await ask(page, 'POST', '/api/organizations', { name, country: 'ES' });
  const organization_id = company.id;
  const ticket = await ask(page, 'POST', '/api/tickets', {
    title: `Ticket ${name}`,
    description: 'No va.',
    organization_id,
  });
  const invoice = await ask<{ id: string; code: string }>(page, 'POST', '/api/invoices', {
    organization_id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });
  const histories = [
    [`/admin/companies?company=${company.id}`, company.id, name, `creó la empresa ${name}`],
    [`/admin/tickets?ticket=${ticket.id}`, ticket.id, `Ticket ${name}`, `abrió el ticket «Ticket ${name}»`],
    [
      `/admin/billing?organization=${company.id}&tab=invoices&invoice=${invoice.id}`,
      invoice.id,
      invoice.code,
      `emitió una factura (${invoice.code})`,
    ],
  ] as const;
  for (const [address, id, called, sentence] of histories) {
    await page.goto(address);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await chooseMore(dialog, 'Ver historial');
    await expect(page).toHaveURL(new RegExp(`/admin/audit\\?object=${id}`));
    await expect(page.getByRole('heading', { name: `Historial de ${called}` })).toBeVisible();
    const rows = page.getByRole('table', { name: 'Cambios' }).getByRole('row');
    await expect(rows.filter({ hasText: sentence })).toHaveCount(1);
  }
});
