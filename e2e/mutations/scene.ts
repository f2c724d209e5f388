import type { APIRequestContext, Page } from '@playwright/test';
import { type Body, type Method, ask, askWith } from '../harness/ask.ts';
import { codeAt } from '../harness/authenticator-app.ts';
import { unique } from '../harness/people.ts';
import { comeDue } from '../harness/direct-debits.ts';
import { giveRate } from '../harness/issuer.ts';
import type { RunningServer } from '../harness/server.ts';
import type { MailSink } from '../harness/mails.ts';
import { pictureFile } from '../harness/pictures.ts';
import { DEMO_PASSWORD, PASSWORD_OF_MEMBERS, PEOPLE, type Person } from '../harness/test.ts';

type Made = { id: string; name: string; version: number };
type MadeUser = Made & { email: string; first_name: string; last_name: string };
type MadePlan = Made & { key: string };
type MadeTicket = Made & { title: string };

type Parts = {
  root: Page;
  server: RunningServer;
  mails: MailSink;
  newContext: () => Promise<APIRequestContext>;
};

/** What a walk needs that no other test has: made by a super_admin, past the screens. */
export class Scene {
  readonly mails: MailSink;
  /** The id of Demo Iberia. */
  readonly home: string;
  /** Of the person whom the walk is about, or who is invited in it. */
  email = '';
  readonly #root: Page;
  readonly #server: RunningServer;
  readonly #newContext: Parts['newContext'];

  private constructor({ root, server, mails, newContext }: Parts, home: string) {
    this.mails = mails;
    this.home = home;
    this.#root = root;
    this.#server = server;
    this.#newContext = newContext;
  }

  /** @param parts `root` is signed in as a super_admin */
  static async set(parts: Parts): Promise<Scene> {
    const list = '/api/organizations?search=Demo%20Iberia';
    const { items } = await ask<{ items: Made[] }>(parts.root, 'GET', list);
    await giveRate((...asked) => ask(parts.root, ...asked));
    return new Scene(parts, items[0]?.id ?? '');
  }

  ask<T = Made>(method: Method, path: string, data?: object): Promise<T> {
    return ask<T>(this.#root, method, path, data);
  }

  #send<T>(by: APIRequestContext, method: Method, path: string, body: Body): Promise<T> {
    return askWith<T>(by, this.#server.url, method, path, body);
  }

  /** Another session of a demo person, to end. */
  async signInElsewhere(person: Person): Promise<APIRequestContext> {
    return this.#signIn(PEOPLE[person], DEMO_PASSWORD);
  }

  async #signIn(email: string, password: string): Promise<APIRequestContext> {
    const elsewhere = await this.#newContext();
    await this.#send(elsewhere, 'POST', '/api/session', { data: { email, password } });
    return elsewhere;
  }

  /** Another session of the person whom the walk is about. */
  async signInMember(): Promise<APIRequestContext> {
    return this.#signIn(this.email, PASSWORD_OF_MEMBERS);
  }

  /** A browser of theirs in which the second step is asked for no more. */
  async trustBrowser(code: string): Promise<void> {
    const elsewhere = await this.signInMember();
    const data = { code, trust_device: true };
    await this.#send(elsewhere, 'POST', '/api/session/second-factor', { data });
  }

  /** By the link of a mail, to the one that they have. */
  async resetPassword(): Promise<void> {
    const elsewhere = await this.#newContext();
    await this.#send(elsewhere, 'POST', '/api/password-resets', { data: { email: this.email } });
    const { link } = await this.mails.to(this.email, { subject: /Restablece/ });
    const data = { token: new URL(link).searchParams.get('token'), password: PASSWORD_OF_MEMBERS };
    await this.#send(elsewhere, 'POST', '/api/password-resets/complete', { data });
  }

  /** A key that acts in the name of a demo person. */
  async makeKeyOf(person: Person): Promise<void> {
    const data = { name: `Copia ${unique()}`, scopes: ['tickets:read'], expires_in_days: 1 };
    const own = await this.signInElsewhere(person);
    await this.#send(own, 'POST', '/api/profile/api-keys', { data: { ...data, password: DEMO_PASSWORD } });
  }

