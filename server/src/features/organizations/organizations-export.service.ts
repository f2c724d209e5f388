import { fieldWordsEn } from '@atalaya/contract/field-words.en';
import { fieldWordsEs } from '@atalaya/contract/field-words.es';
import type { OrganizationFilters } from '@atalaya/contract/organizations';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { fileOf } from '../../platform/records/fields.ts';
import { ORGANIZATION_FIELDS } from './organizations.fields.ts';
import { countOrganizations, listOrganizationsAfter } from './organizations.queries.ts';
import type { OrganizationRow } from './organizations.queries.ts';

type After = { moment: string; id: string };

/** Plan and status by their keys, and -1 seats where there is no limit, as an import takes them. */
const file = fileOf<typeof ORGANIZATION_FIELDS, OrganizationRow>(ORGANIZATION_FIELDS, {
  es: fieldWordsEs.organizations,
  en: fieldWordsEn.organizations,
});

/** The organizations that match, as a file: newest first, page by page. */
export const organizationsExport = {
  head: file.head,
  count: (db: Db, _actor: Actor, filters: OrganizationFilters) => countOrganizations(db, filters),
  async read(db: Db, actor: Actor, filters: OrganizationFilters, after: After | null, limit: number) {
    const rows = await listOrganizationsAfter(db, filters, after, limit);
    return file.page(rows, actor.language ?? 'es', ({ moment, id }) => ({ moment, id }));
  },
};
