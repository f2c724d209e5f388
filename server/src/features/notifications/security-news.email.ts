import { renderMail } from '../../platform/mail/layout.ts';
import type { Message } from '../../platform/mail/mail.ts';

type Language = 'es' | 'en';
/** Changes of the password and of second factors have mails of their own, which say more. */
export type MailedSecurityEvent = 'security.new_device' | 'security.session_ended' | 'security.role_changed';

type Said = { title: string; text: string };

const ROLES: Record<Language, Record<string, string>> = {
  es: { user: 'Usuario', admin: 'Administrador', super_admin: 'Super Admin' },
  en: { user: 'User', admin: 'Administrator', super_admin: 'Super Admin' },
};

function spanish(event: MailedSecurityEvent, params: Record<string, string>): Said {
  switch (event) {
    case 'security.new_device': {
      const text = `Se ha iniciado sesión en tu cuenta desde ${deviceOf(params, 'es')}.`;
      return { title: 'Inicio de sesión desde un dispositivo nuevo', text };
    }
    case 'security.session_ended':
      return { title: 'Se ha cerrado tu sesión', text: `${params['by'] ?? ''} ha cerrado una sesión tuya.` };
    case 'security.role_changed': {
      const text = `${params['by'] ?? ''} te ha dado el rol ${ROLES.es[params['role'] ?? ''] ?? ''}.`;
      return { title: 'Tu rol ha cambiado', text };
    }
  }
}

function english(event: MailedSecurityEvent, params: Record<string, string>): Said {
  switch (event) {
    case 'security.new_device': {
      const text = `Somebody has signed in to your account from ${deviceOf(params, 'en')}.`;
      return { title: 'Sign-in from a new device', text };
    }
    case 'security.session_ended':
      return { title: 'Your session was ended', text: `${params['by'] ?? ''} has ended a session of yours.` };
    case 'security.role_changed': {
      const text = `${params['by'] ?? ''} has given you the role ${ROLES.en[params['role'] ?? ''] ?? ''}.`;
      return { title: 'Your role has changed', text };
    }
  }
}

function deviceOf({ browser, system, ip_address }: Record<string, string>, language: Language): string {
  const unknown = language === 'en' ? 'an unknown browser' : 'un navegador desconocido';
  const between = language === 'en' ? 'on' : 'en';
  const device = [browser || unknown, ...(system ? [between, system] : [])].join(' ');
  return ip_address ? `${device} (${ip_address})` : device;
}

/** Something about somebody's own account, which they are told of whatever they prefer. */
export function securityMail(
  { to, language, link }: { to: string; language: Language; link: string },
  event: MailedSecurityEvent,
  params: Record<string, string>,
): Message {
  const { title, text } = language === 'en' ? english(event, params) : spanish(event, params);
  return {
    to,
    ...renderMail({
      language,
      subject: title,
      title,
      paragraphs: [text],
      button: { label: language === 'en' ? 'See my account' : 'Ver mi cuenta', url: link },
      footnote:
        language === 'en'
          ? 'If you did not expect this, change your password and end your other sessions.'
          : 'Si no lo esperabas, cambia tu contraseña y cierra tus otras sesiones.',
    }),
  };
}
