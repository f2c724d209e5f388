import { renderMail } from '../../../platform/mail/layout.ts';
import { plainName } from '../../../platform/mail/plain-name.ts';
import type { Message } from '../../../platform/mail/message.ts';

export type Language = 'es' | 'en';
/** Who a mail is for; `first_name` null: the mail greets without a name. `link` is absolute. */
type To = { to: string; language: Language; first_name: string | null };

type Texts = Omit<Parameters<typeof renderMail>[0], 'language' | 'button'> & { button?: string };

function mailOf(to: string, language: Language, texts: Texts, url?: string): Message {
  const { button, ...content } = texts;
  return {
    to,
    ...renderMail({ language, ...content, ...(button && url ? { button: { label: button, url } } : {}) }),
  };
}

const HELLO: Record<Language, string> = { es: 'Hola', en: 'Hello' };
const greeting = (language: Language, first_name: string | null) =>
  first_name === null ? HELLO[language] : `${HELLO[language]}, ${first_name}`;

/** Proves the address of a new account. Greets without a name: a stranger may have typed it. */
export function verificationMail({ to, language, link }: Omit<To, 'first_name'> & { link: string }): Message {
  const texts: Record<Language, Texts> = {
    es: {
      subject: 'Confirma tu email en Atalaya',
      title: 'Confirma tu email',
      paragraphs: [
        'Confirma que esta dirección es tuya para terminar de crear tu cuenta. El enlace vale 24 horas.',
      ],
      button: 'Confirmar email',
      footnote: 'Si no has creado una cuenta, no confirmes nada: puedes ignorar este mensaje.',
    },
    en: {
      subject: 'Confirm your email for Atalaya',
      title: 'Confirm your email',
      paragraphs: [
        'Confirm that this address is yours to finish creating your account. The link is valid for 24 hours.',
      ],
      button: 'Confirm email',
      footnote: 'If you didn’t create an account, don’t confirm anything. You can ignore this message.',
    },
  };
  return mailOf(to, language, texts[language], link);
}

/** A link to set a new password. */
export function resetMail({ to, language, first_name, link }: To & { link: string }): Message {
  const texts: Record<Language, Texts> = {
    es: {
      subject: 'Restablece tu contraseña de Atalaya',
      title: greeting('es', first_name),
      paragraphs: [
        'Alguien ha pedido una contraseña nueva para tu cuenta. El enlace vale 1 hora y funciona una sola vez.',
      ],
      button: 'Elegir contraseña nueva',
      footnote: 'Si no has sido tú, ignora este mensaje: tu contraseña no cambia.',
    },
    en: {
      subject: 'Reset your Atalaya password',
      title: greeting('en', first_name),
      paragraphs: [
        'Someone requested a new password for your account. The link is valid for 1 hour and works once.',
      ],
      button: 'Choose a new password',
      footnote: 'If this wasn’t you, ignore this message. Your password won’t change.',
    },
  };
  return mailOf(to, language, texts[language], link);
}

/** In the place of a link to set a password: the organization requires its single sign-on. */
export function signOnMail({ to, language, link }: Omit<To, 'first_name'> & { link: string }): Message {
  const texts: Record<Language, Texts> = {
    es: {
      subject: 'Entra en Atalaya con el inicio de sesión de tu empresa',
      title: 'Entra con tu empresa',
      paragraphs: [
        'Tu empresa exige su inicio de sesión único: en Atalaya se entra con la cuenta de la empresa, sin otra contraseña.',
      ],
      button: 'Entrar con tu empresa',
      footnote: 'Si no esperabas este mensaje, puedes ignorarlo: tu cuenta sigue igual.',
    },
    en: {
      subject: 'Sign in to Atalaya through your company',
      title: 'Sign in through your company',
      paragraphs: [
        'Your company requires its single sign-on: you sign in to Atalaya with your company account, without another password.',
      ],
      button: 'Sign in through your company',
      footnote: 'If you weren’t expecting this message, you can ignore it. Your account hasn’t changed.',
    },
  };
  return mailOf(to, language, texts[language], link);
}

/**
 * 'Agregar Usuario': the first password of a person whom an admin has added. They have not proven their address: the
 * mail greets without a name, and of what was chosen for them it names the organization alone.
 */
