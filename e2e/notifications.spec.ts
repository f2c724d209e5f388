import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { hold } from './harness/hold.ts';
import { unique } from './harness/people.ts';
import { PEOPLE, expect, signInAs, test } from './harness/test.ts';

type Ticket = { id: string; title: string; version: number };

/** A ticket of Demo Iberia, given to its admin by the super_admin who is signed in on the page. */
async function assign(page: Page): Promise<Ticket> {
  const { profile_id, organization_id } = await adminOf(page);
  const title = `Aviso ${unique()}`;
  const text = { title, description: 'No funciona.', priority: 'low' };
  return ask<Ticket>(page, 'POST', '/api/tickets', { ...text, organization_id, assigned_to: profile_id });
}

async function adminOf(page: Page) {
  type Found = { items: { id: string; organization: { id: string } }[] };
  const { items } = await ask<Found>(page, 'GET', `/api/users?search=${PEOPLE.admin}`);
  const [admin] = items;
  if (!admin) throw new Error('the demo admin is not there');
  return { profile_id: admin.id, organization_id: admin.organization.id };
}

test('an assignment in one browser shows in both tabs of another, and read in one is read in both', async ({
  page,
  context,
  openAs,
}) => {
  const chief = await openAs('super_admin');
  await signInAs(page, 'admin');
  await ask(page, 'POST', '/api/notifications/read', {});
  const tabs = [page, await context.newPage()] as const;
  const bells = tabs.map((tab) => tab.getByRole('button', { name: /^Notificaciones/ }));
  for (const tab of tabs) await tab.goto('/admin/profile');
  for (const bell of bells) await expect(bell).toHaveText('');
  const { title } = await assign(chief);
  for (const bell of bells) await expect(bell).toHaveText('1');

  // The tab that has come first holds the stream: it goes, and the other one goes on.
  await page.goto('about:blank');
  await assign(chief);
  await expect(bells[1]!).toHaveText('2');
  await page.goto('/admin/notifications');
  await expect(bells[0]!).toHaveText('2');
  await bells[1]!.click();
  await tabs[1].getByRole('dialog').getByRole('link', { name: title }).click();
  await expect(tabs[1].getByRole('heading', { name: title })).toBeVisible();
  await tabs[1].keyboard.press('Escape');
  for (const bell of bells) await expect(bell).toHaveText('1');
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click();
  for (const bell of bells) await expect(bell).toHaveText('');
});

test('several tickets given at once are one notice, which opens those that one has', async ({
  page,
  openAs,
}) => {
  const chief = await openAs('super_admin');
  const { profile_id, organization_id } = await adminOf(chief);
  const ids: string[] = [];
  for (const title of [`Varios ${unique()}`, `Varios ${unique()}`]) {
    const text = { title, description: 'No funciona.', organization_id };
    ids.push((await ask<Ticket>(chief, 'POST', '/api/tickets', text)).id);
  }
  const action = { type: 'assign', assigned_to: profile_id };
  await ask(chief, 'POST', '/api/tickets/bulk', { action, chosen: { ids } });
  await signInAs(page, 'admin');
  await page.goto('/admin/notifications');
  const notice = page.getByRole('link', { name: 'te ha asignado 2 tickets' }).first();
  await notice.click();
  await expect(page).toHaveURL(/\/admin\/tickets\?assigned=me/);
  await page.getByRole('button', { name: 'Más filtros (1)' }).click();
  await expect(page.getByRole('button', { name: 'Asignado a: Mí' })).toBeVisible();
});

test('preferences and the link in a mail end its kind of mails; notices on the screen go on', async ({
  page,
  openAs,
  mails,
}) => {
  const chief = await openAs('super_admin');
  const first = await assign(chief);
  const mail = await mails.to(PEOPLE.admin, { subject: new RegExp(first.title) });
  const link = /https?:\/\/\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? '';
  // No user is signed in here.
  await page.goto(new URL(link).pathname);
  await expect(page.getByText('Te asignan un ticket')).toBeVisible();
  await page.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await expect(page.getByRole('heading', { name: 'Hecho' })).toBeVisible();
  const profile = page.getByRole('link', { name: 'Ir a mi perfil' });
  await expect(profile).toHaveAttribute('href', '/admin/profile?tab=notifications');

  await signInAs(page, 'admin');
  await page.goto('/admin/profile?tab=notifications');
  const byMail = page.getByRole('switch', { name: 'Te asignan un ticket: Correo' });
  await expect(byMail).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Te asignan un ticket: Pantalla' })).toBeChecked();
  const muted = await assign(chief);
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/notifications/preferences'),
  );
  // It turns with the next painting of the page, not within the click.
  await byMail.click();
  await expect(byMail).toBeChecked();
  await saved;
  await page.reload();
  await expect(byMail).toBeChecked();
  const told = await assign(chief);
  await mails.to(PEOPLE.admin, { subject: new RegExp(told.title) });
  // Mails leave in their order: the one before would be here.
  expect(mails.all().filter(({ subject }) => subject.includes(muted.title))).toEqual([]);
  await page.goto('/admin/notifications');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: muted.title })).toBeVisible();
});

test('of two changes of a preference the last one is kept, and the switch does not jump', async ({
  page,
}) => {
  await signInAs(page, 'user2');
  await page.goto('/admin/profile?tab=notifications');
  const onScreen = page.getByRole('switch', { name: 'Responden a tu ticket: Pantalla' });
  await expect(onScreen).toBeChecked();
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push((request.postDataJSON() as { screen: boolean }).screen);
  });
  const { asked, letGo } = await hold(page, 'PATCH', '**/api/notifications/preferences');
  await onScreen.click();
  await asked;
  await onScreen.click();
  await expect(onScreen).toBeChecked();
  expect(sent).toEqual([false]);
  letGo();
  await expect.poll(() => sent).toEqual([false, true]);
  await expect(onScreen).toBeChecked();
  await page.reload();
  await expect(onScreen).toBeChecked();
});

test('yesterday is the day before, also when a day of the clock change lies between', async ({
  page,
  openAs,
}) => {
  const chief = await openAs('super_admin');
  const { title } = await assign(chief);
  await signInAs(page, 'admin');
  await page.route('**/api/notifications?*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { items: { created_at: string }[] };
    for (const item of json.items) item.created_at = '2027-03-28T10:00:00Z';
    await route.fulfill({ response, json });
  });
  // Half past midnight of the 29th in Madrid: the day before had 23 hours.
  await page.clock.setFixedTime('2027-03-28T22:30:00Z');
  await page.goto('/admin/notifications');
  await expect(page.getByRole('region', { name: 'Ayer' }).getByText(title)).toBeVisible();
});
