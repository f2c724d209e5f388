/** What the states of a ticket are called, on screens and in files. */
export const ticketStatusEs = {
  open: 'Abierto',
  in_progress: 'En Progreso',
  resolved: 'Resuelto',
  closed: 'Cerrado',
} as const;

export const ticketPrioritiesEs = {
  urgent: 'Urgente',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
} as const;
