import { defineTexts } from '../platform/messages/define-texts.ts';

export const narrowedEs = {
  days: {
    last_login: 'Último acceso: {days}',
    created: 'Creación: {days}',
    resolved: 'Resolución: {days}',
  },
  between: '{from} – {to}',
  since: 'desde el {from}',
  until: 'hasta el {to}',
  organization: 'Empresa: {name}',
  remove: 'Quitar el filtro {name}',
} as const;

export const narrowedTexts = defineTexts(narrowedEs, () =>
  import('./narrowed.en.ts').then((file) => file.narrowedEn),
);
