import type { Page } from '@playwright/test';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './test.ts';

type Made = { id: string; title: string; version: number };

async function send(page: Page, base: string, path: string, data: object, method = 'POST'): Promise<Made> {
  const reply = await page.context().request.fetch(`${base}/api/tickets${path}`, {
    method,
    data,
    headers: { origin: base },
  });
  if (!reply.ok()) throw new Error(`${path}: ${String(reply.status())} ${await reply.text()}`);
  return (await reply.json()) as Made;
}
const said = (body: string, values: object = {}) => ({
  body,
  seen_message_id: null,
  confirm_answered: true,
  ...values,
});

/** Waits until the page hears live events: they are told once the stream is open. */
async function openHearing(page: Page, address: string): Promise<void> {
  const stream = page.waitForResponse('**/api/live');
  await page.goto(address);
  expect((await stream).status()).toBe(200);
}

test('messages, assignment and status appear in the other browser, and move nothing there', async ({
  page,
  openAs,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const customer = await openAs('user');
  const ticket = await send(customer, base, '', {
    title: `Vivo ${unique()}`,
    description: 'No va.\n\n'.repeat(60),
  });
  await signInAs(page, 'super_admin');
  await openHearing(customer, `/admin/tickets?ticket=${ticket.id}`);
  const own = customer.getByRole('dialog', { name: ticket.title });
  await own.getByRole('button', { name: 'Responder' }).click();
  const reply = own.getByRole('textbox', { name: 'Respuesta' });
  await reply.fill('Otra cosa');
  const place = () => own.getByText('No va.').first().boundingBox();
  const before = await place();

  await send(page, base, `/${ticket.id}/messages`, said('Nota secreta', { visibility: 'internal' }));
  await send(page, base, `/${ticket.id}/messages`, said('Lo miramos.'));
  const pill = own.getByRole('button', { name: '1 mensaje nuevo' });
  await expect(pill).toBeVisible();
  await expect(own.getByText('En Progreso', { exact: true })).toBeVisible();
  await expect(own.getByText('Ha llegado un mensaje mientras escribías')).toBeVisible();
  expect((await place())?.y).toBe(before?.y);
  await expect(reply).toBeFocused();
  await expect(reply).toHaveValue('Otra cosa');
  await pill.click();
  await expect(own.getByRole('list', { name: 'Conversación' }).getByText('Lo miramos.')).toBeInViewport();
  await expect(pill).toHaveCount(0);

  const { version } = await send(page, base, `/${ticket.id}/messages`, said('Y esto.'));
  await send(page, base, `/${ticket.id}/assignee`, { version, assigned_to: await idOf(page, base) }, 'PUT');
  await expect(own.getByRole('definition').filter({ hasText: 'Alba Vigía' })).toBeVisible();
  await send(page, base, `/${ticket.id}/resolve`, { message: 'Hecho.' });
  await expect(own.getByText('Resuelto', { exact: true })).toBeVisible();
  await expect(own.getByText('Nota secreta')).toHaveCount(0);
  expect(await customer.content()).not.toContain('Nota secreta');
});

test('a new ticket joins the list of others; a note stays among super_admins; what was missed is made up for', async ({
  page,
  openAs,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const name = `Lista ${unique()}`;
  const customer = await openAs('user');
  await signInAs(page, 'super_admin');
  await openHearing(page, `/admin/tickets?search=${name}`);
  await expect(page.getByText('No hay tickets con los filtros aplicados.')).toBeVisible();
  const ticket = await send(customer, base, '', { title: name, description: 'x' });
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Abierto');
  await send(customer, base, `/${ticket.id}/close`, {});
  await expect(row).toContainText('Cerrado');

  await page.context().setOffline(true);
  await send(customer, base, `/${ticket.id}/reopen`, {});
  await page.context().setOffline(false);
  await expect(row).toContainText('Abierto');
});

async function idOf(page: Page, base: string): Promise<string> {
  const reply = await page.context().request.get(`${base}/api/session`);
  return ((await reply.json()) as { session: { profile: { id: string } } }).session.profile.id;
}
