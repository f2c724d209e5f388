import { roleNamesEn } from '@atalaya/contract/role-texts.en';
import { roleNamesEs } from '@atalaya/contract/role-texts.es';
import { renderMail } from '../../platform/mail/layout.ts';
import type { Message } from '../../platform/mail/message.ts';

type Language = 'es' | 'en';
/** Changes of the password and of second factors have mails of their own, which say more. */
export type MailedSecurityEvent =
  | 'security.new_device'
  | 'security.session_ended'
  | 'security.role_changed'
  | 'security.api_key_created'
  | 'security.api_key_restored'
  | 'security.api_key_new_network'
  | 'security.api_key_revoked'
  | 'security.assistant_allowed'
  | 'security.assistant_new_network'
  | 'security.assistant_revoked'
  | 'security.break_glass_used'
  | 'security.enforcement_ended'
  | 'security.webhook_off'
  | 'security.audit_stream_behind'
  | 'security.audit_stream_caught_up';

/** Of a key, or of an assistant that has one. */
type KeyEvent = Extract<MailedSecurityEvent, `security.${'api_key' | 'assistant'}_${string}`>;
const isOfKey = (event: MailedSecurityEvent): event is KeyEvent =>
  /^security\.(api_key|assistant)_/.test(event);

type Said = { title: string; text: string };

const ROLES: Record<Language, Record<string, string>> = { es: roleNamesEs, en: roleNamesEn };

function spanish(event: Exclude<MailedSecurityEvent, KeyEvent>, params: Record<string, string>): Said {
  switch (event) {
    case 'security.new_device': {
      const text = `Se ha iniciado sesión en tu cuenta desde ${deviceOf(params, 'es')}.`;
      return { title: 'Inicio de sesión desde un dispositivo nuevo', text };
    }
    case 'security.session_ended': {
      const keys = Number(params['keys'] ?? 0);
      const text = `${params['by'] ?? ''} ha cerrado una sesión tuya.`;
      const and = `También ${keys === 1 ? 'ha terminado 1 clave de API: puedes recuperarla' : `han terminado ${keys} claves de API: puedes recuperarlas`} durante 30 días en Mi Perfil.`;
      return { title: 'Se ha cerrado tu sesión', text: keys > 0 ? `${text} ${and}` : text };
    }
    case 'security.role_changed': {
      const text = `${params['by'] ?? ''} te ha dado el rol ${ROLES.es[params['role'] ?? ''] ?? ''}.`;
      return { title: 'Tu rol ha cambiado', text };
    }
    case 'security.break_glass_used': {
      const text = `${params['name'] ?? ''} ha entrado con acceso de emergencia, sin el inicio de sesión único de tu empresa, desde ${deviceOf(params, 'es')}.`;
      return { title: 'Acceso de emergencia usado', text };
    }
    case 'security.enforcement_ended': {
      const text =
        'El proveedor de identidad ha dado de baja o cambiado a la última persona con acceso de emergencia. Para que nadie quede fuera, tu empresa ya no exige el inicio de sesión único.';
      return { title: 'Ya no se exige el inicio de sesión único', text };
    }
    case 'security.webhook_off': {
      const text = `El webhook «${params['name'] ?? ''}» ya no recibe eventos: su servidor ha dicho que ya no existe, o lleva cinco días sin aceptarlos. Cuando lo reactives recibirá lo que ha pasado desde entonces.`;
      return { title: 'Webhook desactivado', text };
    }
    case 'security.audit_stream_behind': {
      const text = `El envío del registro de auditoría a «${params['name'] ?? ''}» lleva más de 15 minutos sin avanzar. Nada se pierde: lo pendiente se enviará cuando el destino vuelva a aceptarlo.`;
      return { title: 'El registro de auditoría no llega a su destino', text };
    }
    case 'security.audit_stream_caught_up': {
      const text = `El envío del registro de auditoría a «${params['name'] ?? ''}» vuelve a estar al día.`;
      return { title: 'El registro de auditoría vuelve a llegar', text };
    }
  }
}

