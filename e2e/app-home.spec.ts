import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { register } from './harness/members.ts';
import { unique } from './harness/people.ts';
import {
  DEMO_PASSWORD,
  expect,
  PASSWORD_OF_MEMBERS,
  PEOPLE,
  signIn,
  signInAs,
  test,
} from './harness/test.ts';

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

test('a visitor finds the ways in, also by the link of an invitation', async ({ page, openAs }) => {
  await page.goto('/app');
  await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute(
    'href',
    '/admin/login?redirect=%2Fapp',
  );
  await expect(page.getByRole('link', { name: 'Crear una cuenta' })).toHaveAttribute(
    'href',
    '/admin/register',
  );
  const invited = card(page, 'Me han invitado');
  await invited.getByLabel('Enlace de la invitación').fill('https://example.test/otra-cosa');
  await invited.getByRole('button', { name: 'Abrir la invitación' }).click();
  await expect(invited.getByText('Este no es el enlace de una invitación.')).toBeVisible();

  const admin = await openAs('admin');
  const email = `invitada-${unique()}@example.test`;
  const { invitation } = await ask<{ invitation: { id: string } }>(admin, 'POST', '/api/invitations', {
    email,
  });
  const { link } = await ask<{ link: string }>(admin, 'POST', `/api/invitations/${invitation.id}/link`, {});
  await invited.getByLabel('Enlace de la invitación').fill(`Tu enlace: ${link}`);
  await invited.getByRole('button', { name: 'Abrir la invitación' }).click();
  await expect(page).toHaveURL(/\/invitation\/accept\//);
  await expect(page.getByText(email)).toBeVisible();
});

test('a person finds what waits for them, their tickets, their company and what they may do', async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'user2');
  await page.goto('/app');
  await card(page, 'Mis tickets').getByRole('link', { name: 'Crear Ticket' }).click();
  await expect(page.getByRole('dialog', { name: 'Crear Ticket' })).toBeVisible();
  const title = `Espera ${unique()}`;
  const { id } = await ask(page, 'POST', '/api/tickets', { title, description: 'No va.' });
  const support = await openAs('super_admin');
  const answer = { body: 'Cuéntame más.', seen_message_id: null, confirm_answered: true };
  await ask(support, 'POST', `/api/tickets/${id}/messages`, answer);

  await page.goto('/app');
  const waiting = card(page, 'Lo que te espera').getByRole('listitem').filter({ hasText: title });
  await expect(waiting).toContainText('Soporte espera tu respuesta');
  await expect(card(page, 'Mis tickets').getByRole('listitem').filter({ hasText: title })).toContainText(
    'En Progreso',
  );
  const company = card(page, 'Mi empresa');
  await expect(company).toContainText('Demo Iberia');
  await expect(company).toContainText('Enterprise');
  await expect(company.getByRole('link', { name: 'Diego Ferrer Soto' })).toHaveAttribute(
    'href',
    'mailto:admin@demo.test',
  );
  const access = card(page, 'Mis accesos');
  await expect(access.getByRole('heading', { name: 'No puedes' })).toBeVisible();
  await expect(access).toContainText('Crear tickets y seguir los tuyos');
  await expect(access).toContainText('Agregar, modificar y desactivar a las personas de la empresa');
  await expect(access.getByRole('link', { name: 'Diego Ferrer Soto' })).toBeVisible();
  await card(page, 'Mi cuenta').getByRole('link', { name: 'Mis sesiones' }).click();
  await expect(page).toHaveURL(/\/admin\/profile\?tab=sessions$/);
  await page.goto('/admin/profile');
  await expect(card(page, 'Mis accesos')).toContainText('Invitar a personas');
  await page.goto('/app');
  await waiting.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/tickets\\?ticket=${id}`));
});

test('an answer of the support shows there while one looks, and the focus is at its beginning', async ({
  page,
  openAs,
}) => {
  await page.goto('/app');
  await page.getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Email', { exact: true }).fill(PEOPLE.user2);
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  const stream = page.waitForResponse('**/api/live*');
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('main')).toBeFocused();
  expect((await stream).status()).toBe(200);

  const title = `Vivo ${unique()}`;
  const { id } = await ask(page, 'POST', '/api/tickets', { title, description: 'No va.' });
  await expect(card(page, 'Mis tickets').getByRole('listitem').filter({ hasText: title })).toBeVisible();
  const support = await openAs('super_admin');
  const answer = { body: 'Cuéntame más.', seen_message_id: null, confirm_answered: true };
  await ask(support, 'POST', `/api/tickets/${id}/messages`, answer);
  const waiting = card(page, 'Lo que te espera').getByRole('listitem').filter({ hasText: title });
  await expect(waiting).toContainText('Soporte espera tu respuesta');
});

test('an admin asks nobody of their company, and is told what the support does for them', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/app');
  const access = card(page, 'Mis accesos');
  await expect(access).toContainText('Cambiar el plan, las plazas y el estado de una empresa');
  await expect(access).toContainText('Para lo demás, escribe a soporte con un ticket.');
  await page.getByRole('link', { name: 'Ir a la administración' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('an invitation waits there for somebody without a company, who joins by it', async ({
  page,
  openAs,
  mails,
}) => {
  const email = await register(page, mails);
  const admin = await openAs('admin');
  await ask(admin, 'POST', '/api/invitations', { email });
  await signIn(page, email, PASSWORD_OF_MEMBERS);
  await page.goto('/app');
  await expect(page.getByRole('link', { name: 'Ir a la administración' })).toHaveCount(0);
  await expect(card(page, 'Mi empresa')).toContainText('Todavía no perteneces a ninguna empresa.');
  await page.getByRole('link', { name: 'Demo Iberia te invita' }).click();
  await page.getByRole('button', { name: 'Aceptar Invitación' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(card(page, 'Mi empresa')).toContainText('Demo Iberia');
  await expect(card(page, 'Lo que te espera')).toContainText('No hay nada pendiente.');
});

test.describe('where it cannot be read', () => {
  test.use({ expectedErrors: [/status of 500 .*\/api\/app-home/] });

  test('a failure is told as one, and asked again at a press; the account stays in reach', async ({
    page,
  }) => {
    await signInAs(page, 'user');
    await page.route('**/api/app-home', (route) =>
      route.fulfill({ status: 500, json: { code: 'server.failed', request_id: 'peticion-5' } }),
    );
    await page.goto('/app');
    await expect(
      page.getByText('No se han podido cargar tus tickets ni los datos de tu empresa.'),
    ).toBeVisible();
    await expect(page.getByText('Identificador de la petición: peticion-5')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Mi Perfil' })).toBeVisible();
    await page.unroute('**/api/app-home');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(card(page, 'Mi empresa')).toContainText('Demo Iberia');
  });
});
