import type { Page } from '@playwright/test';
import { PASSWORD_OF_MEMBERS, signIn, signInAs } from '../test.ts';
import type { MailSink } from './mails.ts';
import { addUser, type MadeUser } from './people.ts';

/** A person of Demo Iberia with a password, signed in on the page, who no other test has. */
export async function becomeMember(page: Page, mails: MailSink): Promise<MadeUser> {
  await signInAs(page, 'admin');
  const person = await addUser(page, { first_name: 'Zoé' });
  const mail = await mails.to(person.email);
  const token = new URL(mail.link).searchParams.get('token');
  const { origin } = new URL(page.url());
  const set = await page.context().request.post(`${origin}/api/password-resets/complete`, {
    data: { token, password: PASSWORD_OF_MEMBERS },
    headers: { origin },
  });
  if (set.status() !== 204) throw new Error(`The password of ${person.email}: ${String(set.status())}`);
  await signIn(page, person.email, PASSWORD_OF_MEMBERS);
  return person;
}
