import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import { DEMO_PASSWORD, PEOPLE } from '../e2e/harness/test.ts';
import { type RunningServer, startServer } from '../e2e/harness/server.ts';
import { stand } from '../e2e/harness/stand.ts';
import { chromiumLaunchOptions } from './chromium.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screenshots');
const LANDING = join(import.meta.dirname, '..', 'web', 'src', 'features', 'landing');
/** What a picture may weigh, in bytes. */
const WEIGHT = 170_000;
/** A worker number that no browser test has, so that no other process has its port. */
const WORKER = 20;

type Picture = {
  name: string;
  path: string;
  /** The person who is signed in; absent: the super_admin. */
  as?: keyof typeof PEOPLE;
  theme?: string;
  phone?: true;
  /** For the landing page, not for docs. */
  landing?: true;
  /** What to do before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
};

const PICTURES: Picture[] = [
  { name: 'dashboard', path: '/admin' },
  { name: 'users', path: '/admin/users', prepare: selectThree },
  { name: 'ticket', path: '/admin/tickets', prepare: openTicket },
  { name: 'financial-reports', path: '/admin/financial-reports', theme: 'darkAnalytics' },
  { name: 'audit', path: '/admin/audit', prepare: openEntry },
  { name: 'billing', path: '/admin/billing', as: 'admin' },
  { name: 'settings', path: '/admin/settings?tab=security', theme: 'gradientModern' },
  { name: 'phone-dark', path: '/admin/tickets', theme: 'darkProfessional', phone: true },
  { name: 'product-light', path: '/admin', landing: true },
  { name: 'product-dark', path: '/admin', theme: 'darkProfessional', landing: true },
];

async function selectThree(page: Page): Promise<void> {
  for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').click();
  await page.getByText('3 seleccionados').waitFor();
}

async function openTicket(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /cambiar el idioma/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
}

async function openEntry(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /estado de/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('table').waitFor();
}

/** The same picture as WebP, which the browser itself writes. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const written = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.85);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(written.split(',')[1] ?? '', 'base64');
}

async function take(browser: Browser, server: RunningServer, picture: Picture): Promise<void> {
  const { name, path, as = 'super_admin', theme = 'lightMinimal', phone, landing, prepare } = picture;
  // As narrow as lists are still tables.
  const desk = landing ? { width: 1440, height: 900 } : { width: 1280, height: 800 };
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : desk,
  });
  await context.addInitScript((chosen) => localStorage.setItem('ui-kit-theme', chosen), theme);
  await signIn(context.request, server.url, PEOPLE[as]);
  const page = await context.newPage();
  await stand(page, path);
  await prepare?.(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await context.close();
  const file = landing ? join(LANDING, `${name}.webp`) : join(FOLDER, `${name}.png`);
  const bytes = landing ? await asWebp(browser, png) : png;
  writeFileSync(file, bytes);
  console.log(`${file} ${String(Math.round(bytes.length / 1000))} kB`);
  if (bytes.length > WEIGHT) throw new Error(`${file} weighs more than ${String(WEIGHT / 1000)} kB.`);
}

async function signIn(request: Page['request'], url: string, email: string): Promise<void> {
  const reply = await request.post(`${url}/api/session`, {
    data: { email, password: DEMO_PASSWORD },
    headers: { origin: url },
  });
  if (!reply.ok()) throw new Error(`Sign-in: ${String(reply.status())} ${await reply.text()}`);
}

/** Takes the pictures of docs/screenshots and of the landing page from a server of its own with demo data. */
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
