import { renderMail } from '../../../platform/mail/layout.ts';
import type { Message } from '../../../platform/mail/message.ts';

type Language = 'es' | 'en';
/** What has happened to how an account is entered. */
export type SecurityEvent =
  | 'app_added'
  | 'app_removed'
  | 'codes_renewed'
  | 'code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'provider_linked'
  | 'provider_unlinked'
  | 'reset';

/** `detail`: the name of what was changed or of who has changed it; null where it may not be told. */
type Words = { subject: string; text: (detail: string | null) => string };

const EVENTS: Record<SecurityEvent, Record<Language, Words>> = {
  app_added: {
    es: {
      subject: 'Verificación en dos pasos activada',
      text: () => 'Desde ahora, al iniciar sesión se pide además un código de tu aplicación.',
    },
    en: {
      subject: 'Two-step verification is on',
      text: () => 'From now on, you’ll also need a code from your app to sign in.',
    },
  },
  app_removed: {
    es: {
      subject: 'Aplicación de verificación desactivada',
      text: () => 'Al iniciar sesión ya no se pide un código de tu aplicación.',
    },
    en: {
      subject: 'Authenticator app removed',
      text: () => 'You no longer need a code from your app to sign in.',
    },
  },
  codes_renewed: {
    es: {
      subject: 'Códigos de recuperación nuevos',
      text: () => 'Se han creado códigos de recuperación nuevos. Los anteriores ya no valen.',
    },
    en: {
      subject: 'New recovery codes',
      text: () => 'New recovery codes were generated. Your previous codes no longer work.',
    },
  },
  code_used: {
    es: {
      subject: 'Se ha usado un código de recuperación',
      text: (left) =>
        `Alguien ha usado uno de los códigos de recuperación de tu cuenta.${left === null ? '' : ` Te quedan ${left}.`}`,
    },
    en: {
      subject: 'A recovery code was used',
      text: (left) =>
        `Someone used one of your account’s recovery codes.${left === null ? '' : ` You have ${left} left.`}`,
    },
  },
  passkey_added: {
    es: {
      subject: 'Clave de acceso añadida',
      text: (name) =>
        `${name === null ? 'Una clave de acceso nueva' : `La clave de acceso «${name}»`} ya puede usarse para entrar en tu cuenta.`,
    },
    en: {
      subject: 'Passkey added',
      text: (name) =>
        `${name === null ? 'A new passkey' : `The passkey “${name}”`} can now be used to sign in to your account.`,
    },
  },
  passkey_removed: {
    es: {
      subject: 'Clave de acceso eliminada',
      text: (name) =>
        `${name === null ? 'Una clave de acceso' : `La clave de acceso «${name}»`} ya no vale para entrar en tu cuenta.`,
    },
    en: {
      subject: 'Passkey removed',
      text: (name) =>
        `${name === null ? 'A passkey' : `The passkey “${name}”`} can no longer be used to sign in to your account.`,
    },
  },
  provider_linked: {
    es: {
      subject: 'Cuenta externa vinculada',
      text: (name) => `${name ?? 'Una cuenta externa'} ya puede usarse para entrar en tu cuenta.`,
    },
    en: {
      subject: 'External account linked',
      text: (name) => `${name ?? 'An external account'} can now be used to sign in to your account.`,
    },
  },
  provider_unlinked: {
    es: {
      subject: 'Cuenta externa desvinculada',
      text: (name) => `${name ?? 'Una cuenta externa'} ya no vale para entrar en tu cuenta.`,
    },
    en: {
      subject: 'External account unlinked',
      text: (name) => `${name ?? 'An external account'} can no longer be used to sign in to your account.`,
    },
  },
  reset: {
    es: {
      subject: 'Verificación en dos pasos restablecida',
      text: (name) =>
        `${name ?? 'Quien administra tu empresa'} ha quitado la verificación en dos pasos de tu cuenta y ha cerrado tus sesiones; también han terminado tus claves de API. Vuelve a configurarla al entrar.`,
    },
    en: {
      subject: 'Two-step verification was reset',
      text: (name) =>
        `${name ?? 'Your company’s administrator'} reset two-step verification on your account, which signed you out and revoked your API keys. Set it up again when you sign in.`,
    },
  },
};

export const SECURITY_EVENTS = Object.keys(EVENTS) as SecurityEvent[];

const COMMON = {
  es: {
    title: (name: string | null) => (name === null ? 'Hola' : `Hola, ${name}`),
    button: 'No he sido yo',
    footnote: 'Si has sido tú, no tienes que hacer nada. Si no, elige una contraseña nueva cuanto antes.',
  },
  en: {
    title: (name: string | null) => (name === null ? 'Hello' : `Hello, ${name}`),
    button: 'This wasn’t me',
    footnote: 'If this was you, you don’t need to do anything. If not, choose a new password right away.',
  },
} as const;

/** Tells the owner of an account, who may not have done it. `link` is where to ask for a new password. */
export function securityMail(
  event: SecurityEvent,
  to: { to: string; language: Language; first_name: string | null; link: string; detail: string | null },
): Message {
  const { language, link } = to;
  const { subject, text } = EVENTS[event][language];
  const common = COMMON[language];
  return {
    to: to.to,
    ...renderMail({
      language,
      subject: `${subject} · Atalaya`,
      title: common.title(to.first_name),
      paragraphs: [`${subject}.`, text(to.detail)],
      button: { label: common.button, url: link },
      footnote: common.footnote,
    }),
  };
}
