import { defineTexts } from '../../platform/messages/define-texts.ts';

export const binEs = {
  title: 'Papelera',
  description: 'Lo eliminado se guarda 30 días y después se borra para siempre.',
  loading: 'Cargando la papelera',
  loadFailed: 'No se ha podido cargar la papelera',
  empty: 'La papelera está vacía',
  types: { user: 'Usuario', organization: 'Empresa', ticket: 'Ticket' },
  deletedBy: 'Eliminado por {name}',
  nobody: 'el sistema',
  daysLeft: '{days, plural, =0 {se borra hoy} =1 {queda 1 día} other {quedan # días}}',
  restore: 'Restaurar',
  restoreNamed: 'Restaurar {name}',
  restored: '{name}: restaurado',
  purge: 'Borrar para siempre',
  purgeNamed: 'Borrar para siempre {name}',
  purged: '{name}: borrado para siempre',
  purgeTitle: '¿Borrar para siempre {name}?',
  purgeConsequence: {
    user: 'Se borran su perfil y su cuenta. No se puede deshacer.',
    organization: 'Se borran la empresa, sus personas y sus cuentas. No se puede deshacer.',
    ticket: 'Se borran el ticket y su conversación. No se puede deshacer.',
  },
  pages: {
    label: 'Páginas de la papelera',
    previous: 'Página anterior',
    next: 'Página siguiente',
    page: 'Página {page}',
    range: 'Mostrando {from} a {to} de {total} elementos',
  },
} as const;

export const binTexts = defineTexts(binEs, () => import('./bin.en.ts').then((file) => file.binEn));
