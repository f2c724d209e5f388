import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { violationsIn } from './harness/axe.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

type MadePlan = { id: string; key: string; name: string; version: number };

const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const addPlan = (page: Page, values: object = {}) =>
  ask<MadePlan>(page, 'POST', '/api/plans', {
    name: `Plan ${unique()}`,
    price_cents: 1900,
    description: 'Para probar',
    features: ['Una cosa'],
    max_users: 10,
    ...values,
  });

const subscribe = (page: Page, plan: MadePlan) =>
  ask<{ name: string }>(page, 'POST', '/api/organizations', {
    name: `Empresa ${unique()}`,
    plan_type: plan.key,
    max_users: 10,
  });

/** Every plan that a test adds comes after the four, so that these stay the first while other tests run. */
test('an admin sees the plans on offer with price, limit and features, and can change none', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/plans');
  await expect(page.getByRole('heading', { name: 'Planes y Precios' })).toBeVisible();
  for (const figure of ['Planes', 'Precio más alto', 'Planes populares'])
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  await expect(card(page, 'Free')).toContainText('Gratis');
  await expect(card(page, 'Basic')).toContainText('$29/mes');
  await expect(card(page, 'Enterprise')).toContainText('Ilimitados');
  await expect(card(page, 'Pro')).toContainText('Popular');
  await expect(card(page, 'Pro').getByRole('listitem')).toContainText(['Hasta 100 usuarios']);
  await expect(page.getByRole('button', { name: /Crear Plan|Editar|Eliminar/ })).toHaveCount(0);
  await expect(page.getByText('suscrita')).toHaveCount(0);
  expect(await violationsIn(page)).toEqual([]);
});

test('creating: what is missing is said at its field, features are one by line', async ({ page }) => {
  const name = `Plan ${unique()}`;
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans');
  await page.getByRole('button', { name: 'Crear Plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Plan' });
  await dialog.getByRole('button', { name: 'Crear Plan' }).click();
  await expect(dialog.getByText('Este campo es obligatorio')).toHaveCount(4);
  await dialog.getByLabel('Nombre del plan').fill('Basic');
  await dialog.getByLabel('Precio (USD por mes)').fill('49,5');
  await dialog.getByRole('switch', { name: 'Sin límite' }).check();
  await expect(dialog.getByLabel('Máximo de usuarios')).toBeDisabled();
  await dialog.getByLabel('Descripción').fill('Para quien crece');
  await dialog.getByLabel('Características').fill('Todo incluido\n\n  Soporte 24 h \n');
  await dialog.getByLabel('Plan popular').check();
  await dialog.getByRole('button', { name: 'Crear Plan' }).click();
  await expect(dialog.getByText('Ya hay un plan con este nombre.')).toBeVisible();
  await dialog.getByLabel('Nombre del plan').fill(name);
  await dialog.getByRole('button', { name: 'Crear Plan' }).click();
  await expect(toast(page, 'Plan creado correctamente')).toBeVisible();
  await expect(card(page, name)).toContainText('$49,50/mes');
  await expect(card(page, name)).toContainText('Ilimitados');
  await expect(card(page, name)).toContainText('Popular');
  await expect(card(page, name).getByRole('listitem')).toHaveText(['Todo incluido', 'Soporte 24 h']);
});

test('a plan in euros: its price says so on the form, on its card and beside the highest of each currency', async ({
  page,
}) => {
  const name = `Plan ${unique()}`;
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans?plan=new');
  const dialog = page.getByRole('dialog', { name: 'Crear Plan' });
  await dialog.getByLabel('Nombre del plan').fill(name);
  await dialog.getByRole('combobox', { name: 'Moneda' }).click();
  await page.getByRole('option', { name: 'EUR · euro' }).click();
  await dialog.getByLabel('Precio (EUR por mes)').fill('29');
  await dialog.getByLabel('Máximo de usuarios').fill('5');
  await dialog.getByLabel('Descripción').fill('Para quien factura en euros');
  await dialog.getByRole('button', { name: 'Crear Plan' }).click();
  await expect(card(page, name)).toContainText(/29\s€\/mes/);
  await expect(page.getByText(/29,00\s€\/mes · 299,00\s\$\/mes/)).toBeVisible();
  await card(page, name)
    .getByRole('button', { name: `Editar ${name}` })
    .click();
  const edit = page.getByRole('dialog', { name: 'Editar plan' });
  await edit.getByRole('combobox', { name: 'Moneda' }).click();
  await page.getByRole('option', { name: /^USD/ }).click();
  await edit.getByRole('button', { name: 'Actualizar Plan' }).click();
  await expect(
    edit.getByText('Solo se puede cambiar la moneda de un plan que siempre ha sido gratuito.'),
  ).toBeVisible();
});

