import type { Locator, Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { firstRow, LISTS, signInWithRows } from './harness/lists.ts';
import { widthOf } from './harness/looks.ts';
import { unique } from './harness/people.ts';
import { settle, stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

const PHONE = { width: 390, height: 844 };
/** A window of 1440 by 900 at 200 %. */
const AT_200 = { width: 720, height: 450 };

/** A company of Spain. */
async function addCompany(page: Page): Promise<string> {
  const name = `Compañía ${unique()}`;
  return (await ask(page, 'POST', '/api/organizations', { name, country: 'ES' })).id;
}

async function addTicket(page: Page, description: string): Promise<string> {
  const organization_id = await addCompany(page);
  const data = { title: `Avería ${unique()}`, description, priority: 'low', organization_id };
  return (await ask(page, 'POST', '/api/tickets', data)).id;
}

/** The upper edges of what can be pressed: one for a row. */
const rowsOf = (buttons: Locator) =>
  buttons.evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top)))]);

/** The height on which it is. */
const middleOf = (button: Locator) =>
  button.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  });

test('an open record has one main action, and one row of buttons on a phone', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const organization_id = await addCompany(page);
  const lines = [{ description: 'Formación', unit_price_cents: 10_000 }];
  const invoice = await ask(page, 'POST', '/api/invoices', { organization_id, lines });
  const ticket = await addTicket(page, 'No va.');
  await page.setViewportSize(PHONE);
  for (const [path, main] of [
    [`/admin/billing?tab=invoices&invoice=${invoice.id}`, 'Registrar pago'],
    [`/admin/tickets?ticket=${ticket}`, 'Responder'],
    [`/admin/companies?company=${organization_id}`, 'Editar empresa'],
  ] as const) {
    await page.goto(path);
    const footer = page.getByRole('dialog').locator('footer');
    await expect(footer.locator('.fill-primary')).toHaveText([main]);
    expect(await rowsOf(footer.locator('a, button')), path).toHaveLength(1);
  }
});

test('at 200 % one sees what one answers, and what hangs on a button fits into the window', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const ticket = await addTicket(page, 'Línea de la descripción.\n\n'.repeat(40));
  await page.setViewportSize(AT_200);
  await page.goto(`/admin/tickets?ticket=${ticket}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Responder' }).click();
  const send = dialog.getByRole('button', { name: 'Enviar respuesta' });
  await dialog.getByRole('textbox', { name: 'Respuesta' }).fill('Lo miramos.');
  await send.scrollIntoViewIfNeeded();
  const above = await dialog.locator('footer').evaluate((footer) => {
    const dialogTop = footer.parentElement?.getBoundingClientRect().top ?? 0;
    return footer.getBoundingClientRect().top - dialogTop;
  });
  expect(above).toBeGreaterThanOrEqual(120);
  await expect(send).toBeInViewport({ ratio: 1 });

  await stand(page, '/admin/audit');
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByRole('button', { name: /^Periodo/ }).click();
  await settle(page);
  const period = page.getByRole('dialog', { name: 'Periodo' });
  const box = await period.boundingBox();
  expect(box!.y).toBeGreaterThanOrEqual(0);
  expect(box!.y + box!.height).toBeLessThanOrEqual(AT_200.height);
  const last = period.getByRole('button').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

for (const language of ['es', 'en'] as const)
  test(`at 200 % the first row of each list is in sight: ${language}`, async ({ page }) => {
    await signInWithRows(page);
    await page.goto('/app');
    await page.evaluate((chosen) => localStorage.setItem('atalaya-language', chosen), language);
    await page.setViewportSize(AT_200);
    for (const path of LISTS) {
      await stand(page, path);
      await expect(firstRow(page), path).toBeVisible();
      const { y, height } = (await firstRow(page).boundingBox())!;
      expect.soft(y + height, `the first row of ${path} ends at`).toBeLessThanOrEqual(AT_200.height);
      expect.soft(await widthOf(page)).toEqual([]);
    }
  });

test('at 200 % filters, order and view are in a sheet', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize(AT_200);
  await stand(page, '/admin/users');
  await page.getByRole('button', { name: 'Filtros' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  for (const name of ['Ordenar por', 'Rol', 'Estado'])
    await expect(sheet.getByRole('combobox', { name })).toBeVisible();
  const widths = await sheet
    .getByRole('combobox')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
  expect(new Set(widths).size).toBe(1);
  await sheet.getByRole('button', { name: 'Vista' }).scrollIntoViewIfNeeded();
  await expect(sheet.getByRole('button', { name: 'Vista' })).toBeInViewport({ ratio: 1 });
});

test('on a phone the tools of an answer have one row, and what sends it the next', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const ticket = await addTicket(page, 'No va.');
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/tickets?ticket=${ticket}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Responder' }).click();
  const tool = (name: string) => dialog.locator('footer').getByRole('button', { name, exact: true });
  await expect(tool('Respuestas guardadas')).toBeVisible();
  const tools = ['Más acciones', 'Respuestas guardadas', 'Adjuntar'].map(tool);
  const [first, ...others] = await Promise.all(tools.map(middleOf));
  expect(others).toEqual(others.map(() => first));
  const ways = await Promise.all(['Ocultar', 'Enviar respuesta'].map((name) => middleOf(tool(name))));
  expect(ways[0]).toBe(ways[1]);
  expect(ways[0]! - first!).toBeLessThanOrEqual(52);
});

test('on a phone the search of the header has room for what it says', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize(PHONE);
  await stand(page, '/admin');
  const search = page.getByRole('banner').getByRole('searchbox');
  await expect(search).toHaveAttribute('placeholder', 'Search...');
  // The placeholder is no part of the field's own scrollWidth.
  const [text, room] = await search.evaluate((field: HTMLInputElement) => {
    const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(field);
    const pen = document.createElement('canvas').getContext('2d')!;
    Object.assign(pen, { font, letterSpacing });
    const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
    return [pen.measureText(field.placeholder).width, field.clientWidth - padding] as const;
  });
  expect(text).toBeGreaterThan(0);
  expect(text).toBeLessThanOrEqual(room);
});
