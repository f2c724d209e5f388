import { defineTexts } from '../../platform/messages/define-texts.ts';

/** Of its own: it comes with the consent alone, which no other screen leads to. */
export const consentEs = {
  title: 'Conectar un asistente',
  subtitle: '{client} quiere actuar en tu nombre.',
  loading: 'Cargando la petición',
  client: 'Asistente',
  unproven: 'Así se llama a sí mismo: nadie lo ha comprobado.',
  host: 'El acceso se envía a',
  local: 'Un programa de este mismo equipo.',
  organization: 'Empresa',
  all: 'Todas las empresas',
  account: 'Tu cuenta',
  lifetime: 'Termina en',
  days: '{days, plural, one {# día} other {# días}}',
  scopesMissing: 'Elige al menos un permiso',
  nothing: 'No tienes ningún permiso de los que pide.',
  limits: 'Nunca podrá más que tú. Puedes terminarlo en cualquier momento en Mi Perfil.',
  allow: 'Permitir',
  deny: 'No permitir',
  failed: 'No se pudo conectar el asistente',
  invalidTitle: 'Esta petición no vale',
  invalid: 'Vuelve a empezar desde el asistente: la dirección que te ha traído aquí no está completa.',
  unknown:
    'Este asistente no está registrado aquí, o quiere enviar el acceso a otro sitio que el que registró.',
  off: 'Tu empresa no permite asistentes: lo activa un administrador en Configuración.',
  retry: 'Reintentar',
  profile: 'Ir a Mi Perfil',
} as const;

export const consentTexts = defineTexts(consentEs, () =>
  import('./consent.en.ts').then((file) => file.consentEn),
);