test('another price is simulated first; companies are moved on a day, and that can be taken back', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans');
  const plan = await addPlan(page);
  const company = await subscribe(page, plan);
  await page.goto(`/admin/plans?plan=${plan.id}`);
  const dialog = page.getByRole('dialog', { name: 'Editar plan' });
  await dialog.getByLabel('Precio (USD por mes)').fill('39');
  const section = dialog.getByRole('region', { name: 'Empresas ya suscritas' });
  await expect(section.getByRole('row').filter({ hasText: company.name })).toContainText('en prueba');
  // What has to be chosen is seen without scrolling, and before the table, which may be long.
  await expect(section.getByRole('combobox', { name: 'Qué pasa con ellas' })).toBeInViewport({ ratio: 1 });
  const choice = await section.getByRole('combobox', { name: 'Qué pasa con ellas' }).boundingBox();
  const table = await section.getByRole('table').boundingBox();
  expect(choice?.y).toBeLessThan(table?.y ?? 0);
  await dialog.getByRole('button', { name: 'Actualizar Plan' }).click();
  await expect(section.getByText('Elige qué pasa con las empresas suscritas')).toBeVisible();
  await section.getByRole('combobox', { name: 'Qué pasa con ellas' }).click();
  await page.getByRole('option', { name: /Pasan a lo nuevo en una fecha/ }).click();
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await section.getByLabel('Fecha del cambio').fill(day);
  await dialog.getByRole('button', { name: 'Actualizar Plan' }).click();
  await expect(toast(page, 'Plan actualizado correctamente')).toBeVisible();
  await expect(card(page, plan.name)).toContainText('$39/mes');
  await expect(card(page, plan.name)).toContainText('1 en una versión anterior');
  await expect(card(page, plan.name)).toContainText('pasan a la versión 2');
  await card(page, plan.name).getByRole('button', { name: 'No moverlas' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'No moverlas' }).click();
  await expect(toast(page, 'Las empresas se quedan en su versión')).toBeVisible();
  await expect(card(page, plan.name)).not.toContainText('pasan a la versión 2');
});

test('a stale save shows both values side by side, and neither is lost', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans');
  const plan = await addPlan(page);
  await page.goto(`/admin/plans?plan=${plan.id}`);
  const dialog = page.getByRole('dialog', { name: 'Editar plan' });
  await dialog.getByLabel('Descripción').fill('Lo mío');
  await ask(page, 'PATCH', `/api/plans/${plan.id}`, { version: 1, description: 'Lo de otro' });
  await dialog.getByRole('button', { name: 'Actualizar Plan' }).click();
  await expect(dialog.getByRole('row', { name: 'Descripción Lo mío Lo de otro' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mantener lo mío' }).click();
  await dialog.getByRole('button', { name: 'Actualizar Plan' }).click();
  await expect(card(page, plan.name)).toContainText('Lo mío');
});

test('deleting asks, and can be undone; what is deleted is in the bin', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans');
  const plan = await addPlan(page);
  await page.reload();
  await card(page, plan.name)
    .getByRole('button', { name: `Eliminar ${plan.name}` })
    .click();
  const question = page.getByRole('alertdialog', {
    name: '¿Estás seguro de que deseas eliminar este plan?',
  });
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(card(page, plan.name)).toHaveCount(0);
  await toast(page, 'Plan eliminado').getByRole('button', { name: 'Deshacer' }).click();
  await expect(card(page, plan.name)).toBeVisible();
  await card(page, plan.name)
    .getByRole('button', { name: `Eliminar ${plan.name}` })
    .click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(card(page, plan.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Papelera' }).click();
  const item = page.getByRole('listitem').filter({ hasText: plan.name });
  await expect(item).toContainText('se conserva');
  await item.getByRole('button', { name: `Restaurar ${plan.name}` }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: 'Papelera' }).click();
  await expect(card(page, plan.name)).toBeVisible();
});

test('a plan with companies on it asks where they go, and shows what that means', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans');
  const plan = await addPlan(page);
  const company = await subscribe(page, plan);
  await page.reload();
  await card(page, plan.name)
    .getByRole('button', { name: `Eliminar ${plan.name}` })
    .click();
  const question = page.getByRole('alertdialog', {
    name: '¿Estás seguro de que deseas eliminar este plan?',
  });
  await expect(question.getByRole('button', { name: 'Eliminar' })).toBeDisabled();
  await question.getByRole('combobox', { name: 'Plan al que pasan' }).click();
  await page.getByRole('option', { name: /Enterprise/ }).click();
  await expect(question.getByRole('row').filter({ hasText: company.name })).toContainText('Ilimitados');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(toast(page, 'Las empresas están ya en Enterprise.')).toBeVisible();
  await expect(card(page, plan.name)).toHaveCount(0);
  await toast(page, 'Las empresas están ya en Enterprise.').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, 'Ha vuelto 1 empresa.')).toBeVisible();
  await expect(card(page, plan.name)).toContainText('1 empresa suscrita');
});

test('more plans than a page holds are all offered as the one that companies go to', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans');
  const made: MadePlan[] = [];
  for (let each = 0; each < 18; each += 1) made.push(await addPlan(page));
  await page.reload();
  await card(page, 'Pro').getByRole('button', { name: 'Eliminar Pro' }).click();
  await page.getByRole('combobox', { name: 'Plan al que pasan' }).click();
  await expect(page.getByRole('option', { name: made.at(-1)!.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  // The other tests find their own plan on the first page.
  for (const { id, version } of made) await ask(page, 'DELETE', `/api/plans/${id}`, { version });
});
