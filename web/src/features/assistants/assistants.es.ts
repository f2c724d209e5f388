import { defineTexts } from '../../platform/messages/define-texts.ts';

export const assistantsEs = {
  title: 'Asistentes',
  description:
    'Programas que hablan MCP, como Claude o ChatGPT, pueden actuar en nombre de quien los conecta, nunca con más permisos que los suyos.',
  systemDescription:
    'Si la instalación admite asistentes que hablan MCP. Después, cada empresa decide si los permite a su gente.',
  loading: 'Cargando los asistentes',
  on: 'Permitidos',
  off: 'Desactivados',
  offText: 'Nadie puede conectar un asistente.',
  notOffered: 'La instalación no admite asistentes: lo activa quien la administra.',
  connected:
    '{count, plural, =0 {Nadie ha conectado ninguno todavía.} one {Hay # asistente conectado.} other {Hay # asistentes conectados.}}',
  address: 'Dirección para el asistente',
  switchOn: 'Permitir asistentes',
  switchOff: 'Desactivar',
  confirmOff: '¿Desactivar los asistentes?',
  offConsequence:
    '{count, plural, =0 {Nadie podrá conectar ninguno.} one {El asistente conectado pierde el acceso ahora mismo, y tendrá que conectarse de nuevo.} other {Los # asistentes conectados pierden el acceso ahora mismo, y tendrán que conectarse de nuevo.}}',
  switchedOn: 'Asistentes permitidos',
  switchedOff: 'Asistentes desactivados',
} as const;

export const assistantsTexts = defineTexts(assistantsEs, () =>
  import('./assistants.en.ts').then((file) => file.assistantsEn),
);
