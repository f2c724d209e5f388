import path from 'node:path';
import { chromium } from 'playwright';
import type { Browser, Page } from 'playwright';
import { chromiumLaunchOptions } from '../tools/chromium.ts';
import { browserTable, median } from './browser-table.ts';
import type { Measured, Sample } from './browser-table.ts';
import { LINES, interactionOf, type, until, withPage } from './browser-visit.ts';
import type { Line, Moment, Sight } from './browser-visit.ts';
import { ADMIN, ADMINISTRATOR, USER, connect } from './data.queries.ts';
import { DIRECTUS_ADMINISTRATOR, directusHeaders, whileDirectusRuns } from './directus.ts';
import { makeDatabase, startOurs } from './measure-size.ts';
import { PASSWORD } from './sign-in.ts';
import { buildWork } from './work.queries.ts';

const SAMPLES = 5;
const PEOPLE = 10_000;

const FORM: Sight = { there: 'input[name="password"]' };
const BUSY = 'main .skeleton, main [aria-busy="true"]';
/** Drawings have a table behind them, and wait for code of their own. */
const BUSY_BUT_DRAWINGS = 'main [aria-busy="true"]';
const rows = (least: number): Sight => ({ there: 'main tbody tr', least, gone: BUSY });
const content = (gone = BUSY): Sight => ({ there: 'main h1', gone });

/** Of a person and of an admin of an organization; all others are measured as a super_admin. */
const HOME = '/app';
const MY_COMPANY = '/admin/my-companies';
const WHO: Record<string, string> = { [HOME]: USER, [MY_COMPANY]: ADMIN };

/** Twenty rows where a screen lists that many, else what it shows first. */
const SCREENS: Record<string, Sight> = {
  '/admin': content(BUSY_BUT_DRAWINGS),
  '/admin/users': rows(20),
  '/admin/companies': rows(20),
  [MY_COMPANY]: content(),
  '/admin/plans': content(),
  '/admin/billing': rows(20),
  '/admin/tickets': rows(20),
  '/admin/reports': content(BUSY_BUT_DRAWINGS),
  '/admin/financial-reports': content(BUSY_BUT_DRAWINGS),
  '/admin/audit': rows(1),
  '/admin/settings': content(),
  '/admin/transfers': content(),
  '/admin/notifications': content(),
  '/admin/profile': content(),
  // Its cards come in one piece.
  [HOME]: { there: 'main section', least: 5, gone: BUSY },
};

/** Visited once before all is measured. */
const USERS = '/admin/users';

const DIRECTUS_LIST = '/admin/content/people';

type Asked = { folder: string; socket: string };

/**
 * How long people wait in a browser that has nothing in its cache, the median of five: for the form of the sign-in, and
 * from there to every screen of an administrator and to a person's home, on this machine and on a slow line to a slow one; and for the form of
 * Directus and its list of the same people. A table, and whether all of it is within its bars.
 */
export async function measureBrowser({ folder, socket }: Asked): Promise<{ table: string; holds: boolean }> {
  const url = await makeDatabase(socket, 'bench_browser', PEOPLE);
  const client = await connect(url);
  try {
    await buildWork(client, PEOPLE);
    const screens = await measureScreens(folder, url);
    process.stderr.write('Directus…\n');
    const database = { name: 'bench_browser_directus', indexed: true };
    const directus = await whileDirectusRuns({ folder, socket, client }, database, measureDirectus);
    return browserTable(screens, { list: USERS, ...directus });
  } finally {
    await client.end();
  }
}

