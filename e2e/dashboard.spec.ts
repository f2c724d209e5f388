import type { Page } from '@playwright/test';
import { unique } from './harness/people.ts';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './test.ts';

const cardLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
const chart = (page: Page, title: string) => page.getByRole('img', { name: new RegExp(`^${title}: `) });

test('a super_admin: the four figures, the charts, the countries and the latest companies, each with its list', async ({
  page,
  server,
}) => {
  await signInAs(page, 'super_admin');
  const name = `Empresa ${unique()}`;
  const made = await page.context().request.post(`${server.url}/api/organizations`, {
    data: { name },
    headers: { origin: server.url },
  });
  expect(made.ok()).toBe(true);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.getByText(/^Hola, \S+/)).toBeVisible();
  for (const card of ["Today's Money", "Today's Users", 'New Clients', 'Sales'])
    await expect(cardLink(page, card)).toBeVisible();
  await expect(page.getByText('since last week')).toHaveCount(4);
  for (const title of ['Website Views', 'Daily Sales', 'Completed Tasks'])
    await expect(chart(page, title).locator('svg').first()).toBeVisible();
  await expect(page.getByText(/^actualizado a las \d{1,2}:\d{2}$/)).toHaveCount(3);

  // The day's table holds the screen that was just shown.
  await page.getByRole('button', { name: 'Ver la tabla de Website Views' }).click();
  const days = page.getByRole('region', { name: 'Website Views' }).getByRole('row');
  await expect(days).toHaveCount(8);
  await expect(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Ver la tabla de Website Views' }).click();
    await expect(days.nth(1).getByRole('cell')).not.toHaveText('0', { timeout: 1_000 });
  }).toPass();

  await expect(page.getByRole('heading', { name: 'Sales by Country' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await page.goto('/admin');
  await cardLink(page, 'New Clients').click();
  await expect(page).toHaveURL(/\/admin\/companies$/);
});

test('an admin: seats, people, invitations and tickets of the organization; a part that fails can be tried again alone', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch();
    const { cards, ...rest } = (await response.json()) as { cards: { key: string }[] };
    const broken = cards.map((card) => (card.key === 'seats' ? { ...card, figure: null } : card));
    await route.fulfill({ response, json: { ...rest, cards: broken } });
  });
  await page.goto('/admin');
  const again = page.getByRole('button', { name: 'Reintentar' });
  await expect(again).toHaveCount(1);
  await expect(page.getByText('pueden iniciar sesión')).toBeVisible();
  await expect(page.getByText(/^de \d+$|^sin límite$/)).toHaveCount(0);
  await page.unroute('**/api/dashboard');
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(page.getByText(/^de \d+$|^sin límite$/)).toBeVisible();
  await expect(cardLink(page, 'Últimos tickets')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Projects' })).toHaveCount(0);
  await cardLink(page, 'Invitaciones pendientes').click();
  await expect(page.getByRole('tab', { name: 'Invitaciones' })).toHaveAttribute('aria-selected', 'true');
});

test('a user: their own tickets, and the lists behind them', async ({ page, server }) => {
  await signInAs(page, 'user');
  const title = `No puedo entrar ${unique()}`;
  const made = await page.context().request.post(`${server.url}/api/tickets`, {
    data: { title, description: 'Desde esta mañana.', priority: 'low' },
    headers: { origin: server.url },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.goto('/admin');
  for (const card of ['Tickets abiertos', 'Tickets en progreso', 'Tickets resueltos', 'Mis tickets'])
    await expect(cardLink(page, card)).toBeVisible();
  await expect(chart(page, 'Tickets creados')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Website Views' })).toHaveCount(0);
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/admin\/tickets\?ticket=/);
  await page.goto('/admin');
  await cardLink(page, 'Tickets abiertos').click();
  await expect(page).toHaveURL(/\/admin\/tickets\?status=open/);
});

const shownOn = async (page: Page, name: string) => {
  const card = cardLink(page, name).locator('xpath=ancestor::div[2]');
  return ((await card.locator('.tabular-nums').first().textContent()) ?? '').replaceAll(/\s/g, ' ').trim();
};

test('a card opens exactly the rows that it counts, or is the sum of', async ({ page, openAs }) => {
  await signInAs(page, 'super_admin');
  for (const [card, period] of [
    ["Today's Money", 'today'],
    ['Sales', 'month'],
  ] as const) {
    await stand(page, '/admin');
    const shown = await shownOn(page, card);
    await cardLink(page, card).click();
    await expect(page).toHaveURL(new RegExp(`/admin/financial-reports\\?.*period=${period}`));
    const rows = page.getByRole('dialog');
    await expect(rows.getByText(/que suman/)).toBeVisible();
    expect((await rows.innerText()).replaceAll(/\s/g, ' ')).toContain(`que suman ${shown}`);
  }
  const admin = await openAs('admin');
  await stand(admin, '/admin');
  const people = await shownOn(admin, 'Usuarios activos');
  await cardLink(admin, 'Usuarios activos').click();
  await expect(admin).toHaveURL(/status=active/);
  await expect(admin.getByText(new RegExp(`^Mostrando 1 a \\d+ de ${people} elementos$`))).toBeVisible();
});

test('the dashboard prints without the frame around it, on white in every theme', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await stand(page, '/admin');
  for (const theme of ['lightMinimal', 'darkProfessional', 'darkAnalytics', 'gradientModern']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { includeHidden: true }).first()).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menú de usuario', includeHidden: true })).toBeHidden();
    await expect(cardLink(page, "Today's Money")).toBeVisible();
    await expect(chart(page, 'Daily Sales').locator('svg').first()).toBeVisible();
    const paper = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--surface'),
    );
    expect(paper.trim()).toMatch(/^#fff/);
    await page.emulateMedia({ media: 'screen' });
  }
});
