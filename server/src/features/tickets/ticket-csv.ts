import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import type { TicketRow } from './tickets.queries.ts';

type Language = 'es' | 'en';

const TITLES: Record<Language, string[]> = {
  es: [
    'Número',
    'Título',
    'Empresa',
    'Prioridad',
    'Estado',
    'Asignado a',
    'Creado por',
    'Creado',
    'Primera respuesta',
    'Resuelto',
    'Cerrado',
    'Segundos hasta la primera respuesta',
    'Segundos hasta la resolución',
    'Descripción',
  ],
  en: [
    'Number',
    'Title',
    'Company',
    'Priority',
    'Status',
    'Assigned to',
    'Created by',
    'Created',
    'First response',
    'Resolved',
    'Closed',
    'Seconds to first response',
    'Seconds to resolution',
    'Description',
  ],
};

const WORDS: Record<Language, Record<TicketRow['priority'] | TicketRow['status'], string>> = {
  es: {
    urgent: 'Urgente',
    high: 'Alta',
    medium: 'Media',
    low: 'Baja',
    open: 'Abierto',
    in_progress: 'En Progreso',
    resolved: 'Resuelto',
    closed: 'Cerrado',
  },
  en: {
    urgent: 'Urgent',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    open: 'Open',
    in_progress: 'In progress',
    resolved: 'Resolved',
    closed: 'Closed',
  },
};

/** Begins the file: the mark by which spreadsheets know UTF-8, and the titles of the columns. */
export const headOf = (language: Language) => `${BYTE_ORDER_MARK}${csvLine(TITLES[language])}`;

/** A ticket as a line of the file. Instants are ISO 8601 in UTC. */
export function rowOf(ticket: TicketRow, language: Language): string {
  const words = WORDS[language];
  return csvLine([
    ticket.number,
    ticket.title,
    ticket.organization_name,
    words[ticket.priority],
    words[ticket.status],
    ticket.assigned_to === null ? '' : ticket.assigned_name,
    ticket.created_by_name,
    ticket.created_at,
    ticket.first_response_at,
    ticket.resolved_at,
    ticket.closed_at,
    ticket.first_response_seconds,
    ticket.resolution_seconds,
    ticket.description,
  ]);
}
