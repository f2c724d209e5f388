import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

const cardLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
const chart = (page: Page, title: string) => page.getByRole('img', { name: new RegExp(`^${title}: `) });

test('a super_admin: the four figures, the charts, the countries and the latest companies, each with its list', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const name = `Empresa ${unique()}`;
  await ask(page, 'POST', '/api/organizations', { name });
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
    await expect(days.nth(1).getByRole('cell')).not.toHaveText('0', { timeout: 1_000 });
  }).toPass();

  await expect(page.getByRole('heading', { name: 'Sales by Country' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await page.goto('/admin');
  await cardLink(page, 'Projects').click();
  await expect(page).toHaveURL(/\/admin\/companies$/);
});

test('an admin: seats, people, invitations and tickets of the organization', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin');
  await expect(page.getByText('pueden iniciar sesión')).toBeVisible();
  await expect(page.getByText(/^de \d+$|^sin límite$/)).toBeVisible();
  await expect(cardLink(page, 'Últimos tickets')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Projects' })).toHaveCount(0);
  await cardLink(page, 'Invitaciones pendientes').click();
  await expect(page.getByRole('tab', { name: 'Invitaciones' })).toHaveAttribute('aria-selected', 'true');
});

test('the latest tickets are as old as the list says, in hours and in whole days', async ({ page }) => {
  await signInAs(page, 'user');
  // On the next day, so that what other tests have just opened is a day old.
  await page.clock.setFixedTime(Date.now() + 26 * 3_600_000);
  const latest = page.getByRole('main').getByRole('listitem');
  const age = /Hace (menos de 1 hora|\d+ (horas?|días?))/;
  const ages = (rows: string[]) => rows.map((row) => age.exec(row)?.[0]);
  await stand(page, '/admin');
  const told = ages(await latest.allTextContents());
  expect(told).toContainEqual(expect.stringContaining('día'));
  await stand(page, '/admin/tickets');
  const listed = ages(await page.getByRole('row').allTextContents());
  expect(listed.slice(1, 1 + told.length)).toEqual(told);
});

test('a chart of nothing says so in as much room, and its table still says each day', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await stand(page, '/admin');
  const card = page.locator('section').filter({ hasText: 'Daily Sales' });
  const before = await card.boundingBox();
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { charts: { series: { days: { value: number }[] } }[] };
    for (const { series } of answer.charts) for (const day of series.days) day.value = 0;
    await route.fulfill({ response, json: answer });
  });
  await stand(page, '/admin');
  await expect(card.getByText('Todavía no hay nada en este periodo.')).toBeVisible();
  await expect(chart(page, 'Daily Sales')).toHaveCount(0);
  expect(await card.boundingBox()).toEqual(before);
  await card.getByRole('button', { name: 'Ver la tabla de Daily Sales' }).click();
  await expect(card.getByRole('row')).toHaveCount(31);
});

const PARTS = {
  super_admin: [
    "Today's Money",
    "Today's Users",
    'New Clients',
    'Sales',
    'Website Views',
    'Daily Sales',
    'Completed Tasks',
    'Sales by Country',
    'Projects',
  ],
  admin: [
    'Plazas ocupadas',
    'Usuarios activos',
    'Invitaciones pendientes',
    'Tickets abiertos',
    'Website Views',
    'Tickets creados',
    'Completed Tasks',
    'Últimos tickets',
  ],
  user: [
    'Tickets abiertos',
    'Tickets en progreso',
    'Tickets resueltos',
    'Mis tickets',
    'Tickets creados',
    'Completed Tasks',
    'Últimos tickets',
  ],
} as const;
type Answer = {
  cards: { key: string; figure: unknown }[];
  charts: { key: string; series: unknown }[];
  [list: string]: unknown;
};

/** An answer whose part in this place could not be read. */
function without({ cards, charts, ...rest }: Answer, place: number): Answer {
  const lists = ['tickets', 'countries', 'projects'].filter((name) => name in rest);
  const list = lists[place - cards.length - charts.length];
  return {
    ...rest,
    cards: cards.map((card, at) => (at === place ? { ...card, figure: null } : card)),
    charts: charts.map((each, at) => (at + cards.length === place ? { ...each, series: null } : each)),
    ...(list === undefined ? {} : { [list]: null }),
  };
}

for (const [role, titles] of Object.entries(PARTS) as ['admin', readonly string[]][])
  test(`${role}: whichever part fails, it alone offers 'Reintentar', which brings it back`, async ({
    page,
  }) => {
    await signInAs(page, role);
    let broken = 0;
    await page.route('**/api/dashboard', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: without((await response.json()) as Answer, broken) });
    });
    await page.goto('/admin');
    const again = page.getByRole('main').getByRole('button', { name: 'Reintentar' });
    for (const title of titles) {
      const inner = page
        .getByRole('main')
        .locator('div, section')
        .filter({ has: page.getByRole('button', { name: 'Reintentar' }) })
        .filter({ has: page.getByText(title, { exact: true }) })
        .last();
      await expect(inner).toBeVisible();
      await expect(again).toHaveCount(1);
      for (const other of titles.filter((each) => each !== title)) {
        await expect(inner.getByText(other, { exact: true })).toHaveCount(0);
        await expect(page.getByRole('main').getByText(other, { exact: true }).first()).toBeVisible();
      }
      broken += 1;
      await again.click();
    }
    // Past the last part nothing is broken.
    await expect(again).toHaveCount(0);
  });

