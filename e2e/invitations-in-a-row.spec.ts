import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

// A server of its own: three hundred mails would keep those of other tests waiting.
test.use({ serverEnv: { MAIL_FROM: 'Atalaya <muchas@atalaya.test>' } });

test('three hundred at once: each has its line before anything is sent, and all are invited in a row', async ({
  page,
}) => {
  test.setTimeout(420_000);
  await signInAs(page, 'super_admin');
  const name = `Empresa ${unique()}`;
  await ask(page, 'POST', '/api/organizations', { name, max_users: -1 });
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
  // One after the other, each with the first attempt of its mail: it goes on, however long all of them take.
  const sent = dialog.getByText('Enviada', { exact: true });
  for (let at = 30; at <= 300; at += 30)
    await expect.poll(() => sent.count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(at);
  await expect(dialog.getByText('300 invitaciones enviadas')).toBeVisible();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await page.goto(`/admin/users?tab=invitations&isearch=${emails[299]}`);
  await expect(page.getByRole('listitem').filter({ hasText: emails[299] ?? '' })).toContainText('Pendiente');
});
