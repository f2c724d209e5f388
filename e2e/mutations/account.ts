import type { Page } from '@playwright/test';
import { ask } from '../harness/ask.ts';
import { codeAt } from '../harness/authenticator-app.ts';
import { plugIn } from '../harness/passkeys.ts';
import { pictureFile } from '../harness/pictures.ts';
import { expect, PASSWORD_OF_MEMBERS as PASSWORD } from '../harness/test.ts';
import { again, dialog, inTurn, item, press, pretend, stay, tab, tick, to, type, yes } from './steps.ts';
import type { Act, Entries, Screen } from './walk.ts';

const profile = to('/admin/profile');
const security = to('/admin/profile?tab=security');
/** In the dialog: the page below asks for it too. */
const password: Act = (page) =>
  page.locator('[role=dialog], [role=alertdialog]').getByLabel('Contraseña actual').fill(PASSWORD);
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const inCard =
  (title: string, button: string | RegExp): Act =>
  (page) =>
    card(page, title).getByRole('button', { name: button, exact: true }).first().click();
const TWO_FACTOR = 'Verificación en dos pasos';
const PASSKEYS = 'Claves de acceso';
const ownPicture = async (page: Page) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pictureFile(page));
const savePicture = press('Guardar imagen');

/** Of a Google that this server is set up for, and that is linked or not. */
const google = (linked: boolean) =>
  pretend('**/api/profile/providers', () => ({
    has_password: true,
    providers: [
      {
        provider: 'google',
        configured: true,
        linked: linked ? { email: null, linked_at: '2027-01-01T00:00:00Z' } : null,
        removable: true,
      },
    ],
  }));

/** Of the ten that the last renewal has shown. */
let recoveryCodes: string[] = [];
const keepCodes = async (page: Page) => {
  const shown = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  recoveryCodes = await shown.allInnerTexts();
};

const recoveryCode =
  (at: number): Act =>
  (page, scene) =>
    type({ 'Código de la aplicación o de recuperación': recoveryCodes[at] ?? '' })(page, scene);
const trustBrowser =
  (at: number): Act =>
  (_page, scene) =>
    scene.trustBrowser(recoveryCodes[at] ?? '');

const makeKey: Act = async (page) => {
  const data = { name: 'Otra copia', scopes: ['tickets:read'], expires_in_days: 1, password: PASSWORD };
  await ask(page, 'POST', '/api/profile/api-keys', data);
};

/** The step before ends in the panel: nothing of it is under way any more. */
const entered: Act = (page) => page.waitForURL('**/admin');
const signIn: Act = inTurn(
  (page) => page.context().clearCookies(),
  to('/admin/login'),
  (page, scene) => type({ Email: scene.email, Contraseña: PASSWORD })(page, scene),
);
const secondStep = inTurn(signIn, press('INICIAR SESIÓN'), (page) =>
  page.getByLabel('Código de verificación').waitFor(),
);

/** A way in that was made before a reset of the password, as one looks through them afterwards. */
const dropWay = (kind: 'api_key' | 'provider' | 'passkey' | 'app', how: Partial<Screen>): Screen => {
  const way = { id: kind === 'provider' ? 'google' : '01a20bdd-0000-7000-8000-000000000000', name: 'Otra' };
  return {
    from: 'DropWayDialog in drop-way-dialog.tsx',
    open: inTurn(
      pretend('**/api/profile/access-review', () => ({
        reset_at: '2027-01-02T00:00:00Z',
        ways: [{ ...way, kind, made_at: '2027-01-01T00:00:00Z', made_with: null }],
      })),
      security,
      press(/^Quitar: /),
      dialog('¿Quitar esta forma de entrar?'),
    ),
    submit: press('Quitar'),
    ...how,
  };
};

const sessionAsItIs = async (page: Page) => {
  const reply = await page.request.get('/api/session');
  return { json: (await reply.json()) as object };
};

