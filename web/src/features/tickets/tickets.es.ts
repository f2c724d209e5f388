import { defineTexts } from '../../platform/messages/define-texts.ts';
import { ticketStatusEs } from '../../shared/ticket-status.es.ts';

export const ticketsEs = {
  title: 'Tickets de Soporte',
  subtitle: 'Sistema de gestión de tickets de soporte',
  create: 'Crear Ticket',
  counters: {
    label: 'Resumen de los tickets',
    open: 'Abiertos',
    in_progress: 'En Progreso',
    resolved: 'Resueltos',
    urgent: 'Urgentes',
  },
  search: 'Buscar tickets...',
  filters: {
    status: 'Estado',
    statusIs: 'Estado: {value}',
    allStatuses: 'Todos los estados',
    unresolved: 'Sin resolver',
    priority: 'Prioridad',
    priorityIs: 'Prioridad: {value}',
    allPriorities: 'Todas las prioridades',
    assigned: 'Asignado a',
    assignedIs: 'Asignado a: {value}',
    anybody: 'Cualquiera',
    me: 'Mí',
    bin: 'Papelera',
  },
  status: ticketStatusEs,
  priority: { urgent: 'Urgente', high: 'Alta', medium: 'Media', low: 'Baja' },
  columns: {
    ticket: 'Ticket',
    organization: 'Empresa',
    priority: 'Prioridad',
    status: 'Estado',
    assigned_to: 'Asignado a',
    created_at: 'Creado',
    deleted_at: 'Eliminado',
  },
  bin: {
    restore: 'Restaurar',
    done: 'Ticket restaurado',
    failed: 'Error al restaurar ticket',
    empty: 'No hay tickets en la papelera con los filtros aplicados.',
  },
  unassigned: 'Sin asignar',
  table: 'Tickets',
  loading: 'Cargando tickets',
  selectAll: 'Seleccionar todos los de esta página',
  selectOne: 'Seleccionar el ticket #{number}',
  empty: 'No hay tickets con los filtros aplicados.',
  emptyAtAll: 'Todavía no hay tickets',
  emptyAtAllHint: 'Crea uno y te ayudaremos en cuanto podamos.',
  loadFailed: 'Error al cargar tickets',
  retry: 'Reintentar',
  pages: {
    label: 'Páginas de tickets',
  },
  bulk: {
    undo: 'Deshacer',
    assign: 'Asignar',
    status: 'Cambiar estado',
    priority: 'Cambiar prioridad',
    start: 'Marcar en progreso',
    resolve: 'Marcar como Resuelto',
    close: 'Cerrar',
    reopen: 'Reabrir',
    changed:
      '{count, plural, =0 {Ningún ticket ha cambiado} one {1 ticket actualizado} other {# tickets actualizados}}',
    failed: 'Error al actualizar tickets',
    confirmClose: '{count, plural, one {¿Cerrar 1 ticket?} other {¿Cerrar # tickets?}}',
    confirmCloseBody:
      '{count, plural, one {Quien lo abrió no podrá responder, salvo que lo reabra.} other {Quienes los abrieron no podrán responder, salvo que los reabran.}}',
  },
} as const;

export const ticketsTexts = defineTexts(ticketsEs, () =>
  import('./tickets.en.ts').then((file) => file.ticketsEn),
);
