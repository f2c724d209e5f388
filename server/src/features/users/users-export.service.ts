import type { UserFilters } from '@atalaya/contract/users';
import type { Actor } from '../../platform/actor.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import { countUsers, listUsersAfter } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

type Language = 'es' | 'en';
type After = { moment: string; id: string };

const TITLES: Record<Language, string[]> = {
  es: ['Nombre', 'Apellidos', 'Email', 'Teléfono', 'Rol', 'Activo', 'Empresa', 'Último acceso', 'Creado'],
  en: ['First name', 'Last name', 'Email', 'Phone', 'Role', 'Active', 'Company', 'Last access', 'Created'],
};
const YES: Record<Language, [string, string]> = { es: ['sí', 'no'], en: ['yes', 'no'] };

/** An admin's are those of their organization, whatever is asked: naming it lets its indexes work. */
const within = (actor: Actor, filters: UserFilters): UserFilters => {
  const organization_id = filters.organization_id ?? actor.organization_id;
  return organization_id ? { ...filters, organization_id } : filters;
};

/** The people that match, as a file: newest first, page by page. */
export const usersExport = {
  head: (language: Language) => BYTE_ORDER_MARK + csvLine(TITLES[language]),
  count: (db: Db, actor: Actor, filters: UserFilters) => countUsers(db, within(actor, filters)),
  async read(db: Db, actor: Actor, filters: UserFilters, after: After | null, limit: number) {
    const rows = await listUsersAfter(db, within(actor, filters), after, limit);
    const last = rows.at(-1);
    return {
      lines: rows.map((row) => lineOf(row, actor.language ?? 'es')).join(''),
      count: rows.length,
      last: last ? { moment: last.moment, id: last.id } : null,
    };
  },
};

function lineOf(row: UserRow, language: Language): string {
  const { first_name, last_name, email, phone, role, organization_name, last_login_at, created_at } = row;
  const active = YES[language][row.is_active ? 0 : 1];
  return csvLine([
    first_name,
    last_name,
    email,
    phone,
    role,
    active,
    organization_name,
    last_login_at,
    created_at,
  ]);
}
