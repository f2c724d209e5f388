import type { Page, Request, Route } from '@playwright/test';
import type { Api, RouteName } from '../../contract/src/api.ts';
import { CLIENT_PATHS } from '../../contract/src/client-paths.ts';
import { FAILURES, failWith, type Failure, TOO_LARGE } from '../harness/failures.ts';
import { closeToasts } from '../harness/toasts.ts';
import type { Scene } from './scene.ts';

/** Every route of the contract that changes something, or may. */
export type MutationName = {
  [Name in RouteName]: Api[Name]['method'] extends 'GET' ? never : Name;
}[RouteName];

export type Act = (page: Page, scene: Scene) => Promise<unknown>;

type Answer = Parameters<Route['fulfill']>[0];

/** How a person comes to send a mutation. */
export type Screen = {
  /** Which place of the code this is, where several send it: 'SignOut in required-page.tsx'. */
  from?: string;
  /** To the screen, and to the dialog on it. */
  open: Act;
  /** What is typed or chosen before it is sent. */
  fill?: Act;
  /** The press that sends it, without typing; the same again after each failure. */
  submit: Act;
  /** What else than fields, dialogs, rows and the address has to be as it was after a failure. */
  kept?: Act;
  /** It is sent by the button of a toast. */
  fromToast?: true;
  /** How it is answered at last, where only another server than ours could. */
  answer?: Answer | ((page: Page) => Promise<Answer>);
  /** Waits for the page that the answer leads to: one that is left while it loads may never load the next. */
  arrive?: Act;
};
/** Why no person sends it on a screen, or need not from this place too. */
type Unwalked = { from?: string; none: string };
export type Entry = Screen | Unwalked | readonly (Screen | Unwalked)[];
export type Entries = Partial<Record<MutationName, Entry>>;

/** A failure told in words for a person, as opposed to a success or to what a program would say. */
const TOLD =
  /error|no se (ha|han|puede|pudo)|no hay conexión|no se entiende|no está disponible|demasiado grande|vuelve a intentarlo/i;
const TECHNICAL =
  /[{}<>]|undefined|null|NaN|TypeError|Unexpected token|JSON|Bad Gateway|Entity|\b(413|50[02])\b/;
const WITHIN_MS = 15_000;

/** Requests of the one route under test: they fail while `failing` says how, or are answered in the server's place. */
class RouteUnderTest {
  failing: Failure | null = null;
  answer: Answer | null = null;
  readonly #method: string;
  readonly #path: RegExp;

