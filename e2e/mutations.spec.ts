import { FAILURES_ON_CONSOLE } from './harness/failures.ts';
import { KNOWN_ISSUER } from './harness/issuer.ts';
import { becomeMember } from './harness/members.ts';
import { expect, signInAs, test as base } from './harness/test.ts';
import { account } from './mutations/account.ts';
import { companies } from './mutations/companies.ts';
import { people } from './mutations/people.ts';
import { placesOfMutations } from './mutations/places.ts';
import { Scene } from './mutations/scene.ts';
import { settings } from './mutations/settings.ts';
import { tickets } from './mutations/tickets.ts';
import { visitors } from './mutations/visitors.ts';
import { type Entries, type Entry, type MutationName, partsOf, screensOf, walk } from './mutations/walk.ts';

const test = base.extend<{ scene: Scene }>({
  scene: async ({ openAs, server, mails, playwright }, use) => {
    const root = await openAs('super_admin');
    await use(await Scene.set({ root, server, mails, newContext: () => playwright.request.newContext() }));
  },
});

// Every route under test fails on purpose.
// The issuer is known: what is signed names them. Their name is of these tests alone, and so is their server:
// a declaration is signed once.
test.use({
  serverEnv: { ...KNOWN_ISSUER, INVOICE_ISSUER_NAME: 'Emisora de Cambios, S.L.' },
  expectedErrors: [FAILURES_ON_CONSOLE],
});

test.describe.configure({ timeout: 240_000 });

const BY_SUPER_ADMIN = { people, tickets, companies, settings };

/** Each mutation of the contract needs an entry: where a person sends it from, or why no person does. */
const ALL = { ...people, ...tickets, ...companies, ...settings, ...account, ...visitors } satisfies Record<
  MutationName,
  Entry
>;

test('every mutation of the contract is walked, from every place that sends it', () => {
  expect(Object.values<Entry>(ALL).filter((entry) => screensOf(entry).length > 0).length).toBeGreaterThan(90);
  const places = placesOfMutations();
  expect(places.size).toBeGreaterThan(110);
  for (const [name, entry] of Object.entries<Entry>(ALL)) {
    const sent = [...(places.get(name as MutationName) ?? [])];
    const named = partsOf(entry).flatMap(({ from }) => from ?? []);
    // Where there is but one place, an entry need not say which.
    if (sent.length > 1 || named.length > 0) expect([...new Set(named)].sort(), name).toEqual(sent.sort());
  }
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
