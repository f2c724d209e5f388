import type { Page } from '@playwright/test';
import { unique } from '../harness/people.ts';
import { DEMO_PASSWORD, expect } from '../harness/test.ts';
import type { Scene } from './scene.ts';
import {
  bin,
  choose,
  dialog,
  insteadOfInviting,
  inTurn,
  pretend,
  press,
  sendFile,
  stay,
  tab,
  tick,
  to,
  type,
  yes,
} from './steps.ts';
import { askToBeLetIn } from '../harness/assistant.ts';
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

const checked: Act = (page) => page.getByText('1 fila se puede importar').waitFor();

const underWay = (row: object) => ({ ...row, state: 'running' });
const listUnderWay = ({ items, ...rest }: { items: object[] }) => ({ ...rest, items: items.map(underWay) });

/** A change of many that a job is at, as a server tells of one that takes long. */
const changeUnderWay: Act = inTurn(
  to(async (scene) => `/admin/users?search=${(await scene.user()).email}`),
  async (page) => {
    const transfer = { id: '01a20bdd-0000-7000-8000-000000000000', state: 'running', processed: 1, total: 2 };
    await page.route('**/api/users/bulk', (route) =>
      route.fulfill({ json: { changed: 0, undo_id: null, transfer_id: transfer.id } }),
    );
    await page.route(`**/api/transfers/${transfer.id}`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: transfer }) : route.fallback(),
    );
  },
  tick(/^Seleccionar a /),
  press('Desactivar'),
  yes('Desactivar'),
  (page) => page.getByRole('progressbar', { name: 'Progreso' }).waitFor(),
);

/** How people sign in through a connection, set up and tested with a provider that is not there. */
const setUp = {
  connection_id: '01a20bdd-0000-7000-8000-000000000000',
  redirect_uri: 'https://atalaya.example/api/sso/callback',
  logout_uri: 'https://atalaya.example/api/sso/01a20bdd-0000-7000-8000-000000000000/logout',
  saml: {
    entity_id: 'https://atalaya.example/api/sso/01a20bdd-0000-7000-8000-000000000000/saml',
    acs_url: 'https://atalaya.example/api/sso/01a20bdd-0000-7000-8000-000000000000/saml/acs',
    logout_url: 'https://atalaya.example/api/sso/01a20bdd-0000-7000-8000-000000000000/saml/logout',
  },
  settings: {
    kind: 'oidc',
    issuer: 'https://okta.example',
    client_id: 'atalaya',
    is_tested: true,
    is_on: false,
    version: 1,
  },
  test: null,
};
const showSetUp = inTurn(
  pretend('**/api/connections/*/sign-on', () => setUp),
  (page) => page.reload(),
  dialog('Inicio de sesión único'),
);
/** Single sign-on that is required, with the one person whose passkey that takes. */
const required = {
  organization_id: '01a20bdd-0000-7000-8000-000000000000',
  is_on: true,
  changed_at: '2026-03-05T10:00:00.000Z',
  changed_by: 'Ana Gil',
  version: 1,
  people: [],
  ready: { connection: true, person: true, session: true },
  ends_sessions: 0,
  shuts_out: 0,
};
const ana = {
  id: '01a20bdd-0000-7000-8000-000000000001',
  name: 'Ana Gil',
  email: 'ana@norte.example',
  has_passkey: false,
  is_ready: false,
};
const showEnforcement = (values: object) =>
  inTurn(
    pretend('**/api/enforcement*', () => ({ ...required, ...values })),
    (page) => page.reload(),
  );