function spanishOfKey(event: KeyEvent, params: Record<string, string>): Said {
  switch (event) {
    case 'security.api_key_created': {
      const text = `La clave de API «${params['name'] ?? ''}» se ha creado desde ${deviceOf(params, 'es')}. Un programa que la tenga puede actuar en tu nombre.`;
      return { title: 'Clave de API creada', text };
    }
    case 'security.api_key_restored': {
      const text = `La clave de API «${params['name'] ?? ''}» vuelve a valer. Se ha recuperado desde ${deviceOf(params, 'es')}.`;
      return { title: 'Clave de API recuperada', text };
    }
    case 'security.api_key_new_network': {
      const text = `Un programa ha usado tu clave de API «${params['name'] ?? ''}» desde ${params['ip_address'] ?? ''}, una red donde no se había usado.`;
      return { title: 'Clave de API usada desde una red nueva', text };
    }
    case 'security.api_key_revoked': {
      const text = `${params['by'] ?? ''} ha revocado tu clave de API «${params['name'] ?? ''}». Los programas que la usaban ya no tienen acceso.`;
      return { title: 'Clave de API revocada', text };
    }
    case 'security.assistant_allowed': {
      const text = `Se ha dado acceso al asistente «${params['name'] ?? ''}» desde ${deviceOf(params, 'es')}. Puede actuar en tu nombre con los permisos que se le han dado.`;
      return { title: 'Un asistente puede actuar en tu nombre', text };
    }
    case 'security.assistant_new_network': {
      const text = `El asistente «${params['name'] ?? ''}» se ha conectado desde ${params['ip_address'] ?? ''}, una red que no había usado.`;
      return { title: 'Asistente desde una red nueva', text };
    }
    case 'security.assistant_revoked': {
      const text = `${params['by'] ?? ''} ha quitado el acceso a tu asistente «${params['name'] ?? ''}». Ya no puede actuar en tu nombre.`;
      return { title: 'Acceso de un asistente quitado', text };
    }
  }
}

function english(event: Exclude<MailedSecurityEvent, KeyEvent>, params: Record<string, string>): Said {
  switch (event) {
    case 'security.new_device': {
      const text = `Someone signed in to your account from ${deviceOf(params, 'en')}.`;
      return { title: 'Sign-in from a new device', text };
    }
    case 'security.session_ended': {
      const keys = Number(params['keys'] ?? 0);
      const text = `${params['by'] ?? ''} signed you out of a session.`;
      const and = `This also revoked ${keys === 1 ? '1 API key' : `${keys} API keys`}. You can restore ${keys === 1 ? 'it' : 'them'} for 30 days in My profile.`;
      return { title: 'You were signed out', text: keys > 0 ? `${text} ${and}` : text };
    }
    case 'security.role_changed': {
      const text = `${params['by'] ?? ''} changed your role to ${ROLES.en[params['role'] ?? ''] ?? ''}.`;
      return { title: 'Your role was changed', text };
    }
    case 'security.break_glass_used': {
      const text = `${params['name'] ?? ''} signed in with emergency access, without your company’s single sign-on, from ${deviceOf(params, 'en')}.`;
      return { title: 'Emergency access used', text };
    }
    case 'security.enforcement_ended': {
      const text =
        'The identity provider removed or changed the last person with emergency access. So that no one is locked out, your company no longer requires single sign-on.';
      return { title: 'Single sign-on is no longer required', text };
    }
    case 'security.webhook_off': {
      const text = `The webhook “${params['name'] ?? ''}” no longer receives events: its server said that it is gone, or has not accepted any for five days. When you turn it back on, it receives what has happened since.`;
      return { title: 'Webhook turned off', text };
    }
    case 'security.audit_stream_behind': {
      const text = `The audit log hasn’t reached “${params['name'] ?? ''}” for more than 15 minutes. Nothing is lost: what is waiting will be sent once the destination accepts it again.`;
      return { title: 'The audit log isn’t reaching its destination', text };
    }
    case 'security.audit_stream_caught_up': {
      const text = `The audit log is up to date again at “${params['name'] ?? ''}”.`;
      return { title: 'The audit log is reaching its destination again', text };
    }
  }
}

