import { unique } from '../harness/people.ts';
import { DEMO_PASSWORD, PEOPLE, signInAs } from '../harness/test.ts';
import { inTurn, press, pretend, READ, to, type, yes } from './steps.ts';
import type { Act, Entries } from './walk.ts';

const nobody: Act = (page) => page.context().clearCookies();
const login = inTurn(nobody, to('/admin/login'));
const chosen = { Contraseña: 'ocho-letras', 'Confirmar Contraseña': 'ocho-letras' };
const newAddress: Act = async (_page, scene) => {
  scene.email = `nueva-${unique()}@example.test`;
};

const confirmation = to(async (scene) => (await scene.mails.to(scene.email, { subject: /^Confirma/ })).link);

/** By people who are not signed in; in this order, of which some need the one before. */
export const visitors = {
  signIn: {
    open: login,
    fill: type({ Email: PEOPLE.user2, Contraseña: DEMO_PASSWORD }),
    submit: press('INICIAR SESIÓN'),
  },
  signInDevelopmentAccount: { open: login, submit: press('Login Rápido') },
  seedDevelopmentAccounts: { open: login, submit: press('Crear usuarios de desarrollo') },
  startProviderSignIn: {
    open: inTurn(
      nobody,
      pretend<object>('**/api/configuration', (configuration) => ({
        ...configuration,
        providers: ['google'],
      })),
      to('/admin/login'),
    ),
    submit: press('Continuar con Google'),
    answer: { json: { url: '/admin/register' } },
    arrive: (page) => page.waitForURL('**/admin/register'),
  },
  requestPasswordReset: [
    {
      from: 'RequestForm in request-form.tsx',
      open: inTurn(nobody, to('/admin/reset-password')),
      fill: type({ Email: PEOPLE.user2 }),
      submit: press('Enviar enlace'),
    },
    {
      from: 'SetUpFirst in accept-page.tsx',
      open: to((scene) => scene.invitePrepared()),
      submit: press('Enviarme el enlace'),
    },
    {
      from: 'SetPassword in linked-accounts-card.tsx',
      open: inTurn(
        (page) => signInAs(page, 'user2'),
        pretend('**/api/profile/providers', () => ({ has_password: false, providers: [] })),
        to('/admin/profile?tab=security'),
      ),
      submit: press('Establecer contraseña'),
      answer: { status: 202 },
    },
  ],
  checkPasswordReset: { none: READ },
  completePasswordReset: {
    open: inTurn(
      nobody,
      to(async (scene) => (await scene.mails.to((await scene.user()).email)).link),
    ),
    fill: type({ 'Nueva contraseña': 'clave-primera', 'Confirmar contraseña': 'clave-primera' }),
    submit: press('Guardar contraseña'),
  },
  register: {
    open: inTurn(nobody, newAddress, to('/admin/register')),
    fill: (page, scene) =>
      type({ Nombre: 'Eva', Apellido: 'Ruiz', Email: scene.email, ...chosen })(page, scene),
    submit: press('Crear Cuenta'),
  },
  // On the screen that the registration leads to.
  resendVerification: [
    {
      from: 'AwaitingVerification in awaiting-verification.tsx',
      open: press('Reenviar correo'),
      submit: press('Reenviar correo'),
    },
    {
      from: 'useSignIn in login-form.tsx',
      open: to('/admin/login'),
      fill: (page, scene) => type({ Email: scene.email, Contraseña: chosen.Contraseña })(page, scene),
      submit: inTurn(press('INICIAR SESIÓN'), press('Reenviar correo')),
    },
  ],
  verifyEmail: [
    {
      from: 'VerifyEmailPage in verify-email-page.tsx',
      open: confirmation,
      submit: press('Confirmar email'),
    },
    {
      from: 'OwnForm in verify-email-page.tsx',
      open: inTurn(
        nobody,
        newAddress,
        (_page, scene) => scene.registerElsewhere(),
        confirmation,
        press('Confirmar email'),
      ),
      fill: type({ Nombre: 'Eva', Apellido: 'Ruiz', ...chosen }),
      submit: press('Guardar y entrar'),
    },
  ],
  openInvitation: { none: READ },
  // By the person who has just registered, and belongs to no organization.
  joinInvitation: {
    open: to((scene) => scene.invite(scene.email)),
    submit: press('Aceptar Invitación'),
  },
  acceptInvitation: {
    open: inTurn(
      nobody,
      to((scene) => scene.invite()),
    ),
    fill: type({ Nombre: 'Eva', Apellido: 'Ruiz', ...chosen }),
    submit: press('Aceptar Invitación'),
  },
  declineInvitation: {
    open: inTurn(
      nobody,
      to((scene) => scene.invite()),
      press('Rechazar invitación'),
    ),
    submit: yes('Rechazar invitación'),
  },
  requestInvitationRenewal: {
    open: inTurn(nobody, to('/invitation/accept/ya-no-vale')),
    submit: press('Pedir un enlace nuevo'),
  },
  unsubscribe: {
    open: inTurn(
      nobody,
      to((scene) => scene.unsubscribeLink()),
    ),
    submit: press('Dejar de recibirlos'),
  },
  updateBillingData: {
    open: inTurn((page) => signInAs(page, 'otherAdmin'), to('/admin/my-companies?edit=billing')),
    fill: type({ 'Email de facturación': 'pagos@demo.test' }),
    submit: press('Guardar cambios'),
  },
  receiveMail: { none: 'it is called by a mail server, with a secret' },
  recordVisit: { none: 'it is sent in the background, and nobody waits for it' },
} satisfies Entries;
