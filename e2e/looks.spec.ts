import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './test.ts';

const PUBLIC = [
  '/',
  '/app',
  '/admin/login',
  '/admin/register',
  '/admin/reset-password',
  '/admin/reset-password?token=inventado',
  '/admin/verify-email?token=inventado',
  '/invitation/accept/inventado',
  '/no-existe',
];
const ADMINISTRATION = [
  '/admin',
  '/admin/users',
  '/admin/users?search=nadie-se-llama-asi',
  '/admin/users?tab=invitations',
  '/admin/companies',
  '/admin/plans',
  '/admin/tickets',
  '/admin/audit',
  '/admin/billing',
  '/admin/reports',
  '/admin/financial-reports',
  '/admin/settings',
  '/admin/settings?tab=security',
  '/admin/settings?tab=mail',
  '/admin/settings?tab=notifications',
  '/admin/settings?tab=data',
  '/admin/profile',
  '/admin/profile?tab=security',
  '/admin/profile?tab=sessions',
  '/admin/profile?tab=notifications',
  '/admin/profile?tab=keys',
  '/admin/notifications',
  '/admin/no-existe',
];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const TWO = ['lightMinimal', 'darkProfessional'];
const OFFERED = [...TWO, 'gradientModern', 'darkAnalytics'];

/** The way the kit keeps the focus in a dialog: a hidden stop at its either end, which passes it on. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]';

/** What axe finds in a theme on the page as it stands, as one line for each kind of problem. */
async function problemsIn(page: Page, theme: string): Promise<string[]> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  }, theme);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).exclude(FOCUS_GUARD).analyze();
  const where = `${new URL(page.url()).pathname} in ${theme}`;
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    return `${where}: ${id} × ${String(nodes.length)}: ${first?.html ?? ''} ${first?.failureSummary ?? ''}`;
  });
}

/** Whatever moved by itself while a screen loaded is noted down, with what moved. */
async function noteShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        const moved = entry.sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : '').slice(0, 120),
        );
        shifts.push(`${entry.value.toFixed(4)} ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOn = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

const whereIs = (page: Page) => `${new URL(page.url()).pathname} at ${String(page.viewportSize()?.width)}`;

async function widthOf(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beyond > 0 ? [`${whereIs(page)} is ${String(beyond)} px too wide`] : [];
}

/** What is wrong with a screen that was just loaded: what moved by itself, and scrolling sideways. */
async function flawsOf(page: Page): Promise<string[]> {
  const shifts = await shiftsOn(page);
  return [...shifts.map((shift) => `${whereIs(page)} moves: ${shift}`), ...(await widthOf(page))];
}

/** Every screen on a desk, in some themes, and on phones. */
async function walk(page: Page, paths: string[], themesOf: (path: string) => string[]) {
  await noteShifts(page);
  const problems: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await stand(page, path);
    problems.push(...(await flawsOf(page)));
    for (const theme of themesOf(path)) problems.push(...(await problemsIn(page, theme)));
    await page.setViewportSize({ width: 390, height: 844 });
    await stand(page, path);
    problems.push(...(await flawsOf(page)));
    // Turning the phone moves things, as it should: only the width counts here.
    await page.setViewportSize({ width: 360, height: 800 });
    problems.push(...(await widthOf(page)));
  }
  expect(problems).toEqual([]);
}

test.describe.configure({ timeout: 240_000 });

test('public screens: accessible in light and dark, nothing moves while they load, none is too wide', async ({
  page,
}) => {
  await walk(page, PUBLIC, () => TWO);
});

test('the administration: the same, and the users in each theme that is offered', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await walk(page, ADMINISTRATION, (path) => (path === '/admin/users' ? OFFERED : TWO));
});

test('what opens over a screen is accessible, and so is a phone', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await stand(page, '/admin/users?tab=invitations');
  const problems: string[] = [];
  const look = async (role: 'dialog' | 'menu', open: () => Promise<void>) => {
    await open();
    await expect(page.getByRole(role)).toBeVisible();
    for (const theme of TWO) problems.push(...(await problemsIn(page, theme)));
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toHaveCount(0);
  };
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await look('dialog', () => page.keyboard.press('ControlOrMeta+k'));
  await look('dialog', () => page.keyboard.press('?'));
  await look('dialog', () => click('Nueva Invitación'));
  await look('menu', () => click('Tema'));
  await look('menu', () => click('Menú de usuario'));
  await page.setViewportSize({ width: 390, height: 844 });
  await look('dialog', () => click('Abrir el menú'));
  await stand(page, '/admin/users');
  for (const theme of TWO) problems.push(...(await problemsIn(page, theme)));
  expect(problems).toEqual([]);
});
