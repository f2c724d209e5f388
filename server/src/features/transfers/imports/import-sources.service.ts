import type { ImportResource } from '@atalaya/contract/import-fields';
import type { ImportSource } from '../../../platform/records/import.ts';
import { organizationsImport } from '../../organizations/organizations-import.service.ts';
import { ticketsImport } from '../../tickets/tickets-import.service.ts';
import { usersImport } from '../../users/users-import.service.ts';

// Typed `unknown`: what a source has prepared is passed to that same source alone.
export const IMPORT_SOURCES = {
  users: usersImport,
  organizations: organizationsImport,
  tickets: ticketsImport,
} as unknown as Record<ImportResource, ImportSource<unknown>>;
