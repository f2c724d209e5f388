import type { Locator, Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { hold } from './harness/hold.ts';
import { unique } from './harness/people.ts';
import { settle, stand } from './harness/stand.ts';
import { closeToasts } from './harness/toasts.ts';
import { expect, PEOPLE, signInAs, test } from './harness/test.ts';

const ROWS = 'tbody tr[data-row], section[aria-label="Invitaciones"] li';
const NAME = 'td:not([data-select])';
const EMAIL = 'p > span:first-child';
/** Where there is a card instead of a row, its menu. */
const PENCIL = 'td[data-actions] button:visible';
const BOX = 'td[data-select] input';
const BOX_OF_ALL = 'th[data-select] input';
/** A phone, a tablet, a small and a usual screen: the bar of filters wraps in each at another place. */
const WIDTHS = [390, 768, 1024, 1440];

const company = (page: Page) =>
  ask(page, 'POST', '/api/organizations', { name: `Empresa ${unique()}`, max_users: 10 });

async function invite(page: Page): Promise<void> {
  const { id } = await company(page);
  for (let each = 0; each < 4; each += 1) {
    const data = { email: `a-${unique()}@example.test`, role: 'user', organization_id: id };
    await ask(page, 'POST', '/api/invitations', data);
  }
}

async function openTickets(page: Page): Promise<void> {
  const { id } = await company(page);
  for (let each = 0; each < 4; each += 1) {
    const data = { title: `Avería ${unique()}`, description: 'No enciende.', organization_id: id };
    await ask(page, 'POST', '/api/tickets', data);
  }
}

type List = {
  path: string;
  read: string;
  word: RegExp;
  press: string;
  /** Makes rows where the demo data have none, or none that is found alone. */
  fill?: (page: Page) => Promise<void>;
};

const TICKETS = {
  path: '/admin/tickets',
  read: '**/api/tickets?*',
  word: /Avería \S+/,
  fill: openTickets,
};

/** Every list that can be searched: its screen, where its rows are read, what of a row finds it, what is pressed. */
const LISTS: List[] = [
  { path: '/admin/users', read: '**/api/users?*', word: /\S+@\S+/, press: NAME },
  { path: '/admin/users', read: '**/api/users?*', word: /\S+@\S+/, press: PENCIL },
  { path: '/admin/users', read: '**/api/users?*', word: /\S+@\S+/, press: BOX },
  { path: '/admin/users', read: '**/api/users?*', word: /\S+@\S+/, press: BOX_OF_ALL },
  { path: '/admin/companies', read: '**/api/organizations?*', word: /.+/, press: NAME },
  { ...TICKETS, press: NAME },
  { ...TICKETS, press: BOX },
  { ...TICKETS, press: BOX_OF_ALL },
  { path: '/admin/audit', read: '**/api/audit?*', word: /\S{5,}/, press: NAME },
  { path: '/admin/billing?tab=invoices', read: '**/api/invoices?*', word: /A-\d+-\d+/, press: NAME },
  { path: '/admin/billing?tab=payments', read: '**/api/payments?*', word: /A-\d+-\d+/, press: NAME },
  {
    path: '/admin/users?tab=invitations',
    read: '**/api/invitations?*',
    word: /\S+@\S+/,
    press: EMAIL,
    fill: invite,
  },
];

const searchOf = (page: Page) => page.locator('#content').getByRole('searchbox').first();

/** From now on the last click of the page is known by the text of the row that it came to, or by its control. */
async function noteClicks(page: Page): Promise<void> {
  await page.evaluate((rows) => {
    const note = ({ target }: Event) => {
      const clicked = target as Element;
      document.body.dataset['clicked'] =
        clicked.closest<HTMLElement>(rows)?.innerText ?? clicked.closest('button, input')?.outerHTML ?? '-';
    };
    document.addEventListener('click', note, { capture: true, once: true });
  }, ROWS);
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Runs in the page: the pause in typing after which a search begins is over at no time, however slow the machine. */
function neverPause(): void {
  const PAUSE_MS = 250;
  const putOff = window.setTimeout;
  Object.assign(window, {
    setTimeout: (run: () => void, milliseconds?: number) =>
      milliseconds === PAUSE_MS ? 0 : putOff(run, milliseconds),
  });
}

type Found = { row: Locator; text: string; word: string };

/** The third row, and what is to be typed to find it alone. */
async function third(page: Page, list: List): Promise<Found> {
  // Not all have what is searched for: a draft of an invoice has no number.
  const row = page.locator(ROWS).filter({ hasText: list.word }).nth(2);
  const text = await row.innerText();
  return { row, text, word: list.word.exec(text)?.[0] ?? '' };
}

/** Types what finds the third row alone, presses that row, and lets the answer come before the button is let go. */
async function pressWhileSearching(page: Page, list: List, waits: boolean): Promise<void> {
  const { row, text, word } = await third(page, list);
  const isOfAll = list.press === BOX_OF_ALL;
  const pressed = isOfAll ? page.locator(list.press) : row.locator(list.press).first();
  await noteClicks(page);
  const { asked, letGo } = await hold(page, 'GET', list.read);
  const answered = page.waitForResponse(list.read);
  await searchOf(page).fill(word);
  if (waits) {
    await asked;
    await painted(page);
  }
  const box = (await pressed.boundingBox())!;
  await page.mouse.move(box.x + Math.min(60, box.width / 2), box.y + box.height / 2);
  await page.mouse.down();
  letGo();
  // What is typed just before is asked for once the button is let go.
  if (waits) await answered;
  await painted(page);
  await page.mouse.up();
  await expect(page.locator('body')).toHaveAttribute('data-clicked', isOfAll ? /type="checkbox"/ : text);
  await answered;
  if (list.press !== BOX && !isOfAll) return;
  // What was ticked among the rows of before is ticked as long as it is in the list.
  await expect(page.locator(ROWS)).toHaveCount(1);
  await expect(page.locator(ROWS).locator(BOX)).toBeChecked();
  await expect(page.getByText('1 seleccionado')).toBeVisible();
}

for (const list of LISTS)
  test(`${list.path}, ${list.press}: pressed while its list changes, it gets its click`, async ({ page }) => {
    await signInAs(page, 'super_admin');
    await list.fill?.(page);
    const round = (width: number, waits: boolean) =>
      test.step(`${String(width)} wide, ${waits ? 'under way' : 'at once'}`, async () => {
        // High enough for three rows of a phone: nothing is scrolled.
        await page.setViewportSize({ width, height: 2000 });
        await stand(page, list.path);
        if (!waits) await page.evaluate(neverPause);
        await pressWhileSearching(page, list, waits);
        await page.unrouteAll();
      });
    // A list of cards has no head.
    const widths = WIDTHS.filter((width) => list.press !== BOX_OF_ALL || width > 390);
    // At once: leaving the search begins it. After a pause it is under way already.
    for (const width of widths) await round(width, false);
    await round(1440, true);
  });

test('of the rows that a search leaves, none is made anew', async ({ page }) => {
  await signInAs(page, 'super_admin');
  for (const { path, fill } of LISTS) {
    await fill?.(page);
    await stand(page, path);
    await page.evaluate((rows) => {
      for (const row of document.querySelectorAll<HTMLElement>(rows))
        for (const part of [row, ...row.querySelectorAll<HTMLElement>('*')])
          Object.assign(part, { madeFor: row.innerText });
    }, ROWS);
    const before = await page.locator(ROWS).count();
    await searchOf(page).fill('a');
    await expect(page).toHaveURL(/[?&](i?search|actor)=a/);
    await settle(page);
    const made = await page.evaluate((rows) => {
      const known = (part: Element) => (part as Element & { madeFor?: string }).madeFor;
      const all = [...document.querySelectorAll<HTMLElement>(rows)];
      const kept = all.filter((row) => known(row) !== undefined);
      const anew = kept.filter((row) =>
        [...row.querySelectorAll('*')].some((part) => known(part) !== known(row)),
      );
      return { kept: kept.length, anew: anew.map((row) => row.innerText) };
    }, ROWS);
    expect(made.kept, `${path}: rows kept of ${before}`).toBeGreaterThan(0);
    expect(made.anew, path).toEqual([]);
  }
});

test('a search that is already known does not take the row from under the pointer either', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await stand(page, '/admin/users');
  const { row, text, word } = await third(page, LISTS[0]!);
  await searchOf(page).fill(word);
  await expect(page.locator(ROWS)).toHaveCount(1);
  await searchOf(page).fill('');
  await expect(row).toBeVisible();
  await settle(page);
  await noteClicks(page);
  await page.evaluate(neverPause);
  await searchOf(page).fill(word);
  const box = (await row.locator(NAME).first().boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await painted(page);
  await page.mouse.up();
  await expect(page.locator('body')).toHaveAttribute('data-clicked', text);
  await expect(page).toHaveURL(/[?&]search=/);
});

test('a row is ticked with Space while its list changes; what is no more in it is let go', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  for (const isFound of [true, false]) {
    await stand(page, '/admin/users');
    const { row, word } = await third(page, LISTS[0]!);
    const { asked, letGo } = await hold(page, 'GET', '**/api/users?*');
    await searchOf(page).fill(isFound ? word : 'superadmin@demo.test');
    await asked;
    await row.press('Space');
    await expect(row.locator(BOX)).toBeChecked();
    letGo();
    await expect(page.locator(ROWS)).toHaveCount(1);
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(isFound ? 2 : 0);
    await expect(page.getByText('1 seleccionado')).toHaveCount(isFound ? 1 : 0);
    await page.unrouteAll();
  }
});

test('a toast that comes while a button is down does not cover what is pressed', async ({ page }) => {
  await signInAs(page, 'super_admin');
  // A person who may get a link: who else is in the list depends on the tests before.
  await stand(page, `/admin/users?search=${PEOPLE.user}`);
  const send = async () => {
    await page
      .locator(ROWS)
      .first()
      .getByRole('button', { name: /^Más acciones/ })
      .click();
    await page.getByRole('menuitem', { name: 'Enviar enlace de contraseña' }).click();
  };
  const told = page.getByRole('button', { name: 'Cerrar aviso' });
  // Their code is there from the first one on.
  await send();
  await expect(told).toHaveCount(1);
  await closeToasts(page);
  const { asked, letGo } = await hold(page, 'POST', '**/api/users/*/password-reset');
  await send();
  await asked;
  await noteClicks(page);
  const bell = page.locator('header').getByRole('button', { name: /otificaci/ });
  await bell.hover();
  await page.mouse.down();
  const answered = page.waitForResponse('**/api/users/*/password-reset');
  letGo();
  await answered;
  await painted(page);
  await page.mouse.up();
  await expect(page.locator('body')).toHaveAttribute('data-clicked', /otificaci/);
  await expect(told).toHaveCount(1);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('what is tapped while the answer comes gets its click', async ({ page }) => {
    await signInAs(page, 'super_admin');
    await page.addInitScript(answerAtLiftedFinger);
    for (const press of [NAME, BOX]) {
      await stand(page, '/admin/users');
      const { row, text, word } = await third(page, LISTS[0]!);
      await noteClicks(page);
      await searchOf(page).fill(word);
      await expect(page.locator('body')).toHaveAttribute('data-answered', word);
      await row.locator(press).first().tap();
      await expect(page.locator('body')).toHaveAttribute('data-clicked', text);
      await expect(page.locator(ROWS)).toHaveCount(1);
      if (press === BOX) await expect(page.locator(ROWS).locator(BOX)).toBeChecked();
    }
  });
});

/**
 * Runs in the page: the answer of a search comes when a finger is lifted. The click of a tap comes later, in a task of
 * its own, and what is put off by no time may be done before it: here it always is.
 */
function answerAtLiftedFinger(): void {
  let isLifted = false;
  const lift = () => (isLifted = true);
  const lower = () => (isLifted = false);
  window.addEventListener('pointerup', lift, true);
  for (const name of ['pointerdown', 'mousedown']) window.addEventListener(name, lower, true);
  const putOff = window.setTimeout;
  const putOffOrNot = (run: () => void, milliseconds = 0) => {
    if (!isLifted || milliseconds > 0) return putOff(run, milliseconds);
    queueMicrotask(run);
    return 0;
  };
  Object.assign(window, { setTimeout: putOffOrNot });

  const fetched = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await fetched(...asked);
    const [address] = asked;
    const { pathname, searchParams } = new URL(
      address instanceof Request ? address.url : address,
      location.href,
    );
    if (pathname !== '/api/users' || !searchParams.get('search')) return answer;
    const body = await answer.text();
    document.body.dataset['answered'] = searchParams.get('search') ?? '';
    await new Promise((done) => window.addEventListener('pointerup', done, { capture: true, once: true }));
    return Object.assign(answer, { text: async () => body });
  };
}

test('a button under a field that is left wrong by the press on it gets its click', async ({ page }) => {
  await signInAs(page, 'super_admin');
  for (const path of ['/admin/users?user=new', '/admin/companies?edit=new', '/admin/plans?plan=new']) {
    await page.goto(path);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    // At its upper edge: the form grows by the line that tells of the field.
    const box = (await dialog.getByRole('button', { name: 'Cancelar' }).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 2);
    await page.mouse.down();
    await painted(page);
    await page.mouse.up();
    await expect(dialog).toHaveCount(0);
  }
});