function englishOfKey(event: KeyEvent, params: Record<string, string>): Said {
  switch (event) {
    case 'security.api_key_created': {
      const text = `The API key “${params['name'] ?? ''}” was created from ${deviceOf(params, 'en')}. Apps that have it can act on your behalf.`;
      return { title: 'API key created', text };
    }
    case 'security.api_key_restored': {
      const text = `The API key “${params['name'] ?? ''}” works again. It was restored from ${deviceOf(params, 'en')}.`;
      return { title: 'API key restored', text };
    }
    case 'security.api_key_new_network': {
      const text = `Your API key “${params['name'] ?? ''}” was used from ${params['ip_address'] ?? ''}, a network it hadn’t been used from before.`;
      return { title: 'API key used from a new network', text };
    }
    case 'security.api_key_revoked': {
      const text = `${params['by'] ?? ''} revoked your API key “${params['name'] ?? ''}”. Apps that used it no longer have access.`;
      return { title: 'API key revoked', text };
    }
    case 'security.assistant_allowed': {
      const text = `The assistant “${params['name'] ?? ''}” was given access from ${deviceOf(params, 'en')}. It can act on your behalf with the permissions it was given.`;
      return { title: 'An assistant can act on your behalf', text };
    }
    case 'security.assistant_new_network': {
      const text = `The assistant “${params['name'] ?? ''}” connected from ${params['ip_address'] ?? ''}, a network it hadn’t used before.`;
      return { title: 'Assistant on a new network', text };
    }
    case 'security.assistant_revoked': {
      const text = `${params['by'] ?? ''} removed the access of your assistant “${params['name'] ?? ''}”. It can no longer act on your behalf.`;
      return { title: 'Access of an assistant removed', text };
    }
  }
}

function deviceOf({ browser, system, ip_address }: Record<string, string>, language: Language): string {
  const unknown = language === 'en' ? 'an unknown browser' : 'un navegador desconocido';
  const between = language === 'en' ? 'on' : 'en';
  const device = [browser || unknown, ...(system ? [between, system] : [])].join(' ');
  return ip_address ? `${device} (${ip_address})` : device;
}

/** What the admins of an organization are told of its sign-in; all else is about the reader's own account. */
const OF_COMPANY = new Set<MailedSecurityEvent>(['security.break_glass_used', 'security.enforcement_ended']);
const CLOSING = {
  es: {
    webhook: ['Ver los webhooks', 'En su registro está lo que ha respondido cada intento.'],
    stream: ['Ver los destinos', 'En sus últimos envíos está lo que ha respondido.'],
    own: ['Ver mi cuenta', 'Si no lo esperabas, cambia tu contraseña y cierra tus otras sesiones.'],
    company: [
      'Ver la seguridad de la empresa',
      'Si no lo esperabas, revisa quién tiene acceso de emergencia.',
    ],
  },
  en: {
    webhook: ['View webhooks', 'Its log shows how each attempt was answered.'],
    stream: ['View destinations', 'Its latest batches show what it answered.'],
    own: [
      'View my account',
      'If you weren’t expecting this, change your password and sign out your other sessions.',
    ],
    company: ['View company security', 'If you weren’t expecting this, review who has emergency access.'],
  },
} as const;

function aboutOf(event: MailedSecurityEvent): 'own' | 'company' | 'webhook' | 'stream' {
  if (event === 'security.webhook_off') return 'webhook';
  if (event.startsWith('security.audit_stream')) return 'stream';
  return OF_COMPANY.has(event) ? 'company' : 'own';
}

function said(language: Language, event: MailedSecurityEvent, params: Record<string, string>): Said {
  if (isOfKey(event)) return (language === 'en' ? englishOfKey : spanishOfKey)(event, params);
  return (language === 'en' ? english : spanish)(event, params);
}

/** What readers are told of regardless of their preferences. */
export function securityMail(
  { to, language, link }: { to: string; language: Language; link: string },
  event: MailedSecurityEvent,
  params: Record<string, string>,
): Message {
  const { title, text } = said(language, event, params);
  const [label, footnote] = CLOSING[language][aboutOf(event)];
  return {
    to,
    ...renderMail({
      language,
      subject: title,
      title,
      paragraphs: [text],
      button: { label, url: link },
      footnote,
    }),
  };
}
