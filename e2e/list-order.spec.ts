import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

/** Orders whose words say what comes first, and what the first row then says. */
const ORDERS = [
  ['users', 'Estado (primero Activo)', 'Activo'],
  ['users', 'Estado (primero Inactivo)', 'Inactivo'],
  ['users', 'Rol (de mayor a menor)', 'Super Admin'],
  ['companies', 'Estado (primero Activo)', 'Activo'],
  ['companies', 'Estado (primero Prueba)', 'Prueba'],
  ['companies', 'Máx. usuarios (de mayor a menor)', '∞'],
  ['tickets', 'Estado (primero Abierto)', 'Abierto'],
  ['tickets', 'Estado (primero Cerrado)', 'Cerrado'],
  ['tickets', 'Prioridad (de mayor a menor)', 'Urgente'],
  ['tickets', 'Prioridad (de menor a mayor)', 'Baja'],
] as const;

test('on a phone the words of an order are true of the row that comes first', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 390, height: 844 });
  let shown = '';
  for (const [path, order, first] of ORDERS) {
    if (path !== shown) await stand(page, `/admin/${path}`);
    shown = path;
    await page.getByRole('button', { name: /^Filtros/ }).click();
    await page.getByRole('combobox', { name: 'Ordenar por' }).click();
    await page.getByRole('option', { name: order }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row').nth(1), order).toContainText(first);
  }
});
