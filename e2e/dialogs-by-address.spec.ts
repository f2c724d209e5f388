import { stand } from './harness/stand.ts';
import { expect, type Person, signInAs, test } from './harness/test.ts';

/** Addresses that open a dialog, and a role that lacks its permission. */
const REFUSED: [Person, string][] = [
  ['user', '/admin/users?user=new'],
  ['user', '/admin/users?import=new'],
  ['user', '/admin/users?tab=invitations&invite=one'],
  ['user', '/admin/users?tab=invitations&invite=many'],
  ['user', '/admin/companies?edit=new'],
  ['user', '/admin/my-companies?edit=data'],
  ['user', '/admin/my-companies?edit=billing'],
  ['user', '/admin/plans?plan=new'],
  ['user', '/admin/tickets?import=new'],
  ['admin', '/admin/companies?edit=new'],
  ['admin', '/admin/companies?import=new'],
  ['admin', '/admin/plans?plan=new'],
];
/** Who may else, in an organization whose subscription is over. */
const READ_ONLY = [
  '/admin/users?user=new',
  '/admin/users?import=new',
  '/admin/users?tab=invitations&invite=one',
  '/admin/users?tab=invitations&invite=many',
  '/admin/my-companies?edit=data',
];

test('an address opens no dialog for somebody without the right', async ({ openAs }) => {
  for (const person of ['user', 'admin'] as const) {
    const page = await openAs(person);
    for (const [who, path] of REFUSED) {
      if (who !== person) continue;
      await stand(page, path);
      await expect(page.getByRole('dialog'), `${who}: ${path}`).toHaveCount(0);
    }
  }
});

test('nor where the organization can only read', async ({ page }) => {
  await signInAs(page, 'admin');
  type Answer = { session: { organization: object } };
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    const { session } = (await response.json()) as Answer;
    const organization = { ...session.organization, subscription_status: 'canceled' };
    return route.fulfill({ response, json: { session: { ...session, organization } } });
  });
  for (const path of READ_ONLY) {
    await stand(page, path);
    await expect(page.getByRole('dialog'), path).toHaveCount(0);
  }
  // The company's tax data can still be put right.
  await page.goto('/admin/my-companies?edit=billing');
  await expect(page.getByRole('dialog')).toBeVisible();
});
