import { hold } from './harness/hold.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

test('a request that never ends is given up: it is told, what was typed stays, and it is sent again', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.clock.install();
  await page.goto('/admin/users?user=new');
  const dialog = page.getByRole('dialog', { name: 'Agregar Usuario' });
  const last = unique();
  await dialog.getByLabel('Nombre').fill('Lucía');
  await dialog.getByLabel('Apellido').fill(last);
  await dialog.getByLabel('Email').fill(`persona-${last}@example.test`);
  const { asked } = await hold(page, 'POST', '**/api/users');
  const create = dialog.getByRole('button', { name: 'Crear usuario' });
  await create.click();
  await asked;
  await page.clock.fastForward('01:00');
  await expect(create).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward('00:20');
  await expect(page.getByText('El servidor no responde.')).toBeVisible();
  await expect(create).not.toHaveAttribute('aria-busy', 'true');
  await expect(dialog.getByLabel('Apellido')).toHaveValue(last);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await create.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Lucía ${last}`, { exact: true })).toBeVisible();
});
