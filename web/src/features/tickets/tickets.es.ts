import { ticketPrioritiesEs, ticketStatusEs } from '@atalaya/contract/ticket-words.es';
import { defineTexts } from '../../platform/messages/define-texts.ts';

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
    waits: 'Espera a',
    waitsFor: 'Espera a: {value}',
    allWaits: 'Todas las esperas',
    assigned: 'Asignado a',
    assignedIs: 'Asignado a: {value}',
    allAssigned: 'Todas las asignaciones',
    me: 'Mí',
  },
  status: ticketStatusEs,
  priority: ticketPrioritiesEs,
  /** Whose word a ticket waits for: to support it is a customer's, to an organization the person's who asked. */
  waits: {
    super_admin: { customer: 'Cliente', staff: 'Soporte' },
    admin: { customer: 'Quien lo abrió', staff: 'Soporte' },
    user: { customer: 'Ti', staff: 'Soporte' },
  },
  columns: {
    ticket: 'Ticket',
    organization: 'Empresa',
    priority: 'Prioridad',
    status: 'Estado',
    waits_for: 'Espera a',
    assigned_to: 'Asignado a',
    created_at: 'Creado',
    updated_at: 'Actualizado',
  },
  unassigned: 'Sin asignar',
  age: {
    now: 'Hace menos de 1 hora',
    hours: '{count, plural, one {Hace 1 hora} other {Hace # horas}}',
    days: '{count, plural, one {Hace 1 día} other {Hace # días}}',
  },
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
