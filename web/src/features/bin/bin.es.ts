import { defineTexts } from '../../platform/messages/define-texts.ts';
import { binWayEs } from './bin-way.es.ts';

export const binEs = {
  title: binWayEs.bin,
  description: 'Lo eliminado se guarda 30 días y después se borra para siempre.',
  plansDescription: 'Los planes eliminados se conservan y se pueden restaurar siempre.',
  search: 'Buscar en la papelera',
  loading: 'Cargando la papelera',
  loadFailed: 'No se ha podido cargar la papelera',
  empty: 'La papelera está vacía',
  nothingFound: 'No hay nada en la papelera con esa búsqueda.',
  types: {
    user: 'Usuario',
    organization: 'Empresa',
    ticket: 'Ticket',
    plan: 'Plan',
    canned_reply: 'Respuesta guardada',
  },
  deletedBy: 'Eliminado por {name}',
  nobody: 'el sistema',
  daysLeft: '{days, plural, =0 {se borra hoy} =1 {queda 1 día} other {quedan # días}}',
  stays: 'se conserva',
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
  },
} as const;

export const binTexts = defineTexts(binEs, () => import('./bin.en.ts').then((file) => file.binEn));
