import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

// A server of its own: three hundred mails would keep those of other tests waiting.
test.use({ serverEnv: { MAIL_FROM: 'Atalaya <muchas@atalaya.test>' } });

test('three hundred at once: each has its line before anything is sent, and all are invited in a row', async ({
  page,
  server,
}) => {
  await signInAs(page, 'super_admin');
  const name = `Empresa ${unique()}`;
  const headers = { origin: server.url };
  const data = { name, max_users: -1 };
  const made = await page.context().request.post(`${server.url}/api/organizations`, { data, headers });
  expect(made.ok()).toBe(true);
  await page.goto('/admin/users?tab=invitations&invite=many');
  const dialog = page.getByRole('dialog', { name: 'Invitar a varios' });
  const emails = Array.from({ length: 300 }, () => `invitada-${unique()}@example.test`);
  await dialog.getByLabel('Emails', { exact: true }).fill(emails.join('\n'));
  await dialog.getByRole('combobox', { name: 'Empresa' }).fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(300);
  await expect(dialog.getByText('Se invitará')).toHaveCount(300);
  await dialog.getByRole('button', { name: 'Enviar 300 invitaciones' }).click();
  // One after the other, each with the first attempt of its mail.
  await expect(dialog.getByText('300 invitaciones enviadas')).toBeVisible({ timeout: 90_000 });
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await page.goto(`/admin/users?tab=invitations&isearch=${emails[299]}`);
  await expect(page.getByRole('listitem').filter({ hasText: emails[299] ?? '' })).toContainText('Pendiente');
});
