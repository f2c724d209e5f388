export const staleEs = {
  title: 'Otra persona ha guardado cambios mientras editabas',
  field: 'Campo',
  mine: 'Lo tuyo',
  stored: 'Lo guardado',
  keepMine: 'Mantener lo mío',
  takeStored: 'Usar lo guardado',
} as const;
