import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { ask, pointAt } from './ask.ts';
import { watch } from './guard.ts';
import { MailSink } from './mails.ts';
import { startServer, type RunningServer, type ServerEnvironment } from './server.ts';

export { expect } from '@playwright/test';

/** The demo accounts by who they are. */
export const PEOPLE = {
  super_admin: 'superadmin@demo.test',
  admin: 'admin@demo.test',
  user: 'usuario1@demo.test',
  user2: 'usuario2@demo.test',
  otherAdmin: 'admin2@demo.test',
} as const;
export type Person = keyof typeof PEOPLE;
export const DEMO_PASSWORD = 'Demo-1234';
/** Of everybody whom a test makes. */
export const PASSWORD_OF_MEMBERS = 'Atalaya-Prueba-1';

type WorkerFixtures = {
  /** Settings that differ from the usual ones; a file that sets them gets a server of its own. */
  serverEnv: ServerEnvironment;
  mails: MailSink;
  server: RunningServer;
};
type Fixtures = {
  /** Console errors that a test provokes on purpose. */
  expectedErrors: RegExp[];
  /** A page in a browser context of its own, signed in as a person, guarded like the first one. */
  openAs: (person: Person) => Promise<Page>;
};

/**
 * Signs a demo person in through the API, in the context of this page, without loading a screen.
 * Throws with the server's answer where that fails.
 */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await signIn(page, PEOPLE[person], DEMO_PASSWORD);
}

/** The same for any account. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await ask(page, 'POST', '/api/session', { email, password });
}

/** The lines of a server's log that tell of errors (pino's level 50 and above). */
const failuresIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => /"level":[56]0\b/.test(line))
    .join('\n');

/** A route that still answers when its page is closed would fail the test that is over. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  mails: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const mails = new MailSink();
      await mails.start();
      await use(mails);
      await mails.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ serverEnv, mails }, use, { parallelIndex }) => {
      const server = await startServer(parallelIndex, { SMTP_URL: mails.url, ...serverEnv });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  expectedErrors: [[], { option: true }],
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  context: async ({ context, server, expectedErrors }, use, testInfo) => {
    pointAt(context, server.url);
    const check = watch(context, server.url, expectedErrors);
    const logged = server.log().length;
    await use(context);
    await endRoutes(context);
    // Beside the failed test, since the server's log goes with its worker.
    const body = failuresIn(server.log().slice(logged));
    if (body) await testInfo.attach('failures that the server logged', { body, contentType: 'text/plain' });
    check();
  },
  openAs: async ({ browser, server, expectedErrors }, use) => {
    const opened: { context: BrowserContext; check: () => void }[] = [];
    await use(async (person) => {
      // Playwright gives it this file's settings, base URL included.
      const context = await browser.newContext();
      pointAt(context, server.url);
      opened.push({ context, check: watch(context, server.url, expectedErrors) });
      const page = await context.newPage();
      await signInAs(page, person);
      return page;
    });
    for (const { context, check } of opened) {
      await endRoutes(context);
      await context.close();
      check();
    }
  },
});
