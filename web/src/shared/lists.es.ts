import { defineTexts } from '../platform/messages/define-texts.ts';

export const listsEs = {
  retry: 'Reintentar',
  clear: 'Limpiar Filtros',
  bulk: {
    label: 'Acciones sobre los seleccionados',
    selected: '{count} seleccionados',
    selectMatching: 'Seleccionar los {total} que coinciden',
    clear: 'Quitar la selección',
  },
  optionsFailed: 'No se han podido cargar las opciones',
  pages: {
    previous: 'Página anterior',
    next: 'Página siguiente',
    page: 'Página {page}',
    range: 'Mostrando {from} a {to} de {total} elementos',
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
