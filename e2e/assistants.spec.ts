import type { APIRequestContext, Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { VERIFIER, wishOf } from './harness/assistant.ts';
import { lookAt, lookAtAnyWidth } from './harness/looks.ts';
import { stand } from './harness/stand.ts';
import { DEMO_PASSWORD, expect, signInAs, test } from './harness/test.ts';

// What a consent is about is not read once, on purpose.
test.use({ expectedErrors: [/Failed to load resource.*\/api\/assistants\/consent/] });

const INTEGRATIONS = '/admin/settings?tab=integrations';
const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const switchCard = (page: Page) => cardOf(page, 'Asistentes');

/** As another test of this server may have left it. */
const begin = (page: Page, is_on: boolean) => ask(page, 'PUT', '/api/assistants', { is_on });

async function switchOn(page: Page): Promise<void> {
  await page.goto(INTEGRATIONS);
  await switchCard(page).getByRole('button', { name: 'Permitir asistentes' }).click();
  await expect(switchCard(page).getByRole('status')).toContainText('Permitidos');
}

/** The token of the code in the address that a consent has led to. */
async function exchange(
  request: APIRequestContext,
  page: Page,
  wish: { client_id: string; redirect_uri: string },
) {
  const { origin, searchParams } = new URL(page.url());
  const { client_id, redirect_uri } = wish;
  const answer = await request.post(`${origin}/oauth/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id,
      redirect_uri,
      code_verifier: VERIFIER,
      code: searchParams.get('code') ?? '',
    },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function toolsOf(request: APIRequestContext, origin: string, token: string) {
  const answer = await request.post(`${origin}/mcp`, {
    data: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
  });
  if (!answer.ok()) return answer.status();
  const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

// MCP1, MCP3, MCP4
test('an assistant: off until both say so, let in by its person with what they choose, seen and ended by them', async ({
  page,
  openAs,
  playwright,
}) => {
  const request = await playwright.request.newContext();
  const [admin, root] = [await openAs('admin'), await openAs('super_admin')];
  for (const who of [admin, root]) await begin(who, false);
  await admin.goto(INTEGRATIONS);
  await expect(switchCard(admin)).toContainText('lo activa quien la administra');
  await expect(switchCard(admin).getByRole('button', { name: 'Permitir asistentes' })).toBeDisabled();
  await switchOn(root);
  await switchOn(admin);
  await expect(switchCard(admin).getByRole('textbox', { name: 'Dirección para el asistente' })).toHaveValue(
    /\/mcp$/,
  );

  await signInAs(page, 'user');
  await page.goto('/app');
  const wish = await wishOf(page);
  await page.goto(wish.path);
  await expect(page.getByText('Claude quiere actuar en tu nombre.')).toBeVisible();
  const { host, origin } = new URL(wish.redirect_uri);
  for (const [name, value] of [
    ['El acceso se envía a', host],
    ['Empresa', 'Demo Iberia'],
  ] as const)
    await expect(page.locator('dl > div').filter({ hasText: name })).toContainText(value);
  await expect(page.getByLabel('Leer Tickets')).toBeChecked();
  await expect(page.getByLabel('Modificar Tickets')).not.toBeChecked();
  await page.getByRole('combobox', { name: 'Termina en' }).click();
  await page.getByRole('option', { name: '90 días' }).click();
  await page.getByRole('button', { name: 'Permitir', exact: true }).click();
  await expect(page.getByLabel('Contraseña actual')).toBeFocused();
  await page.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Permitir', exact: true }).click();
  await page.waitForURL('**/kit?code=*');
  const token = await exchange(request, page, wish);
  expect(await toolsOf(request, origin, token)).toEqual(expect.arrayContaining(['list_tickets', 'search']));
  expect(await toolsOf(request, origin, token)).not.toContain('create_ticket');

  await page.goto('/admin/profile?tab=keys');
  const item = cardOf(page, 'Asistentes conectados').getByRole('listitem').filter({ hasText: 'Claude' });
  await expect(item).toContainText('Tickets: leer');
  await expect(item).toContainText('Usada por última vez');
  await expect(cardOf(page, 'Claves de API')).toContainText('Todavía no tienes ninguna clave.');
  await item.getByRole('button', { name: 'Revocar la clave Claude' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(item).toHaveCount(0);
  expect(await toolsOf(request, origin, token)).toBe(401);
  await request.dispose();
});

// MCP1, MCP3
test('on a phone and by the keyboard: who is not signed in signs in first; a refusal goes back; off ends all', async ({
  page,
  openAs,
  playwright,
}) => {
  const request = await playwright.request.newContext();
  const [admin, root] = [await openAs('admin'), await openAs('super_admin')];
  for (const who of [admin, root]) await begin(who, true);
  await admin.goto(INTEGRATIONS);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/login');
  const wish = await wishOf(page, 'Asistente con un nombre largo');
  await page.goto(wish.path);
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Conectar un asistente' })).toBeVisible();
  expect(await lookAtAnyWidth(page)).toEqual([]);
  await page.getByRole('button', { name: 'No permitir' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/kit?error=access_denied*');
  await page.goto(wish.path);
  await page.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/kit?code=*');
  const token = await exchange(request, page, wish);
  const { origin } = new URL(wish.redirect_uri);
  expect(await toolsOf(request, origin, token)).toContain('list_people');
  await admin.reload();
  await expect(switchCard(admin).getByRole('status')).toContainText('Hay 1 asistente conectado.');
  await switchCard(admin).getByRole('button', { name: 'Desactivar' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click();
  await expect(switchCard(admin).getByRole('status')).toContainText('Desactivados');
  expect(await toolsOf(request, origin, token)).toBe(401);
  await page.goto(wish.path);
  await expect(page.getByText('Tu empresa no permite asistentes')).toBeVisible();
  await request.dispose();
});

// MCP3
test('the consent screen in every look, and what it says of a wish that is not in order', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await begin(page, true);
  await page.goto('/admin');
  const wish = await wishOf(page);
  await stand(page, wish.path);
  await expect(page.getByLabel('Leer Tickets')).toBeChecked();
  expect(await lookAt(page)).toEqual([]);
  await page.goto('/oauth/authorize?client_id=x');
  await expect(page.getByRole('heading', { name: 'Esta petición no vale' })).toBeVisible();
  await page.goto(wish.path.replace(/redirect_uri=[^&]+/, 'redirect_uri=https%3A%2F%2Fevil.example%2F'));
  await expect(page.getByText('quiere enviar el acceso a otro sitio')).toBeVisible();
  await page.route('**/api/assistants/consent?*', (route) => route.abort());
  await page.goto(wish.path);
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await page.unroute('**/api/assistants/consent?*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByLabel('Leer Tickets')).toBeChecked();
});
