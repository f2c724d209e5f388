import type { Page } from '@playwright/test';
import { PASSWORD_OF_MEMBERS, signIn, signInAs } from './test.ts';
import type { MailSink } from './mails.ts';
import { addUser, type MadeUser, unique } from './people.ts';

/** A person of Demo Iberia with a password, signed in on the page, who no other test has. */
export async function becomeMember(page: Page, mails: MailSink): Promise<MadeUser> {
  await signInAs(page, 'admin');
  const person = await addUser(page, { first_name: 'Zoé' });
  await choosePassword(page, (await mails.to(person.email)).link);
  await signIn(page, person.email, PASSWORD_OF_MEMBERS);
  return person;
}

/** Sets the password of members by a link that was mailed. */
export async function choosePassword(page: Page, link: string): Promise<void> {
  const { origin, searchParams } = new URL(link);
  const set = await page.context().request.post(`${origin}/api/password-resets/complete`, {
    data: { token: searchParams.get('token'), password: PASSWORD_OF_MEMBERS },
    headers: { origin },
  });
  if (set.status() !== 204) throw new Error(`The password by ${link}: ${String(set.status())}`);
}

/** Registers an account without an organization and leaves it signed out; returns its address. */
export async function register(page: Page, mails: MailSink): Promise<string> {
  const email = `registrada-${unique()}@example.test`;
  await page.goto('/admin/register');
  const { origin } = new URL(page.url());
  const post = async (path: string, data: object) => {
    const reply = await page.context().request.post(`${origin}${path}`, { data, headers: { origin } });
    if (!reply.ok()) throw new Error(`${path}: ${String(reply.status())} ${await reply.text()}`);
  };
  const person = { first_name: 'Eva', last_name: 'Ruiz', email, password: PASSWORD_OF_MEMBERS };
  await post('/api/accounts', person);
  const token = new URL((await mails.to(email)).link).searchParams.get('token');
  await post('/api/accounts/verification', { token });
  await page.context().clearCookies();
  return email;
}