async function measureScreens(folder: string, url: string): Promise<[string, Measured][]> {
  const server = await startOurs({
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'browser'),
    FILES: 'shared',
    AUTH_SECRET: 'a secret of the bench, long enough for it',
    DEMO: '0',
    LOG_LEVEL: 'error',
    // One person signs in more often here than people do.
    RATE_LIMIT: 'off',
  });
  try {
    return await withBrowser(async (browser) => {
      // The first visit pays for what server and browser compile and cache, and is not counted.
      await visitOurs(browser, server.url, 'plain', USERS);
      const screens: [string, Measured][] = [];
      for (const address of Object.keys(SCREENS)) {
        process.stderr.write(`${address}…\n`);
        screens.push([address, await measured((line) => visitOurs(browser, server.url, line, address))]);
      }
      return screens;
    });
  } finally {
    await server.stop();
  }
}

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function measured(visit: (line: Line) => Promise<Sample>): Promise<Measured> {
  const samples: Record<Line, Sample[]> = { plain: [], slow: [] };
  for (let n = 0; n < SAMPLES; n++) for (const line of LINES) samples[line].push(await visit(line));
  return { plain: medianOf(samples.plain), slow: medianOf(samples.slow) };
}

function visitOurs(browser: Browser, url: string, line: Line, address: string): Promise<Sample> {
  return withPage(browser, line, async (page) => {
    await page.goto(`${url}/admin/login?redirect=${encodeURIComponent(address)}`, { waitUntil: 'commit' });
    const form = await until(page, FORM, 'navigation');
    await type(page, 'input[name="email"]', WHO[address] ?? ADMINISTRATOR);
    await type(page, 'input[name="password"]', PASSWORD);
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
    const screen = await until(page, { path: address, ...(SCREENS[address] ?? content()) }, 'press');
    const interaction = await interactionOf(page, () => interact(page));
    return { form, screen: { ...screen, scripts: screen.scripts - form.scripts }, interaction };
  });
}

/** Its form and its list of people, with its own client. */
async function measureDirectus(url: string): Promise<Record<'form' | 'screen', Record<Line, Moment>>> {
  // A table that it did not make itself is in its API, and in its client once it is told so.
  await fetch(`${url}/collections/people`, {
    method: 'PATCH',
    headers: directusHeaders,
    body: JSON.stringify({ meta: {} }),
  });
  return withBrowser(async (browser) => {
    await visitDirectus(browser, url, 'plain');
    const { plain, slow } = await measured(async (line) => ({
      ...(await visitDirectus(browser, url, line)),
      interaction: 0,
    }));
    return {
      form: { plain: plain.form, slow: slow.form },
      screen: { plain: plain.screen, slow: slow.screen },
    };
  });
}

function visitDirectus(browser: Browser, url: string, line: Line): Promise<Pick<Sample, 'form' | 'screen'>> {
  return withPage(browser, line, async (page) => {
    await page.goto(`${url}/admin/login?redirect=${encodeURIComponent('/content/people')}`, {
      waitUntil: 'commit',
    });
    const form = await until(page, { there: 'input[type="password"]' }, 'navigation');
    await type(page, 'input[type="email"]', DIRECTUS_ADMINISTRATOR.email);
    await type(page, 'input[type="password"]', DIRECTUS_ADMINISTRATOR.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    const list = { path: DIRECTUS_LIST, there: 'main tbody tr.clickable', least: 20 };
    const screen = await until(page, list, 'press');
    return { form, screen: { ...screen, scripts: screen.scripts - form.scripts } };
  });
}

/** What one does on a screen: opens a menu, searches, goes to another tab; at home changes the language. */
async function interact(page: Page): Promise<void> {
  if (new URL(page.url()).pathname === HOME) return page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  await page.keyboard.press('Escape');
  const main = page.getByRole('main');
  const search = main.getByRole('searchbox').first();
  if (await search.isVisible()) await search.pressSequentially('ana', { delay: 100 });
  const tab = main.getByRole('tab').nth(1);
  if (await tab.isVisible()) await tab.click();
}

function medianOf(samples: Sample[]): Sample {
  const moment = (what: 'form' | 'screen'): Moment => ({
    ms: median(samples.map((sample) => sample[what].ms)),
    scripts: Math.max(...samples.map((sample) => sample[what].scripts)),
    kb: Math.max(...samples.map((sample) => sample[what].kb)),
    shift: Math.max(...samples.map((sample) => sample[what].shift)),
  });
  return {
    form: moment('form'),
    screen: moment('screen'),
    interaction: median(samples.map(({ interaction }) => interaction)),
  };
}