  /** Adds a person to Demo Iberia who has chosen a password, which proves the address. */
  async #member(values: object = {}): Promise<MadeUser> {
    const user = await this.user(values);
    const token = new URL((await this.mails.to(user.email)).link).searchParams.get('token');
    const elsewhere = await this.#newContext();
    const chosen = { token, password: PASSWORD_OF_MEMBERS };
    await this.#send(elsewhere, 'POST', '/api/password-resets/complete', { data: chosen });
    return user;
  }

  /** Adds a person to Demo Iberia who has a password and an app that shows codes. */
  async protectedUser(): Promise<MadeUser> {
    const user = await this.#member();
    const own = await this.#signIn(user.email, PASSWORD_OF_MEMBERS);
    const data = { password: PASSWORD_OF_MEMBERS };
    const { secret } = await this.#send<{ secret: string }>(own, 'POST', '/api/profile/two-factor', { data });
    const code = { data: { code: codeAt(secret, 0) } };
    await this.#send(own, 'POST', '/api/profile/two-factor/confirmation', code);
    return user;
  }

  /** Invites a person to Demo Iberia; the link of the mail. */
  async invite(email = `invitada-${unique()}@example.test`): Promise<string> {
    await this.ask('POST', '/api/invitations', { email, role: 'user', organization_id: this.home });
    return (await this.mails.to(email, { subject: /invita/i })).link;
  }

  /** Invites an address whose account another organization prepares in between; the link of the mail. */
  async invitePrepared(): Promise<string> {
    const email = `preparada-${unique()}@example.test`;
    const link = await this.invite(email);
    await this.user({ email, organization_id: (await this.company()).id });
    return link;
  }

  /** In another browser, the person whom the walk is about. */
  async registerElsewhere(): Promise<void> {
    const person = { first_name: 'Otra', last_name: 'Persona', email: this.email };
    const data = { ...person, password: PASSWORD_OF_MEMBERS };
    await this.#send(await this.#newContext(), 'POST', '/api/accounts', { data });
  }

  async givePicture(person: Person): Promise<void> {
    const file = await pictureFile(this.#root);
    await this.#send(await this.signInElsewhere(person), 'POST', '/api/profile/avatar', {
      multipart: { file },
    });
  }

  user(values: object = {}): Promise<MadeUser> {
    const name = unique();
    const email = `persona-${name}@example.test`;
    const person = {
      first_name: 'Persona',
      last_name: name,
      email,
      role: 'user',
      organization_id: this.home,
    };
    return this.ask('POST', '/api/users', { ...person, ...values });
  }

  company(values: object = {}): Promise<Made> {
    return this.ask('POST', '/api/organizations', { name: `Empresa ${unique()}`, country: 'ES', ...values });
  }

  /** As if the day of a run of direct debits had come. */
  comeDue(run: string): Promise<void> {
    return comeDue(this.#server, run);
  }

  ticket(values: object = {}): Promise<MadeTicket> {
    const ticket = { title: `Avería ${unique()}`, description: 'No enciende.', organization_id: this.home };
    return this.ask('POST', '/api/tickets', { ...ticket, ...values });
  }

  /** A notification for the super_admin: a customer answers in a ticket of theirs. */
  async notification(): Promise<void> {
    const { session } = await this.ask<{ session: { profile: Made } }>('GET', '/api/session');
    const customer = await this.signInElsewhere('user');
    const data = { title: `Avería ${unique()}`, description: 'No enciende.' };
    const { id, version } = await this.#send<Made>(customer, 'POST', '/api/tickets', { data });
    await this.ask('PUT', `/api/tickets/${id}/assignee`, { version, assigned_to: session.profile.id });
    const answer = { data: { body: 'Sigue igual.', seen_message_id: null } };
    await this.#send(customer, 'POST', `/api/tickets/${id}/messages`, answer);
  }

  /** Of a mail about a ticket to an admin who gets no other mails: other tests wait for those of the demo people. */
  async unsubscribeLink(): Promise<string> {
    const admin = await this.#member({ role: 'admin' });
    const { id, version, title } = await this.ticket();
    await this.ask('PUT', `/api/tickets/${id}/assignee`, { version, assigned_to: admin.id });
    const { text } = await this.mails.to(admin.email, { subject: new RegExp(title) });
    return new URL(/https?:\/\/\S+\/unsubscribe\/\S+/.exec(text)?.[0] ?? '').pathname;
  }

  async binnedCompany(): Promise<Made> {
    const company = await this.company();
    await this.ask('DELETE', `/api/organizations/${company.id}`, { confirm_name: company.name });
    return company;
  }

  plan(): Promise<MadePlan> {
    const terms = { price_cents: 1900, max_users: 10, description: 'Para probar', features: [] };
    return this.ask('POST', '/api/plans', { name: `Plan ${unique()}`, ...terms });
  }

  /** Whose subscribers go to another price in a month. */
  async movingPlan(): Promise<MadePlan> {
    const plan = await this.plan();
    await this.company({ plan_type: plan.key, max_users: 10 });
    const on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const change = { version: plan.version, price_cents: 3900, subscribers: { type: 'move', on } };
    return this.ask('PATCH', `/api/plans/${plan.id}`, change);
  }

  async planId(key: string): Promise<string> {
    const { items } = await this.ask<{ items: MadePlan[] }>('GET', '/api/plans');
    return items.find((plan) => plan.key === key)?.id ?? '';
  }
}
