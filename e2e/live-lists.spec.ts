import type { Page } from '@playwright/test';
import { ask, askWith } from './harness/ask.ts';
import { connectTo } from './harness/database.ts';
import { openHearing } from './harness/live.ts';
import { addUser, changeUser, unique } from './harness/people.ts';
import type { MailSink } from './harness/mails.ts';
import { settle } from './harness/stand.ts';
import { expect, PASSWORD_OF_MEMBERS, signInAs, test } from './harness/test.ts';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
const news = (page: Page) => page.getByRole('button', { name: 'Hay cambios · Actualizar' });

test('an invitation that is accepted elsewhere is so on the screen, by itself', async ({
  page,
  request,
  mails,
  server,
}) => {
  await signInAs(page, 'admin');
  const email = `viva-${unique()}@example.test`;
  await openHearing(page, `/admin/users?tab=invitations&isearch=${email}`);
  await ask(page, 'POST', '/api/invitations', { email, role: 'user' });
  await page.reload();
  const item = page.getByRole('listitem').filter({ hasText: email });
  await expect(item).toContainText('Pendiente');
  const token = (await mails.to(email)).link.split('/').at(-1);
  const data = { token, first_name: 'Vera', last_name: 'Nueva', password: 'Atalaya-Prueba-1' };
  await askWith(request, server.url, 'POST', '/api/invitations/accept', { data });
  await expect(item).toContainText('Aceptada');
});

/** Signs in on the page as the administrator of a company of their own, of which no other test has news. */
async function becomeAdmin(page: Page, mails: MailSink): Promise<void> {
  await signInAs(page, 'super_admin');
  const { id } = await ask(page, 'POST', '/api/organizations', { name: `Sola ${unique()}` });
  const email = `sola-${unique()}@example.test`;
  await ask(page, 'POST', '/api/invitations', { email, role: 'admin', organization_id: id });
  const token = (await mails.to(email)).link.split('/').at(-1);
  await page.context().clearCookies();
  const person = { first_name: 'Sol', last_name: 'Sola', password: PASSWORD_OF_MEMBERS };
  await ask(page, 'POST', '/api/invitations/accept', { token, ...person });
}

test('an invitation that expires says so at that moment, and is read once for it', async ({
  page,
  mails,
  server,
}) => {
  await becomeAdmin(page, mails);
  const email = `vence-${unique()}@example.test`;
  await ask(page, 'POST', '/api/invitations', { email, role: 'user' });
  const database = await connectTo(server);
  const expireIn = (span: string) =>
    database.query(
      'update organization_invitations set expires_at = now() + $2::interval where email = $1 returning delivery',
      [email, span],
    );
  try {
    // Its mail is the last that happens to it.
    await expect.poll(async () => (await expireIn('2 days')).rows).toEqual([{ delivery: 'sent' }]);
    await page.clock.install();
    await openHearing(page, '/admin/users?tab=invitations');
    await settle(page);
    const item = page.getByRole('listitem').filter({ hasText: email });
    await expect(item).toContainText('Pendiente');
    const read: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/invitations?')) read.push(request.url());
    });
    // The server has the time of the machine: there the days are over at once.
    await expireIn('-1 second');
    await page.clock.fastForward('47:59:00');
    await expect(item).toContainText('Pendiente');
    expect(read).toEqual([]);
    await page.clock.fastForward('01:02');
    await expect(item).toContainText('Expirada');
    await page.clock.fastForward('30:00:00');
    expect(read).toHaveLength(1);
  } finally {
    await database.end();
  }
});

test('what others change in the rows of a list is shown in them; other rows are told, and nothing moves until asked', async ({
  page,
  openAs,
}) => {
  const name = `Viva${unique()}`;
  const chief = await openAs('admin');
  const person = await addUser(chief, { first_name: name });
  await signInAs(page, 'super_admin');
  await openHearing(page, `/admin/users?search=${name}`);
  await expect(rows(page)).toHaveCount(2);
  const row = rows(page).filter({ hasText: person.email });
  await row.getByRole('checkbox').click();
  await changeUser(chief, person, { is_active: false });
  await expect(row).toContainText('Inactivo');
  await expect(news(page)).toHaveCount(0);

  const place = await row.boundingBox();
  const second = await addUser(chief, { first_name: name });
  await expect(news(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(row.getByRole('checkbox')).toBeChecked();
  expect(await row.boundingBox()).toEqual(place);
  await news(page).click();
  await expect(rows(page).filter({ hasText: second.email })).toBeVisible();
  await expect(news(page)).toHaveCount(0);
  await expect(row.getByRole('checkbox')).toBeChecked();
});

test('the bin and the plans follow too, also what the same person does in another browser', async ({
  page,
  openAs,
}) => {
  const name = `Vacia${unique()}`;
  const other = await openAs('super_admin');
  await signInAs(page, 'super_admin');
  await openHearing(page, `/admin/plans?bin=true&search=${name}`);
  await expect(page.getByText('No hay nada en la papelera con esa búsqueda.')).toBeVisible();
  const texts = { price_cents: 100, description: 'Breve', max_users: 5 };
  const plan = await ask(other, 'POST', '/api/plans', { name, ...texts });
  await ask(other, 'DELETE', `/api/plans/${plan.id}`, { version: 1 });
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();

  await page.getByRole('button', { name: 'Papelera' }).click();
  await expect(page.getByRole('list', { name: 'Planes' })).toBeVisible();
  await ask(other, 'POST', `/api/plans/${plan.id}/restore`, {});
  await news(page).click();
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
});

test('an invoice that is paid elsewhere says so in its row', async ({ page, openAs }) => {
  await signInAs(page, 'admin');
  type Answer = { session: { organization: { id: string } } };
  const { session } = await ask<Answer>(page, 'GET', '/api/session');
  const biller = await openAs('super_admin');
  type Made = { id: string; code: string; outstanding_cents: number };
  const invoice = await ask<Made>(biller, 'POST', '/api/invoices', {
    organization_id: session.organization.id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });
  await openHearing(page, `/admin/billing?tab=invoices&search=${invoice.code}`);
  const row = page.getByRole('row').filter({ hasText: invoice.code });
  await expect(row).toContainText('Pendiente');
  await ask(biller, 'POST', `/api/invoices/${invoice.id}/payments`, {
    amount_cents: invoice.outstanding_cents,
    method: 'card',
    paid_on: '2026-02-28',
  });
  await expect(row).toContainText('Pagada');
  await expect(news(page)).toHaveCount(0);
});

test('a list is read once where nothing has changed until the stream of news is open', async ({ page }) => {
  await signInAs(page, 'super_admin');
  // From the first stream on the server knows what a later one has missed.
  await openHearing(page, '/admin/users');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.clock.install();
  await openHearing(page, '/admin/users');
  // As long as news are collected before a list is read again for them.
  await page.clock.runFor(3_000);
  await settle(page);
  expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([]);
});
