/** What the states of a ticket are called, wherever they are shown. */
export const ticketStatusEs = {
  open: 'Abierto',
  in_progress: 'En Progreso',
  resolved: 'Resuelto',
  closed: 'Cerrado',
} as const;