export function setUpMail(mail: {
  to: string;
  language: Language;
  link: string;
  organization_name: string | null;
}): Message {
  const { to, language, link } = mail;
  const organization = plainName(mail.organization_name);
  const texts: Record<Language, Texts> = {
    es: {
      subject: 'Tu cuenta de Atalaya está lista',
      title: 'Hola',
      paragraphs: [
        `Se ha creado una cuenta para ti en Atalaya${organization ? `, en la empresa «${organization}»` : ''}. Elige una contraseña para entrar.`,
        'El enlace vale 7 días y funciona una sola vez.',
      ],
      button: 'Elegir contraseña',
      footnote: 'Si no esperabas este mensaje, puedes ignorarlo.',
    },
    en: {
      subject: 'Your Atalaya account is ready',
      title: 'Hello',
      paragraphs: [
        `An account was created for you on Atalaya${organization ? `, in the company “${organization}”` : ''}. Choose a password to sign in.`,
        'The link is valid for 7 days and works once.',
      ],
      button: 'Choose a password',
      footnote: 'If you weren’t expecting this message, you can ignore it.',
    },
  };
  return mailOf(to, language, texts[language], link);
}

/**
 * The password was changed: told to the owner, who may not have done it. `link` is where to ask for a new one;
 * `ended_keys` are the names of the API keys that ended with the old one.
 */
export function passwordChangedMail({
  to,
  language,
  first_name,
  link,
  ended_keys,
}: To & { link: string; ended_keys: string[] }): Message {
  const keys = ended_keys.length > 0;
  const texts: Record<Language, Texts> = {
    es: {
      subject: 'Tu contraseña de Atalaya ha cambiado',
      title: greeting('es', first_name),
      paragraphs: [
        'La contraseña de tu cuenta acaba de cambiar y las demás sesiones se han cerrado, igual que los navegadores de confianza.',
        ...(keys
          ? [
              `También han terminado tus claves de API: ${ended_keys.map((name) => `«${name}»`).join(', ')}. Puedes recuperarlas durante 30 días en Mi Perfil.`,
            ]
          : []),
      ],
      button: 'No he sido yo',
      footnote: 'Si has sido tú, no tienes que hacer nada.',
    },
    en: {
      subject: 'Your Atalaya password was changed',
      title: greeting('en', first_name),
      paragraphs: [
        'Your account’s password was just changed. This signed out your other sessions and removed your trusted browsers.',
        ...(keys
          ? [
              `It also revoked your API keys: ${ended_keys.map((name) => `“${name}”`).join(', ')}. You can restore them for 30 days in My profile.`,
            ]
          : []),
      ],
      button: 'This wasn’t me',
      footnote: 'If this was you, you don’t need to do anything.',
    },
  };
  return mailOf(to, language, texts[language], link);
}

/** A person tried to register with an address that has an account: only its owner is told. */
export function alreadyRegisteredMail({ to, language, first_name, link }: To & { link: string }): Message {
  const texts: Record<Language, Texts> = {
    es: {
      subject: 'Ya tienes una cuenta en Atalaya',
      title: greeting('es', first_name),
      paragraphs: [
        'Alguien ha intentado crear una cuenta con tu dirección, pero ya tienes una. Puedes iniciar sesión con ella.',
      ],
      button: 'Iniciar sesión',
      footnote: 'Si no has sido tú, no tienes que hacer nada: tu cuenta sigue igual.',
    },
    en: {
      subject: 'You already have an Atalaya account',
      title: greeting('en', first_name),
      paragraphs: [
        'Someone tried to create an account with your address, but you already have one. You can sign in with it.',
      ],
      button: 'Sign in',
      footnote: 'If this wasn’t you, you don’t need to do anything. Your account hasn’t changed.',
    },
  };
  return mailOf(to, language, texts[language], link);
}

/** A person tried to register with an address whose person may not sign in for now: what its owner can do. */
export function closedAccountMail({ to, language }: Omit<To, 'first_name'>): Message {
  const texts: Record<Language, Texts> = {
    es: {
      subject: 'Tu cuenta de Atalaya está desactivada',
      title: 'Tu cuenta está desactivada',
      paragraphs: [
        'Alguien ha intentado crear una cuenta con tu dirección. Ya tienes una, pero está desactivada o en la papelera.',
        'Para volver a entrar, pide a quien administra tu empresa que la active o la restaure.',
      ],
      footnote: 'Si no has sido tú, no tienes que hacer nada: tu cuenta sigue igual.',
    },
    en: {
      subject: 'Your Atalaya account is deactivated',
      title: 'Your account is deactivated',
      paragraphs: [
        'Someone tried to create an account with your address. You already have one, but it’s deactivated or in the trash.',
        'To sign in again, ask your company’s administrator to activate or restore it.',
      ],
      footnote: 'If this wasn’t you, you don’t need to do anything. Your account hasn’t changed.',
    },
  };
  return mailOf(to, language, texts[language]);
}
