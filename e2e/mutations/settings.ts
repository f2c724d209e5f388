import type { Page } from '@playwright/test';
import { unique } from '../harness/people.ts';
import { expect } from '../test.ts';
import type { Scene } from './scene.ts';
import { choose, dialog, inTurn, pretend, press, sendFile, stay, tab, tick, to, type, yes } from './steps.ts';
import type { Act, Entries } from './walk.ts';

/** The names of what is in the bin. */
const binned = { restored: '', user: '', ticket: '', company: '' };
const inBin =
  (button: string, which: keyof typeof binned): Act =>
  (page) =>
    page.getByRole('button', { name: `${button} ${binned[which]}`, exact: true }).click();
const askToPurge = (which: keyof typeof binned) => inBin('Borrar para siempre', which);
const purge = yes('Borrar para siempre');

async function fillBin(_page: Page, scene: Scene): Promise<void> {
  const user = async () => {
    const { id, first_name, last_name } = await scene.user();
    await scene.ask('DELETE', `/api/users/${id}`);
    return `${first_name} ${last_name}`;
  };
  const { id, title } = await scene.ticket();
  await scene.ask('DELETE', `/api/tickets/${id}`);
  const company = await scene.binnedCompany();
  Object.assign(binned, { restored: await user(), user: await user(), ticket: title, company: company.name });
}

const people = () =>
  `Nombre;Apellidos;Email;Empresa\r\nAna;Larrañaga;ana-${unique()}@example.test;demo-iberia`;
const chooseFile = sendFile('gente.csv', people);

const bin = to('/admin/settings?tab=data');
const checked: Act = (page) => page.getByText('1 fila se puede importar').waitFor();

const underWay = (row: object) => ({ ...row, state: 'running' });
const listUnderWay = ({ items, ...rest }: { items: object[] }) => ({ ...rest, items: items.map(underWay) });

/** In this order: some stay where the one before has left them. */
export const settings = {
  updateSystemDefaults: {
    open: to('/admin/settings'),
    fill: choose('Zona horaria', 'Atlantic/Canary', 'canary'),
    submit: press('Guardar Cambios'),
  },
  updateSecuritySettings: {
    open: to(async (scene) => `/admin/settings?organization=${(await scene.company()).id}&tab=security`),
    fill: type({ 'Horas sin usar la sesión': '8' }),
    submit: press('Guardar Cambios'),
  },
  updateMailSettings: {
    open: tab('Correo'),
    fill: type({ 'Nombre del remitente': 'Soporte Norte' }),
    submit: press('Guardar Cambios'),
  },
  sendTestMail: { open: stay, submit: press('Enviar correo de prueba') },
  updateNotificationSettings: {
    open: tab('Notificaciones'),
    fill: tick('Ticket cerrado: Correo'),
    submit: press('Guardar Cambios'),
  },
  createDataExport: { open: tab('Datos'), submit: press('Exportar datos') },
  cancelDataExport: {
    open: inTurn(
      async (_page, scene) =>
        scene.ask('POST', '/api/data-exports', { organization_id: (await scene.company()).id }),
      pretend('**/api/data-exports?*', listUnderWay),
      bin,
    ),
    submit: (page) =>
      page
        .getByRole('button', { name: /^Cancelar la exportación / })
        .first()
        .click(),
    answer: { json: {} },
  },
  restoreUser: { open: inTurn(fillBin, bin), submit: inBin('Restaurar', 'restored') },
  purgeUser: { open: askToPurge('user'), submit: purge },
  purgeTicket: { open: askToPurge('ticket'), submit: purge },
  purgeOrganization: {
    open: askToPurge('company'),
    fill: (page) => page.getByRole('alertdialog').getByRole('textbox').fill(binned.company),
    submit: purge,
  },
  createImport: {
    open: inTurn(to('/admin/users'), press('Importar'), dialog('Importar usuarios')),
    submit: async (page, scene) => {
      const again = page.getByRole('button', { name: 'Volver a subir gente.csv' });
      await ((await again.isVisible()) ? again.click() : chooseFile(page, scene));
    },
  },
  checkImport: [
    { open: stay, fill: choose('Teléfono', 'Nombre'), submit: press('Comprobar') },
    {
      open: inTurn(checked, press('Volver')),
      fill: choose('Teléfono', 'Apellidos'),
      submit: press('Comprobar'),
      kept: (page) => expect(page.getByRole('combobox', { name: 'Teléfono' })).toContainText('Apellidos'),
    },
  ],
  applyImport: { open: checked, fill: tick(/^Enviar enlace/), submit: press('Importar 1 fila') },
  cancelTransfer: [
    {
      open: inTurn(
        pretend(/\/api\/imports\/[^/]+$/, underWay),
        (page) => page.reload(),
        dialog('Importar usuarios'),
      ),
      submit: press('Cancelar importación'),
      answer: { json: {} },
    },
    {
      open: inTurn(pretend('**/api/transfers?*', listUnderWay), to('/admin/transfers')),
      submit: (page) => page.getByRole('button', { name: 'Cancelar' }).first().click(),
      answer: { json: {} },
    },
  ],
  createExport: { open: to('/admin/users'), submit: press('Exportar') },
  readNotification: {
    open: inTurn(
      (_page, scene) => scene.notification(),
      (_page, scene) => scene.notification(),
      to('/admin/notifications'),
    ),
    submit: (page) =>
      page
        .getByRole('button', { name: /^Marcar como leída/ })
        .first()
        .click(),
  },
  readNotifications: { open: stay, submit: press('Marcar todas como leídas') },
  updateNotificationPreference: {
    open: to('/admin/profile?tab=notifications'),
    submit: (page) =>
      page
        .getByRole('switch', { name: /: Pantalla$/ })
        .first()
        .click(),
  },
} satisfies Entries;
