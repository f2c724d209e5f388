import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import { DEMO_PASSWORD, PEOPLE } from '../e2e/test.ts';
import { type RunningServer, startServer } from '../e2e/harness/server.ts';
import { stand } from '../e2e/harness/stand.ts';
import { chromiumLaunchOptions } from './chromium.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screenshots');
/** What a picture may weigh, in bytes. */
const WEIGHT = 150_000;
/** A worker number that no browser test has, so that its port is nobody else's. */
const WORKER = 20;

type Picture = {
  name: string;
  path: string;
  theme?: string;
  phone?: true;
  guest?: true;
  /** What to do before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
};

const PICTURES: Picture[] = [
  { name: 'landing', path: '/', guest: true },
  { name: 'login', path: '/admin/login', guest: true },
  { name: 'users', path: '/admin/users' },
  { name: 'users-dark', path: '/admin/users', theme: 'darkProfessional', prepare: selectThree },
  { name: 'users-phone', path: '/admin/users', phone: true },
  { name: 'invite', path: '/admin/users?tab=invitations', prepare: openInvitation },
  { name: 'palette', path: '/admin/users?tab=invitations', prepare: searchEverything },
  { name: 'analytics', path: '/admin/users?role=admin', theme: 'darkAnalytics' },
];

async function selectThree(page: Page): Promise<void> {
  for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').click();
  await page.getByText('3 seleccionados').waitFor();
}

async function openInvitation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill('lucia.serrano@demo-iberia.example');
}

async function searchEverything(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByPlaceholder('Search everything...').fill('mar');
  await page.getByRole('option').nth(3).waitFor();
}

async function take(browser: Browser, server: RunningServer, picture: Picture): Promise<void> {
  const { name, path, theme = 'lightMinimal', phone, guest, prepare } = picture;
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1200, height: 750 },
  });
  await context.addInitScript((chosen) => localStorage.setItem('ui-kit-theme', chosen), theme);
  if (!guest) await signIn(context.request, server.url);
  const page = await context.newPage();
  await stand(page, path);
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  const file = join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  await context.close();
  const { size } = statSync(file);
  console.log(`${name}.png ${String(Math.round(size / 1000))} kB`);
  if (size > WEIGHT) throw new Error(`${name}.png weighs more than ${String(WEIGHT / 1000)} kB.`);
}

async function signIn(request: Page['request'], url: string): Promise<void> {
  const reply = await request.post(`${url}/api/session`, {
    data: { email: PEOPLE.super_admin, password: DEMO_PASSWORD },
    headers: { origin: url },
  });
  if (!reply.ok()) throw new Error(`Sign-in: ${String(reply.status())} ${await reply.text()}`);
}

/** Takes the pictures of docs/screenshots from a server of its own with demo data. */
async function takeAll(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer(WORKER, {});
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    for (const picture of PICTURES) await take(browser, server, picture);
  } finally {
    await browser.close();
    await server.stop();
  }
}

await takeAll();
