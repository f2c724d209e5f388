import type { OrganizationFilters } from '@atalaya/contract/organizations';
import type { Actor } from '../../platform/actor.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import { countOrganizations, listOrganizationsAfter } from './organizations.queries.ts';
import type { OrganizationRow } from './organizations.queries.ts';

type Language = 'es' | 'en';
type After = { moment: string; id: string };

const TITLES: Record<Language, string[]> = {
  es: [
    'Nombre',
    'Identificador',
    'Dominio',
    'Plan',
    'Estado',
    'Plazas',
    'País',
    'NIF',
    'Email de facturación',
    'Creada',
  ],
  en: ['Name', 'Slug', 'Domain', 'Plan', 'Status', 'Seats', 'Country', 'Tax id', 'Billing email', 'Created'],
};

/** The organizations that match, as a file: newest first, page by page. */
export const organizationsExport = {
  head: (language: Language) => BYTE_ORDER_MARK + csvLine(TITLES[language]),
  count: (db: Db, _actor: Actor, filters: OrganizationFilters) => countOrganizations(db, filters),
  async read(db: Db, _actor: Actor, filters: OrganizationFilters, after: After | null, limit: number) {
    const rows = await listOrganizationsAfter(db, filters, after, limit);
    const last = rows.at(-1);
    return {
      lines: rows.map(lineOf).join(''),
      count: rows.length,
      last: last ? { moment: last.moment, id: last.id } : null,
    };
  },
};

/** Plan and status by their keys, and -1 seats where there is no limit, as an import takes them. */
function lineOf(row: OrganizationRow): string {
  const { name, slug, domain, plan_type, subscription_status, country, tax_id, billing_email } = row;
  return csvLine([
    name,
    slug,
    domain,
    plan_type,
    subscription_status,
    row.max_users,
    country,
    tax_id,
    billing_email,
    row.created_at,
  ]);
}
