import { ask } from './harness/ask.ts';
import { requireFactor, setUpApp } from './harness/authenticator-app.ts';
import { lookAtAnyWidth } from './harness/looks.ts';
import { register } from './harness/members.ts';
import { settle } from './harness/stand.ts';
import { expect, PASSWORD_OF_MEMBERS, signIn, test } from './harness/test.ts';

// A server of its own: the setting locks out every account that has no second factor.
test.use({ serverEnv: { MAIL_FROM: 'Atalaya <invitaciones@atalaya.test>' } });

test('who is invited and has no factor sets one up, and comes back to the invitation', async ({
  page,
  mails,
  openAs,
}) => {
  const email = await register(page, mails);
  const admin = await openAs('admin');
  await ask(admin, 'POST', '/api/invitations', { email });
  await requireFactor(await openAs('super_admin'));

  await signIn(page, email, PASSWORD_OF_MEMBERS);
  await page.goto((await mails.to(email, { subject: /^Te han invitado/ })).link);
  await expect(
    page.getByText('Antes de unirte tienes que configurar la verificación en dos pasos.'),
  ).toBeVisible();
  await settle(page);
  expect(await lookAtAnyWidth(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Aceptar Invitación' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Configurarla ahora' }).click();
  await page.getByRole('button', { name: 'Usar una aplicación de verificación' }).click();
  await setUpApp(page);
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
  await page.getByRole('button', { name: 'Aceptar Invitación' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: '¡Bienvenido a Demo Iberia!' })).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});