test('a user: their own tickets, and the lists behind them', async ({ page }) => {
  await signInAs(page, 'user');
  const title = `No puedo entrar ${unique()}`;
  await ask(page, 'POST', '/api/tickets', { title, description: 'Desde esta mañana.', priority: 'low' });
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

/** The figure of a card, once it is there. */
const shownOn = async (page: Page, name: string) => {
  const figure = cardLink(page, name).locator('xpath=ancestor::div[2]').locator('.tabular-nums').first();
  await expect(figure).toHaveText(/\d/);
  return plain((await figure.textContent()) ?? '');
};

const plain = (text: string) => text.replaceAll(/\s/g, ' ').trim();

/** A list of one page has no line that tells how many there are. */
async function expectTotal(page: Page, total: string): Promise<void> {
  if (Number(total) <= 20) await expect(page.getByRole('row')).toHaveCount(Number(total) + 1);
  else await expect(page.getByText(new RegExp(`^Mostrando 1 a \\d+ de ${total} elementos$`))).toBeVisible();
}

async function totalOn(page: Page): Promise<number> {
  const line = page.getByText(/^Mostrando 1 a \d+ de \d+ elementos$/);
  if ((await line.count()) === 0) return (await page.getByRole('row').count()) - 1;
  return Number(/ de (\d+) /.exec((await line.textContent()) ?? '')?.[1]);
}

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
    expect(plain(await rows.innerText())).toContain(`que suman ${shown}`);
  }
  await ask(page, 'POST', '/api/organizations', { name: `Empresa ${unique()}` });
  for (const [card, chip] of [
    ["Today's Users", /^Quitar el filtro Último acceso: \d/],
    ['New Clients', /^Quitar el filtro Creación: \d/],
  ] as const) {
    await stand(page, '/admin');
    const shown = await shownOn(page, card);
    expect(Number(shown)).toBeGreaterThan(0);
    await cardLink(page, card).click();
    await expectTotal(page, shown);
    await page.getByRole('button', { name: chip }).click();
    await expect(page).not.toHaveURL(/_from|_to/);
    await expect.poll(() => totalOn(page)).toBeGreaterThan(Number(shown));
  }
  await stand(page, '/admin');
  const label = await chart(page, 'Completed Tasks').getAttribute('aria-label');
  const resolved = /: (\S+) en total/.exec(label ?? '')?.[1];
  await cardLink(page, 'Completed Tasks').click();
  await expectTotal(page, resolved ?? '');
  await stand(page, '/admin');
  const sales = await chart(page, 'Daily Sales').getAttribute('aria-label');
  const paid = /: (.+) en total/.exec(sales ?? '')?.[1] ?? '';
  for (const card of ['Daily Sales', 'Sales by Country']) {
    await stand(page, '/admin');
    await cardLink(page, card).click();
    const rows = page.getByRole('dialog');
    await expect(rows.getByText(/que suman/)).toBeVisible();
    expect(plain(await rows.innerText())).toContain(`que suman ${plain(paid)}`);
  }
  // Of pages seen the number of each day is all that is kept.
  await stand(page, '/admin');
  const views = await chart(page, 'Website Views').getAttribute('aria-label');
  const seen = plain(/: (\S+) en total/.exec(views ?? '')?.[1] ?? '');
  await cardLink(page, 'Website Views').click();
  await expect(page).toHaveURL(/\/admin\?tables=views$/);
  const days = page.getByRole('region', { name: 'Website Views' }).getByRole('cell');
  await expect(days).toHaveCount(7);
  const counted = (await days.allInnerTexts()).map((text) => Number(text.replaceAll('.', '')));
  expect(String(counted.reduce((sum, each) => sum + each, 0))).toBe(seen.replaceAll('.', ''));
  const admin = await openAs('admin');
  await stand(admin, '/admin');
  const people = await shownOn(admin, 'Usuarios activos');
  await cardLink(admin, 'Usuarios activos').click();
  await expect(admin).toHaveURL(/status=active/);
  await expectTotal(admin, people);
});

test('one answer fills the dashboard; its cards wait for no chart code, and each chart has a table that needs none', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname);
  });
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/[^/]*chart[^/]*\.js$/i, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin');
  for (const card of ["Today's Money", "Today's Users", 'New Clients', 'Sales']) await shownOn(page, card);
  await expect(page.getByRole('table').filter({ hasText: 'Bounce' })).toBeVisible();
  for (const [title, days] of [
    ['Website Views', 7],
    ['Daily Sales', 30],
    ['Completed Tasks', 30],
  ] as const) {
    await expect(chart(page, title)).toHaveCount(0);
    await page.getByRole('button', { name: `Ver la tabla de ${title}` }).click();
    await expect(page.getByRole('region', { name: title }).getByRole('row')).toHaveCount(days + 1);
    await page.getByRole('button', { name: `Ver el gráfico de ${title}` }).click();
  }
  release();
  for (const title of ['Website Views', 'Daily Sales', 'Completed Tasks'])
    await expect(chart(page, title).locator('svg').first()).toBeVisible();
  expect(asked.filter((path) => path === '/api/dashboard')).toHaveLength(1);
  // Beside what every screen of the layout asks for.
  expect(
    asked.filter((path) => !/dashboard|session|notifications|transfers|live|identity|avatar/.test(path)),
  ).toEqual([]);
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
    const printed = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['surface', 'ink', 'hover', 'success-ink', 'chart-1'].map((name) =>
        style.getPropertyValue(`--${name}`),
      );
    });
    expect(printed).toEqual(['#fff', '#14191d', '#eff2f3', '#125135', '#177f4e']);
    await page.emulateMedia({ media: 'screen' });
  }
});
