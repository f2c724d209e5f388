import { defineTexts } from '../../../../platform/messages/define-texts.ts';

/** Of its own: it comes with a problem. */
export const entryProblemEs = {
  refused: 'No has podido entrar con tu empresa',
  required: 'Entra con tu empresa',
  problems: {
    sso: {
      failed: 'Tu empresa no ha confirmado quién eres. Vuelve a intentarlo.',
      unreachable:
        'El inicio de sesión de tu empresa no responde. Vuelve a intentarlo más tarde, o avisa a un administrador.',
      address_refused:
        'El inicio de sesión de tu empresa no está bien configurado. Avisa a un administrador.',
      no_email: 'Tu empresa no nos ha dicho cuál es tu email. Avisa a un administrador.',
      foreign_email:
        'El email que nos ha dicho tu empresa no es de ninguno de sus dominios comprobados. Avisa a un administrador.',
      other_person: 'No puedes entrar así. Pide a un administrador de tu empresa que te invite.',
      account_closed: 'Tu acceso está desactivado. Habla con un administrador de tu empresa.',
      required:
        'Tu empresa exige su inicio de sesión único: ni la contraseña, ni una clave de acceso ni otro proveedor abren tu cuenta.',
    },
    organization: {
      seats_full:
        'Tu empresa no tiene plazas libres. Hemos avisado a sus administradores: vuelve a intentarlo cuando haya una.',
      domain_not_allowed: 'Tu empresa no admite aquí emails como el tuyo. Avisa a un administrador.',
    },
  },
} as const;

/** As people read it who want to come in; admins, who set it up, read the texts of the errors. */
export const entryProblemTexts = defineTexts(entryProblemEs, () =>
  import('./entry-problem.en.ts').then((file) => file.entryProblemEn),
);