  constructor(name: MutationName) {
    const [method = '', path = ''] = CLIENT_PATHS[name].split(' ');
    this.#method = method;
    this.#path = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  }

  readonly isAddress = ({ pathname }: URL): boolean => this.#path.test(pathname);

  isFor(request: Request): boolean {
    return request.method() === this.#method && this.isAddress(new URL(request.url()));
  }

  async handle(route: Route): Promise<void> {
    if (!this.isFor(route.request())) return route.fallback();
    if (this.failing) return failWith(route, this.failing);
    return this.answer ? route.fulfill(this.answer) : route.fallback();
  }
}

/** All that the walk says of a mutation. */
export const partsOf = (entry: Entry): readonly (Screen | Unwalked)[] =>
  'open' in entry || 'none' in entry ? [entry] : entry;

export const screensOf = (entry: Entry): Screen[] => partsOf(entry).filter((part) => 'open' in part);

/**
 * Sends each mutation of the table over every failure and then once more; what went wrong, one line each. Where a step
 * cannot be done at all the walk ends: those after it may need it, and would each wait in vain.
 */
export async function walk(page: Page, scene: Scene, entries: Entries): Promise<string[]> {
  const problems: string[] = [];
  const haveCome = watchReads(page);
  await page.addInitScript(noteTyping);
  for (const [name, entry] of Object.entries(entries) as [MutationName, Entry][]) {
    for (const screen of screensOf(entry)) {
      const under = new RouteUnderTest(name);
      await page.route(under.isAddress, (route) => under.handle(route));
      const where = screen.from ? `${name} by ${screen.from}` : name;
      try {
        const found = await walkOne({ page, scene, screen, under, haveCome });
        problems.push(...found.map((problem) => `${where}: ${problem}`));
      } catch (error) {
        return [...problems, `${where}: ${(error as Error).message.slice(0, 600)}`];
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  }
  return problems;
}

type Walked = {
  page: Page;
  scene: Scene;
  screen: Screen;
  under: RouteUnderTest;
  haveCome: () => Promise<void>;
};

async function walkOne({ page, scene, screen, under, haveCome }: Walked): Promise<string[]> {
  await screen.open(page, scene);
  await screen.fill?.(page, scene);
  await haveCome();
  const before = await page.evaluate(shown);
  await page.evaluate(forgetTyping);
  const problems: string[] = [];
  for (const [name, failure] of Object.entries(FAILURES)) {
    // A toast offers no second try of what was refused.
    if (screen.fromToast && name === TOO_LARGE) continue;
    if (!screen.fromToast) await closeToasts(page);
    under.failing = failure;
    await Promise.all([page.waitForRequest((request) => under.isFor(request)), screen.submit(page, scene)]);
    const problem = await toldAndKept(page, before);
    if (problem) problems.push(`${name}: ${problem}`);
    if (await page.evaluate(forgetTyping))
      return [...problems, 'what is typed in `submit` belongs in `fill`'];
    await screen.kept?.(page, scene);
  }
  if (!screen.fromToast) await closeToasts(page);
  under.failing = null;
  under.answer = (typeof screen.answer === 'function' ? await screen.answer(page) : screen.answer) ?? null;
  const [response] = await Promise.all([
    page.waitForResponse((answer) => under.isFor(answer.request())),
    screen.submit(page, scene),
  ]);
  if (!response.ok()) problems.push(`at last it answers ${String(response.status())}`);
  await screen.arrive?.(page, scene);
  return problems;
}

/** Runs in the page. Typing before each try would hide that what was typed is lost: `submit` must not. */
function noteTyping(): void {
  document.addEventListener('input', ({ target }) => {
    const isText = (target as Element).matches(
      'textarea, input:not([type=checkbox], [type=radio], [type=file])',
    );
    if (isText) document.documentElement.dataset['typed'] = '';
  });
}

/** Runs in the page: whether something has been typed since the last time. */
function forgetTyping(): boolean {
  const isTyped = 'typed' in document.documentElement.dataset;
  delete document.documentElement.dataset['typed'];
  return isTyped;
}

/** Tells when all that a screen reads has come. */
function watchReads(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  const isRead = (request: Request) => /\/api\/(?!live)|\/assets\//.test(request.url());
  page.on('request', (request) => isRead(request) && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const isStill = () =>
    document.querySelector('h1') && !document.querySelector('[aria-busy=true], .skeleton');
  return async () => {
    do {
      await page.waitForFunction(isStill);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    } while (pending.size > 0 || !(await page.evaluate(isStill)));
  };
}

/** Waits until the failure is told, and all is as it was; what is missing of that. */
async function toldAndKept(page: Page, before: string[]): Promise<string | null> {
  const untold = await untilNull(page, async () => {
    const told = await page.evaluate(messages);
    if (told.some((text) => TECHNICAL.test(text))) return `not in words for a person: ${told.join(' | ')}`;
    return told.some((text) => TOLD.test(text)) ? null : `it is not told: ${told.join(' | ')}`;
  });
  return (
    untold ??
    untilNull(page, async () => {
      const now = await page.evaluate(shown);
      const lost = before.filter((line) => !now.includes(line));
      const gained = now.filter((line) => !before.includes(line));
      return lost.length + gained.length > 0 ? `was ${lost.join(', ')}; is ${gained.join(', ')}` : null;
    })
  );
}

/** Asks in every frame of the page until there is no problem any more, or the time is over. */
async function untilNull(page: Page, look: () => Promise<string | null>): Promise<string | null> {
  const until = Date.now() + WITHIN_MS;
  let problem = await look();
  while (problem !== null && Date.now() < until) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    problem = await look();
  }
  return problem;
}

/** Runs in the page: toasts, alerts and the messages of fields. */
function messages(): string[] {
  const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const toasts = [...document.querySelectorAll('[aria-label="Cerrar aviso"]')].map((button) =>
    button.closest('[role=dialog], [role=alertdialog]'),
  );
  const fields = [...document.querySelectorAll('[aria-invalid=true]')].map((field) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? ''),
  );
  const all = [...document.querySelectorAll('[role=alert]'), ...toasts, ...fields];
  return all.flatMap((each) => (each && isSeen(each) ? (each as HTMLElement).innerText.trim() || [] : []));
}

/** Runs in the page: what its fields hold, which dialogs are open, how many rows there are, and the address. */
function shown(): string[] {
  const isToast = (element: Element) => element.querySelector('[aria-label="Cerrar aviso"]') !== null;
  const textOf = (id: string | null) => document.getElementById(id ?? '')?.textContent ?? '';
  const FIELDS = 'input:not([type=hidden], [type=file]), textarea, [role=combobox], [role=switch]';
  const fields = [...document.querySelectorAll<HTMLInputElement>(FIELDS)].map((field) => {
    const label =
      field.labels?.[0]?.textContent ?? field.ariaLabel ?? textOf(field.getAttribute('aria-labelledby'));
    const isTicked = field.type === 'checkbox' || field.type === 'radio';
    const value = isTicked ? String(field.checked) : (field.value ?? field.textContent);
    return `${label} = ${value}`;
  });
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
    .filter((dialog) => !isToast(dialog))
    .map((dialog) => `dialog ${dialog.ariaLabel ?? textOf(dialog.getAttribute('aria-labelledby'))}`);
  const rows = document.querySelectorAll('#content tbody tr, #content li:not(nav li)').length;
  return [...fields, ...dialogs, `${String(rows)} rows`, location.href];
}