/** By a person with a password, whom no other test has; in this order, of which each step needs the one before. */
export const account = {
  updateProfile: [
    {
      from: 'useSend in profile-form.tsx',
      open: profile,
      fill: type({ Nombre: 'Inés' }),
      submit: press('Guardar cambios'),
    },
    // What is chosen holds in this browser at once: that it is kept with the person too may fail.
    {
      from: 'useOwnTheme in use-own-theme.ts',
      open: to('/admin/notifications'),
      submit: inTurn(
        press('Tema'),
        (page) => page.getByRole('menuitemradio', { checked: false }).first().click(),
        (page) => page.keyboard.press('Escape'),
      ),
    },
    {
      from: 'useOwnLanguage in use-own-language.ts',
      none: 'told in the language that was chosen: profile-failures.spec.ts',
    },
  ],
  uploadAvatar: [
    {
      from: 'useUpload in use-upload.ts',
      open: inTurn(profile, ownPicture, dialog('Encuadrar la imagen')),
      submit: savePicture,
    },
    {
      from: 'useRemoveAvatar in use-remove-avatar.ts',
      open: inTurn(profile, press('Quitar imagen')),
      submit: again,
      fromToast: true,
    },
  ],
  removeAvatar: { open: profile, submit: press('Quitar imagen') },
  endOwnSession: {
    open: inTurn(
      (_page, scene) => scene.signInMember(),
      (_page, scene) => scene.signInMember(),
      to('/admin/profile?tab=sessions'),
    ),
    submit: press(/^Cerrar la sesión de /),
  },
  endOtherSessions: {
    open: inTurn(makeKey, inCard('Sesiones activas', 'Cerrar las demás')),
    submit: press('Cerrar las demás'),
  },
  // It has ended with the sessions.
  restoreApiKey: {
    open: inTurn(tab('Claves de API'), press(/^Recuperar la clave /)),
    fill: password,
    submit: press('Recuperar'),
  },
  createApiKey: {
    open: inTurn(press('Nueva clave'), dialog('Nueva clave de API')),
    fill: inTurn(type({ Nombre: 'Copia nocturna' }), tick('Leer Tickets'), password),
    submit: press('Crear clave'),
  },
  revokeApiKey: [
    {
      from: 'Keys in api-keys-card.tsx',
      open: press('La he guardado'),
      submit: inTurn(press(/^Revocar la clave /), yes('Revocar')),
    },
    { from: 'Assistants in assistants-card.tsx', none: 'by the button of the same list as keys' },
    dropWay('api_key', { answer: { status: 204 } }),
  ],
  startProviderLink: {
    open: inTurn(google(false), security, press('Vincular Google')),
    fill: password,
    submit: press('Continuar'),
    answer: { json: { url: '/admin/profile' } },
  },
  unlinkProvider: [
    {
      from: 'UnlinkDialog in provider-dialogs.tsx',
      open: inTurn(google(true), security, press('Desvincular Google')),
      fill: password,
      submit: press('Desvincular'),
      answer: { status: 204 },
    },
    dropWay('provider', { fill: password, answer: { status: 204 } }),
  ],
  changePassword: {
    open: security,
    fill: type({
      'Contraseña actual': PASSWORD,
      'Nueva contraseña': PASSWORD,
      'Confirmar nueva contraseña': PASSWORD,
    }),
    submit: press('Actualizar contraseña'),
  },
  addPasskey: {
    open: inTurn(plugIn, security, inCard(PASSKEYS, 'Añadir clave de acceso')),
    fill: inTurn((page) => page.getByRole('dialog').getByLabel('Nombre').fill('Portátil'), password),
    submit: press('Continuar'),
  },
  // From now on the browser asks for the passkey beside the password.
  startPasskey: {
    open: inTurn(press('Ya los he guardado'), inCard(PASSKEYS, 'Añadir clave de acceso')),
    fill: inTurn((page) => page.getByRole('dialog').getByLabel('Nombre').fill('Otra'), password),
    submit: press('Continuar'),
  },
  startOwnerPasskey: {
    open: inTurn(security, inCard(TWO_FACTOR, 'Crear códigos nuevos')),
    fill: password,
    submit: press('Crear códigos nuevos'),
  },
  startTwoFactor: {
    open: inTurn(press('Ya los he guardado'), inCard(TWO_FACTOR, 'Activar')),
    fill: password,
    submit: press('Continuar'),
  },
  confirmTwoFactor: {
    open: (page) => page.getByLabel('Código de 6 dígitos').waitFor(),
    // That of the next step: it has to last for all failures.
    fill: async (page, scene) =>
      type({ 'Código de 6 dígitos': codeAt(await page.locator('code').innerText(), 1) })(page, scene),
    submit: press('Verificar y activar'),
  },
  renewRecoveryCodes: {
    open: inTurn(security, inCard(TWO_FACTOR, 'Crear códigos nuevos')),
    fill: inTurn(password, press('Usar una clave de acceso')),
    submit: press('Crear códigos nuevos'),
  },
  completeSecondFactor: {
    open: inTurn(keepCodes, secondStep, press('Usar un código de recuperación')),
    fill: (page, scene) => type({ 'Código de recuperación': recoveryCodes[0] ?? '' })(page, scene),
    submit: press('Verificar'),
  },
  endTrustedBrowser: {
    open: inTurn(entered, trustBrowser(2), trustBrowser(3), to('/admin/profile?tab=sessions')),
    submit: press(/^Dejar de confiar en /),
  },
  endTrustedBrowsers: { open: stay, submit: inTurn(press('Quitar todos'), yes('Quitar todos')) },
  startPasskeySignIn: { open: signIn, submit: press('Entrar con una clave de acceso') },
  signInWithPasskey: { open: inTurn(entered, signIn), submit: press('Entrar con una clave de acceso') },
  startPasskeySecondFactor: { open: secondStep, submit: press('Usar una clave de acceso') },
  completePasskeySecondFactor: {
    open: inTurn(entered, secondStep),
    submit: press('Usar una clave de acceso'),
  },
  renamePasskey: {
    open: inTurn(security, inCard(PASSKEYS, /^Cambiar el nombre de /)),
    fill: (page) => page.getByRole('dialog').getByLabel('Nombre').fill('Oficina'),
    submit: press('Guardar'),
  },
  removePasskey: [
    {
      from: 'RemovePasskeyDialog in factor-dialogs.tsx',
      open: inCard(PASSKEYS, /^Eliminar /),
      fill: inTurn(password, recoveryCode(4)),
      submit: press('Eliminar'),
    },
    dropWay('passkey', { fill: inTurn(password, recoveryCode(6)), answer: sessionAsItIs }),
  ],
  disableTwoFactor: [
    dropWay('app', { fill: inTurn(password, recoveryCode(6)), answer: sessionAsItIs }),
    {
      from: 'DisableAppDialog in factor-dialogs.tsx',
      open: inTurn(security, inCard(TWO_FACTOR, 'Desactivar')),
      fill: inTurn(password, recoveryCode(5)),
      submit: press('Desactivar'),
    },
  ],
  finishAccessReview: {
    open: inTurn(
      (_page, scene) => scene.resetPassword(),
      signIn,
      press('INICIAR SESIÓN'),
      entered,
      security,
      // The key that was restored has ended again.
      (page) => page.getByRole('button', { name: /^Recuperar la clave / }).waitFor(),
    ),
    submit: press('Ya lo he revisado'),
  },
  signOut: [
    {
      from: 'SignOut in required-page.tsx',
      open: inTurn(
        pretend<{ session: object }>('**/api/session', ({ session }) => ({
          session: { ...session, two_factor: 'required' },
        })),
        to('/admin/two-factor'),
      ),
      submit: press('Cerrar Sesión'),
      answer: { status: 204 },
    },
    {
      from: 'useSignOut in use-sign-out.ts',
      open: profile,
      submit: inTurn(press('Menú de usuario'), item('Cerrar Sesión')),
    },
  ],
} satisfies Entries;
