import type { Page } from '@playwright/test';
import { problemsOf, walk } from './harness/keyboard-walk.ts';
import { lookOnTablet, noteShifts, problemsIn, shiftsOf, untestedPairsIn, widthOf } from './harness/looks.ts';
import { expect, test } from './harness/test.ts';

const sections = (page: Page) => page.getByRole('main').locator('section[id]');

async function openKit(page: Page): Promise<void> {
  await noteShifts(page);
  await page.goto('/kit');
  await expect(sections(page)).toHaveCount(24);
}

test('each part of the kit stands live, with its code, its props and its notes', async ({ page }) => {
  await openKit(page);
  for (const section of await sections(page).all()) {
    const name = await section.getByRole('heading', { level: 2 }).innerText();
    await expect(section, name).toContainText(/Accesibilidad: .{20}/);
    await section.locator('summary', { hasText: 'Código' }).click();
    await expect(section.locator('pre'), name).toContainText('export function');
    await section.locator('summary', { hasText: 'Propiedades' }).click();
    await expect(section.getByRole('table', { name: 'Propiedades' }), name).toHaveCount(
      name.split(', ').length,
    );
  }
  const props = page.locator('#button').getByRole('table');
  await expect(props.getByRole('row', { name: /^budget number/ })).toContainText('euros');
});

test('the kit is accessible in all eight themes, light and dark, and nothing moves while it loads', async ({
  page,
}) => {
  await openKit(page);
  const tables = page.locator('#theme [data-theme]');
  await expect(tables).toHaveCount(16);
  const grounds = await tables.evaluateAll((groups) =>
    groups.map((each) => getComputedStyle(each).backgroundColor),
  );
  expect(new Set(grounds).size).toBeGreaterThan(10);
  const problems = [...(await shiftsOf(page)), ...(await widthOf(page)), ...(await untestedPairsIn(page))];
  problems.push(...(await problemsIn(page, 'lightMinimal')), ...(await lookOnTablet(page)));
  await page.setViewportSize({ width: 390, height: 844 });
  await openKit(page);
  problems.push(
    ...(await shiftsOf(page)),
    ...(await widthOf(page)),
    ...(await problemsIn(page, 'lightMinimal')),
  );
  expect(problems).toEqual([]);
});

test('where the server is not in demo mode, the kit does not exist', async ({ page }) => {
  await page.route('**/api/configuration', async (route) => {
    const answer = await route.fetch();
    const configuration = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...configuration, demo: false } });
  });
  await page.goto('/kit');
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
});

test('all of the kit has the theme that is chosen above', async ({ page }) => {
  await openKit(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).color);
  const before = await ground();
  await page.getByRole('combobox', { name: 'Tema' }).focus();
  await page.keyboard.type('corp');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'corporate');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  expect(await ground()).not.toBe(before);
});

test('the kit by keyboard: every stop is seen, in the order of the page, to its end', async ({ page }) => {
  await openKit(page);
  const stops = await walk(page);
  expect(stops.length).toBeGreaterThan(100);
  expect(problemsOf(stops)).toEqual([]);
});

test('the examples work without a pointer: dialogs, menus, tabs, toasts and a table', async ({ page }) => {
  await openKit(page);
  const part = (key: string) => page.locator(`section#${key}`);
  const press = async (section: string, name: string) => {
    await part(section).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  /** Keys go where the focus is: it is inside a moment after what opened can be seen. */
  const entered = (role: string) =>
    expect(page.locator(`[role=${role}]:focus, [role=${role}] :focus`)).toHaveCount(1);
  const gone = () => expect(page.getByRole('dialog')).toHaveCount(0);
  for (const kind of [
    'sm',
    'md',
    'lg',
    'xl',
    'full',
    'center',
    'top',
    'bottom',
    'default',
    'apple',
    'scroll',
  ]) {
    await press('modal', kind);
    await expect(page.getByRole('dialog', { name: 'Un título' }), kind).toBeVisible();
    await entered('dialog');
    await page.keyboard.press('Escape');
    await gone();
    await expect(part('modal').getByRole('button', { name: kind, exact: true })).toBeFocused();
  }
  await press('modal', 'closeOnEscape');
  await entered('dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await gone();

  await press('confirmDialog', 'typeToConfirm');
  await entered('alertdialog');
  await page.keyboard.type('Demo Iberia');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  for (const key of ['drawer', 'popover']) {
    await press(key, key === 'drawer' ? 'left' : 'Un título');
    await expect(page.getByRole('dialog', { name: 'Un título' })).toBeVisible();
    await entered('dialog');
    await page.keyboard.press('Escape');
    await gone();
  }

  await press('menu', 'Acciones');
  await entered('menu');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Vista de la tabla' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(part('menu').getByRole('button', { name: 'Acciones' })).toBeFocused();

  await part('tabs').getByRole('tab', { name: 'Personas' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(part('tabs').getByRole('tabpanel')).toContainText('No hay datos disponibles');

  const table = part('dataTable').getByRole('table').first();
  await table.getByRole('button', { name: 'Plazas' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Plazas' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  await press('toast', 'info');
  await expect(page.getByRole('dialog', { name: 'Un título' })).toContainText('Los cambios se han guardado.');
  await page.keyboard.press('F6');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog', { name: 'Un título' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await gone();
});
