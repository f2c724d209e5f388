import { becomeMember } from './harness/members.ts';
import { account } from './mutations/account.ts';
import { companies } from './mutations/companies.ts';
import { people } from './mutations/people.ts';
import { Scene } from './mutations/scene.ts';
import { settings } from './mutations/settings.ts';
import { tickets } from './mutations/tickets.ts';
import { visitors } from './mutations/visitors.ts';
import { type Entries, type Entry, type MutationName, walk } from './mutations/walk.ts';
import { expect, signInAs, test as base } from './test.ts';

const test = base.extend<{ scene: Scene }>({
  scene: async ({ openAs, server, mails, playwright }, use) => {
    const root = await openAs('super_admin');
    await use(
      await Scene.set({ root, server: server.url, mails, newContext: () => playwright.request.newContext() }),
    );
  },
});

// Every route under test fails on purpose.
test.use({ expectedErrors: [/status of 50[02]|net::ERR_CONNECTION_RESET/] });

test.describe.configure({ timeout: 240_000 });

const BY_SUPER_ADMIN = { people, tickets, companies, settings };

/** Whoever adds a mutation to the contract says here where a person sends it from, or why none does. */
const ALL = { ...people, ...tickets, ...companies, ...settings, ...account, ...visitors } satisfies Record<
  MutationName,
  Entry
>;

test('every mutation of the contract is walked', () => {
  expect(Object.values<Entry>(ALL).filter((entry) => !('none' in entry)).length).toBeGreaterThan(90);
});

for (const [name, entries] of Object.entries<Entries>(BY_SUPER_ADMIN))
  test(`${name}: a mutation that fails is told, keeps what was typed, and is sent again`, async ({
    page,
    scene,
  }) => {
    await signInAs(page, 'super_admin');
    expect(await walk(page, scene, entries)).toEqual([]);
  });

test('one’s own account: the same', async ({ page, scene, mails }) => {
  scene.email = (await becomeMember(page, mails)).email;
  expect(await walk(page, scene, account)).toEqual([]);
});

test('visitors: the same', async ({ page, scene }) => {
  expect(await walk(page, scene, visitors)).toEqual([]);
});
