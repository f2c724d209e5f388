import { defineTexts } from '../platform/messages/define-texts.ts';

export const listsEs = {
  retry: 'Reintentar',
  news: 'Hay cambios · Actualizar',
  clear: 'Limpiar Filtros',
  filters: {
    open: '{count, plural, =0 {Filtros} other {Filtros (#)}}',
    more: '{count, plural, =0 {Más filtros} other {Más filtros (#)}}',
    title: 'Filtros',
    close: 'Cerrar los filtros',
  },
  narrowed: {
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
  },
  bulk: {
    label: 'Acciones sobre los seleccionados',
    selected: '{count, plural, one {1 seleccionado} other {{shown} seleccionados}}',
    selectMatching: 'Seleccionar los {total} que coinciden',
    clear: 'Quitar la selección',
  },
  period: {
    all: 'Todas las fechas',
    from: 'Desde',
    to: 'Hasta',
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
  },
  optionsFailed: 'No se han podido cargar las opciones',
  pages: {
    previous: 'Página anterior',
    next: 'Página siguiente',
    page: 'Página {page}',
    range: 'Mostrando {from} a {to} de {total} elementos',
  },
  sort: {
    label: 'Ordenar por',
    byColumn: '{column} ({order})',
    text: { asc: 'A–Z', desc: 'Z–A' },
    number: { asc: 'de menor a mayor', desc: 'de mayor a menor' },
    date: { asc: 'más antiguos', desc: 'más recientes' },
    first: 'primero {value}',
    own: { asc: 'Más antiguos', desc: 'Más recientes' },
    other: 'Otro orden',
  },
  view: {
    open: 'Vista',
    columns: 'Columnas',
    density: 'Densidad',
    comfortable: 'Cómoda',
    compact: 'Compacta',
  },
} as const;

export const listsTexts = defineTexts(listsEs, () => import('./lists.en.ts').then((file) => file.listsEn));
