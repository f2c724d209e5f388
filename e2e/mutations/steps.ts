import type { Scene } from './scene.ts';
import type { Page } from '@playwright/test';
import { expect } from '../harness/test.ts';
import type { Act } from './walk.ts';

/** Goes to an address, or to one that names what is made for it. */
export const to =
  (path: string | ((scene: Scene) => Promise<string>)): Act =>
  async (page, scene) =>
    page.goto(typeof path === 'string' ? path : await path(scene));

/** On what the mutation before has left open. */
export const stay: Act = async () => undefined;

export const inTurn =
  (...acts: Act[]): Act =>
  async (page, scene) => {
    for (const act of acts) await act(page, scene);
  };

/** A button by its whole name, the last that can be used: what lies above comes last. */
export const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true, disabled: false }).last().click();

export const item =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('menuitem', { name, exact: true }).click();

export const tab =
  (name: string): Act =>
  (page) =>
    page.getByRole('tab', { name, exact: true }).click();

/** Says yes to the question. */
export const yes =
  (name: string): Act =>
  (page) =>
    page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Types into fields by their labels. */
export const type =
  (values: Record<string, string>): Act =>
  async (page) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).last().fill(value);
  };

export const tick =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByLabel(name).last().click();

/** An option of a select, or of a field that searches for what is typed. */
export const choose =
  (label: string, option: string | RegExp, typed?: string): Act =>
  async (page) => {
    const box = page.getByRole('combobox', { name: label }).last();
    await (typed === undefined ? box.click() : box.fill(typed));
    await page.getByRole('option', { name: option }).first().click();
  };

/** Why what changes nothing is not walked. */
export const READ = 'a read that needs a body: failed-parts.spec.ts has its screen';

export const demoIberia = choose('Empresa', /^Demo Iberia/, 'Demo Iberia');

/** Invites a person who is in the organization already: the form offers what helps instead. */
export const insteadOfInviting = (emailOf: (scene: Scene) => Promise<string>): Act =>
  inTurn(
    to('/admin/users?tab=invitations&invite=one'),
    async (page, scene) => type({ Email: await emailOf(scene) })(page, scene),
    demoIberia,
    press('Enviar invitación'),
  );

/** The bin, with deleted things of every kind. */
export const bin = to('/admin/settings?tab=data');

/** Waits for a dialog whose code is loaded when it is wanted. */
export const dialog =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('dialog', { name }).waitFor();

/** Chooses a file in the dialog. */
export const sendFile =
  (name: string, text: () => string): Act =>
  (page) =>
    page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text()) });

/** What a read answers is shown otherwise: a state that passes too fast to be acted on. */
export const pretend =
  <T>(address: string | RegExp, change: (answer: T) => object): Act =>
  (page) =>
    page.route(address, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, json: change((await response.json()) as T) });
    });

/** Of a toast, and then of the one that tells that it failed. */
export const again = async (page: Page) => {
  const offer = page.getByRole('button', { name: /^(Deshacer|Reintentar)$/ });
  await expect(offer).toHaveCount(1);
  await offer.click();
};
