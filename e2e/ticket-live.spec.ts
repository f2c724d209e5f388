import type { Page, Request } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { openFrailConnection } from './harness/frail-connection.ts';
import { openHearing } from './harness/live.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

/** More than the milliseconds that a screen collects news for (use-live-tickets.ts, use-live-list.ts). */
const COLLECTED_MS = 1_000;

type Made = { id: string; title: string; version: number };

const said = (body: string, values: object = {}) => ({
  body,
  seen_message_id: null,
  confirm_answered: true,
  ...values,
});

test('messages, assignment and status appear in the other browser, and move nothing there', async ({
  page,
  openAs,
}) => {
  const customer = await openAs('user');
  const ticket = await ask<Made>(customer, 'POST', '/api/tickets', {
    title: `Vivo ${unique()}`,
    description: 'No va.\n\n'.repeat(60),
  });
  await signInAs(page, 'super_admin');
  await openHearing(customer, `/admin/tickets?ticket=${ticket.id}`);
  const own = customer.getByRole('dialog', { name: ticket.title });
  await own.getByRole('button', { name: 'Responder' }).click();
  const reply = own.getByRole('textbox', { name: 'Respuesta' });
  await reply.fill('Otra cosa');
  // In the middle of what can be read: neither its start nor its end is in sight.
  const line = own.getByText('No va.').nth(40);
  await line.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const place = () => line.boundingBox();
  const before = await place();
  await expect(line).toBeInViewport();

  await ask(
    page,
    'POST',
    `/api/tickets/${ticket.id}/messages`,
    said('Nota secreta', { visibility: 'internal' }),
  );
  await ask(page, 'POST', `/api/tickets/${ticket.id}/messages`, said('Lo miramos.'));
  const pill = own.getByRole('button', { name: '1 mensaje nuevo' });
  await expect(pill).toBeVisible();
  await expect(own.getByText('En Progreso', { exact: true })).toBeVisible();
  const assigned = { assigned_to: await idOf(page), version: await versionOf(page, ticket.id) };
  await ask(page, 'PUT', `/api/tickets/${ticket.id}/assignee`, assigned);
  await expect(own.getByRole('definition').filter({ hasText: 'Alba Vigía' })).toHaveCount(1);
  await expect(own.getByText('Ha llegado un mensaje mientras escribías')).toBeVisible();
  expect((await place())?.y).toBe(before?.y);
  await expect(reply).toBeFocused();
  await expect(reply).toHaveValue('Otra cosa');
  await pill.click();
  await expect(own.getByRole('list', { name: 'Conversación' }).getByText('Lo miramos.')).toBeInViewport();
  await expect(pill).toHaveCount(0);

  await ask(page, 'POST', `/api/tickets/${ticket.id}/resolve`, { message: 'Hecho.' });
  await expect(own.getByText('Resuelto', { exact: true })).toBeVisible();
  await expect(own.getByText('Nota secreta')).toHaveCount(0);
  expect(await customer.content()).not.toContain('Nota secreta');
});

test('a new ticket joins the list of others; a note stays among super_admins; what was missed is made up for', async ({
  page,
  openAs,
}) => {
  const name = `Lista ${unique()}`;
  const customer = await openAs('user');
  await signInAs(page, 'super_admin');
  await openHearing(page, `/admin/tickets?search=${name}`);
  await expect(page.getByText('No hay tickets con los filtros aplicados.')).toBeVisible();
  const ticket = await ask<Made>(customer, 'POST', '/api/tickets', { title: name, description: 'x' });
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Abierto');
  await ask(customer, 'POST', `/api/tickets/${ticket.id}/close`, {});
  await expect(row).toContainText('Cerrado');

  await page.context().setOffline(true);
  await ask(customer, 'POST', `/api/tickets/${ticket.id}/reopen`, {});
  await page.context().setOffline(false);
  await expect(row).toContainText('Abierto');
});

/** What was told before the cut: the screen collects it for a moment before it reads, which is over at once here. */
async function readsAreOver(page: Page): Promise<void> {
  const reading = new Set<Request>();
  const isRead = (request: Request) => request.url().includes('/api/tickets');
  page.on('request', (request) => isRead(request) && reading.add(request));
  page.on('requestfinished', (request) => reading.delete(request));
  page.on('requestfailed', (request) => reading.delete(request));
  await page.clock.runFor(COLLECTED_MS);
  await expect.poll(() => reading.size).toBe(0);
}

test.describe('where the connection is cut', () => {
  test.use({ expectedErrors: [/ERR_(CONNECTION|EMPTY|INCOMPLETE|FAILED|SOCKET)/] });

  test('what was written meanwhile is told once it stands again', async ({ page, openAs, baseURL }) => {
    const base = baseURL ?? '';
    const customer = await openAs('user');
    const ticket = await ask<Made>(customer, 'POST', '/api/tickets', {
      title: `Corte ${unique()}`,
      description: 'x',
    });
    const connection = await openFrailConnection(base);
    // The stream alone goes that way: the page itself is on line, and nothing else tells it to read again.
    await customer.route('**/api/live*', (route) =>
      route.continue({ url: `${connection.url}/api/live${new URL(route.request().url()).search}` }),
    );
    await signInAs(page, 'super_admin');
    await customer.clock.install();
    await openHearing(customer, `/admin/tickets?ticket=${ticket.id}`);
    const own = customer.getByRole('dialog', { name: ticket.title });
    await ask(page, 'POST', `/api/tickets/${ticket.id}/messages`, said('Antes del corte.'));
    await expect(own.getByText('Antes del corte.')).toBeVisible();

    const failed = customer.waitForEvent('requestfailed', (request) => request.url().includes('/api/live'));
    connection.cut();
    await failed;
    await readsAreOver(customer);
    await ask(page, 'POST', `/api/tickets/${ticket.id}/messages`, said('Durante el corte.'));
    await ask(page, 'POST', `/api/tickets/${ticket.id}/resolve`, { message: 'Resuelto durante el corte.' });
    expect(await own.getByText(/durante el corte/i).count()).toBe(0);
    connection.mend();
    await expect(own.getByText('Durante el corte.', { exact: true })).toBeVisible();
    await expect(own.getByText('Resuelto', { exact: true })).toBeVisible();
    await connection.close();
  });
});

async function versionOf(page: Page, id: string): Promise<number> {
  return (await ask<Made>(page, 'GET', `/api/tickets/${id}`)).version;
}

async function idOf(page: Page): Promise<string> {
  const { session } = await ask<{ session: { profile: { id: string } } }>(page, 'GET', '/api/session');
  return session.profile.id;
}
