import type { Permission } from '@atalaya/contract/permissions';
import type { TransferResource } from '@atalaya/contract/transfers';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { organizationsExport } from '../organizations/organizations-export.service.ts';
import { ticketsExport } from '../tickets/tickets-export.service.ts';
import { usersExport } from '../users/users-export.service.ts';

/** What a file is written from: how many rows, its first line, and its rows page by page, each after a cursor. */
export type ExportSource = {
  head(language: 'es' | 'en'): string;
  count(db: Db, actor: Actor, filters: object): Promise<number>;
  read(
    db: Db,
    actor: Actor,
    filters: object,
    after: unknown,
    limit: number,
  ): Promise<{ lines: string; count: number; last: unknown }>;
};

// Filters and cursors were stored by the very source that reads them again.
export const EXPORT_SOURCES: Record<TransferResource, ExportSource> = {
  users: usersExport,
  organizations: organizationsExport,
  tickets: ticketsExport,
};

export const EXPORT_PERMISSIONS: Record<TransferResource, Permission> = {
  users: 'users.export',
  organizations: 'organizations.export',
  tickets: 'tickets.export',
};
