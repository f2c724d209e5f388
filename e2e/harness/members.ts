import type { Page } from '@playwright/test';
import { ask } from './ask.ts';
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
  const token = new URL(link).searchParams.get('token');
  await ask(page, 'POST', '/api/password-resets/complete', { token, password: PASSWORD_OF_MEMBERS });
}

/** Registers an account without an organization and leaves it signed out; returns its address. */
export async function register(page: Page, mails: MailSink): Promise<string> {
  const email = `registrada-${unique()}@example.test`;
  const person = { first_name: 'Eva', last_name: 'Ruiz', email, password: PASSWORD_OF_MEMBERS };
  await ask(page, 'POST', '/api/accounts', person);
  const token = new URL((await mails.to(email)).link).searchParams.get('token');
  await ask(page, 'POST', '/api/accounts/verification', { token });
  await page.context().clearCookies();
  return email;
}
