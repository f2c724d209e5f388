import { fieldWordsEn } from '@atalaya/contract/field-words.en';
import { fieldWordsEs } from '@atalaya/contract/field-words.es';
import type { UserFilters } from '@atalaya/contract/users';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { fileOf } from '../../platform/records/fields.ts';
import { USER_FIELDS } from './users.fields.ts';
import { countUsers, listUsersAfter } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

type After = { moment: string; id: string };

const YES = { es: ['sí', 'no'], en: ['yes', 'no'] };

const file = fileOf<typeof USER_FIELDS, UserRow>(
  USER_FIELDS,
  { es: fieldWordsEs.users, en: fieldWordsEn.users },
  {
    is_active: ({ is_active }, language) => YES[language][is_active ? 0 : 1],
    organization_id: ({ organization_name }) => organization_name,
  },
);

/** Row level security limits an admin to their organization already: naming it lets its indexes work. */
const within = (actor: Actor, filters: UserFilters): UserFilters => {
  const organization_id = filters.organization_id ?? actor.organization_id;
  return organization_id ? { ...filters, organization_id } : filters;
};

/** The people that match, as a file: newest first, page by page. */
export const usersExport = {
  head: file.head,
  count: (db: Db, actor: Actor, filters: UserFilters) => countUsers(db, within(actor, filters)),
  async read(db: Db, actor: Actor, filters: UserFilters, after: After | null, limit: number) {
    const rows = await listUsersAfter(db, within(actor, filters), after, limit);
    return file.page(rows, actor.language ?? 'es', ({ moment, id }) => ({ moment, id }));
  },
};