const closeDialog: Act = (page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();

/** In this order: some stay where the one before has left them. */
export const settings = {
  updateSystemDefaults: {
    open: to('/admin/settings'),
    fill: choose('Zona horaria', 'Atlantic/Canary', 'canary'),
    submit: press('Guardar cambios'),
  },
  updateSecuritySettings: {
    open: to(async (scene) => `/admin/settings?organization=${(await scene.company()).id}&tab=security`),
    fill: type({ 'Horas sin usar la sesión': '8' }),
    submit: press('Guardar cambios'),
  },
  createDomain: {
    open: inTurn(press('Añadir dominio'), dialog('Añadir dominio')),
    fill: type({ Dominio: 'norte-mutaciones.example' }),
    submit: press('Añadir'),
  },
  checkDomain: { open: stay, submit: press('Comprobar norte-mutaciones.example') },
  deleteDomain: { open: press('Quitar norte-mutaciones.example'), submit: yes('Quitar') },
  findSignOn: { none: 'no screen sends it' },
  updateMailSettings: {
    open: tab('Correo'),
    fill: type({ 'Nombre del remitente': 'Soporte Norte' }),
    submit: press('Guardar cambios'),
  },
  sendTestMail: { open: stay, submit: press('Enviar correo de prueba') },
  createConnection: {
    open: inTurn(
      to(async (scene) => `/admin/settings?organization=${(await scene.company()).id}&tab=security`),
      press('Añadir conexión'),
      dialog('Añadir conexión'),
    ),
    fill: inTurn(press('Añadir grupo'), type({ Nombre: 'Entra ID', Grupo: 'Jefatura' })),
    submit: press('Añadir'),
  },
  updateConnection: {
    open: inTurn(press('Editar la conexión Entra ID'), dialog('Editar conexión')),
    fill: type({ Nombre: 'Okta' }),
    submit: press('Guardar cambios'),
  },
  saveSignOn: {
    open: inTurn(
      press('Inicio de sesión único de Okta'),
      dialog('Inicio de sesión único'),
      press('Configurar'),
      dialog('Configurar el inicio de sesión único'),
    ),
    fill: type({
      Emisor: 'https://okta.example',
      'ID de cliente': 'atalaya',
      'Secreto de cliente': 'un secreto',
    }),
    submit: press('Guardar'),
    // As a server that reaches the provider.
    answer: { json: setUp },
  },
  testSignOn: {
    open: inTurn(showSetUp, tab('Prueba')),
    submit: press('Probar en una ventana'),
    answer: { json: { url: 'about:blank' } },
  },
  switchSignOn: {
    open: showSetUp,
    submit: press('Activar'),
    answer: { json: { ...setUp, settings: { ...setUp.settings, is_on: true } } },
  },
  addBreakGlass: {
    open: inTurn(
      closeDialog,
      showEnforcement({ is_on: false }),
      pretend('**/api/users?*', () => ({
        items: [{ ...ana, first_name: 'Ana', last_name: 'Gil' }],
        total: 1,
      })),
      press('Dar acceso'),
      dialog('Dar acceso de emergencia'),
    ),
    fill: choose('Administrador', 'Ana Gil'),
    submit: press('Dar acceso'),
    answer: { json: { ...required, is_on: false, people: [ana] } },
  },
  removeBreakGlass: {
    open: inTurn(
      showEnforcement({ is_on: false, people: [ana] }),
      press('Quitar el acceso de emergencia de Ana Gil'),
    ),
    submit: yes('Quitar'),
    answer: { json: { ...required, is_on: false } },
  },
  switchEnforcement: {
    open: inTurn(showEnforcement({}), press('Dejar de exigir')),
    submit: yes('Dejar de exigir'),
    answer: { json: { ...required, is_on: false } },
  },
  createProvisioningToken: {
    open: inTurn(press('Aprovisionamiento de Okta'), dialog('Aprovisionamiento'), press('Crear token')),
    fill: inTurn(dialog('Crear un token'), type({ 'Contraseña actual': DEMO_PASSWORD })),
    submit: press('Crear'),
  },
  revokeProvisioningToken: {
    open: inTurn(press('Lo he guardado'), press(/^Revocar el token /)),
    submit: yes('Revocar'),
  },
  deleteConnection: {
    open: inTurn(
      closeDialog,
      // What was shown of required single sign-on was made up: it is read again as it is.
      (page) => page.reload(),
      press('Eliminar la conexión Okta'),
    ),
    submit: yes('Eliminar'),
  },
  createWebhook: {
    open: inTurn(tab('Integraciones'), press('Añadir webhook'), dialog('Añadir webhook')),
    fill: type({ Dirección: 'https://hooks.example/in', Descripción: 'Almacén' }),
    submit: press('Añadir'),
  },
  updateWebhook: [
    {
      from: 'WebhookDialog in webhook-dialog.tsx',
      open: inTurn(press('Lo he guardado'), press('Editar Almacén'), dialog('Editar webhook')),
      fill: type({ Dirección: 'https://hooks.example/out' }),
      submit: press('Guardar'),
    },
    { from: 'Switch in webhook-item.tsx', open: stay, submit: press('Pausar Almacén') },
  ],
  rotateWebhookSecret: {
    open: press('Cambiar el secreto: Almacén'),
    submit: yes('Cambiar el secreto'),
  },
  testWebhook: {
    open: inTurn(press('Lo he guardado'), press('Registro de Almacén'), dialog('Registro de envíos')),
    submit: press('Enviar prueba'),
  },
  resendWebhook: [
    {
      from: 'Again in delivery-item.tsx',
      open: stay,
      submit: press('Reenviar webhook.ping'),
    },
    {
      from: 'ResendDialog in resend-dialog.tsx',
      open: inTurn(press('Reenviar varios'), dialog('Reenviar varios')),
      submit: (page) =>
        page
          .getByRole('dialog', { name: 'Reenviar varios' })
          .getByRole('button', { name: 'Reenviar', exact: true })
          .click(),
    },
  ],
  deleteWebhook: {
    open: inTurn(closeDialog, press('Eliminar Almacén')),
    submit: yes('Eliminar'),
  },
  switchAssistants: {
    // The installation's first: without it the organization's does nothing.
    open: async (page, scene) => {
      await scene.ask('PUT', '/api/assistants', { is_on: true });
      await page.reload();
    },
    submit: press('Permitir asistentes'),
  },
  updateNotificationSettings: {
    open: tab('Notificaciones'),
    fill: tick('Ticket cerrado: Correo'),
    submit: press('Guardar cambios'),
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
  restoreUser: [
    {
      from: 'InsteadOfInviting in invite-dialog.tsx',
      open: insteadOfInviting(async (scene) => {
        const { id, email } = await scene.user();
        await scene.ask('DELETE', `/api/users/${id}`);
        return email;
      }),
      submit: press('Restaurar'),
    },
    {
      from: 'useWaysOut in bin-item.tsx',
      open: inTurn(fillBin, bin),
      submit: inBin('Restaurar', 'restored'),
    },
  ],
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
      from: 'useImport in use-import.ts',
      open: inTurn(
        pretend(/\/api\/imports\/[^/]+$/, underWay),
        (page) => page.reload(),
        dialog('Importar usuarios'),
      ),
      submit: press('Cancelar importación'),
      answer: { json: {} },
    },
    {
      from: 'TransferActions in transfer-actions.tsx',
      open: inTurn(pretend('**/api/transfers?*', listUnderWay), to('/admin/transfers')),
      submit: (page) => page.getByRole('button', { name: 'Cancelar' }).first().click(),
      answer: { json: {} },
    },
    {
      from: 'waitForChange in run-change.ts',
      open: changeUnderWay,
      submit: press('Cancelar'),
      kept: (page) => expect(page.getByRole('progressbar', { name: 'Progreso' })).toBeVisible(),
      fromToast: true,
      answer: { json: {} },
    },
  ],
  createExport: { open: to('/admin/users'), submit: press('Exportar') },
  readNotification: [
    {
      from: 'NotificationsBody in notifications-body.tsx',
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
    { from: 'ReadAll in bell-panel.tsx', none: 'it reads all' },
    { from: 'NotificationsPage in notifications-page.tsx', none: 'it reads all' },
  ],
  readNotifications: [
    {
      from: 'NotificationsPage in notifications-page.tsx',
      open: stay,
      submit: press('Marcar todas como leídas'),
    },
    {
      from: 'ReadAll in bell-panel.tsx',
      open: inTurn(
        (_page, scene) => scene.notification(),
        to('/admin/plans'),
        press(/^Notificaciones/),
        dialog('Notificaciones'),
      ),
      submit: (page) =>
        page.getByRole('dialog').getByRole('button', { name: 'Marcar todas como leídas' }).click(),
    },
    { from: 'NotificationsBody in notifications-body.tsx', none: 'it reads one' },
  ],
  updateNotificationPreference: {
    open: to('/admin/profile?tab=notifications'),
    submit: (page) =>
      page
        .getByRole('switch', { name: /: Pantalla$/ })
        .first()
        .click(),
  },
  // Assistants are let in by now.
  giveConsent: {
    open: async (page) => page.goto(await askToBeLetIn(page)),
    fill: type({ 'Contraseña actual': DEMO_PASSWORD }),
    submit: press('Permitir'),
    arrive: (page) => page.waitForURL('**/kit?code=*'),
  },
} satisfies Entries;
