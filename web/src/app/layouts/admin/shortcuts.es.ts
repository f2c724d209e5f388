import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const shortcutsEs = {
  title: 'Atajos de teclado',
  palette: 'Buscar en todo',
  search: 'Ir al buscador de la página',
  notices: 'Ir a los avisos',
  undo: 'Deshacer, mientras se ve el aviso',
  rows: 'Recorrer las filas de una lista',
  open: 'Abrir la fila',
  select: 'Seleccionar la fila',
  list: 'Ver los atajos',
  leave: 'Cerrar un diálogo',
  close: 'Cerrar',
  space: 'Espacio',
} as const;

export const shortcutsTexts = defineTexts(shortcutsEs, () =>
  import('./shortcuts.en.ts').then((file) => file.shortcutsEn),
);
