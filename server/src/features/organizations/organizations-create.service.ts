import { DELIVERY_FIELDS } from '@atalaya/contract/delivery-data';
import type { Organization, organizationCreateBody } from '@atalaya/contract/organizations';
import { recordOf } from '@atalaya/contract/record-of';
import { keptTaxId } from '@atalaya/contract/tax-id';
import type { z } from 'zod';
import type { By } from '../../platform/core/actor.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { lockOrganizationsAs } from '../ranks/ranks.rules.ts';
import { snapshotOf, toOrganization } from './organization-shapes.ts';
import { freeSlug, slugOf } from './organization-slug.ts';
import {
  insertOrganizations,
  listOrganizationsOf,
  lockOffered,
  lockSlugs,
  namesTaken,
  slugsLike,
} from './organizations.queries.ts';
import type { NewOrganization, OrganizationRow } from './organizations.queries.ts';
import { refusePlan, requireTaxId } from './organizations.service.ts';

type Body = z.output<typeof organizationCreateBody>;

/**
 * 'Agregar Empresa': in trial, under a slug of its own made from its name.
 * @throws request.invalid for its plan or its tax id
 */
export async function createOrganization(platform: Platform, by: By, body: Body): Promise<Organization> {
  return platform.database.withActor(by.actor, 'add an organization', async (db) => {
    const [made] = await addOrganizations(db, by, [body]);
    if (!made) throw new Error('an organization was lost');
    if (made instanceof AppError) throw made;
    return toOrganization(made);
  });
}

/**
 * The same for many in a transaction that is open, in as many statements as for one: of each, in their order, what was
 * stored, or what refuses that one alone; `only_new_names`: none under a name that there is. @throws session.forbidden
 */
export async function addOrganizations(
  db: Db,
  by: By,
  bodies: Body[],
  { only_new_names = false } = {},
): Promise<(OrganizationRow | AppError)[]> {
  const offered = await lockOffered(
    db,
    bodies.map(({ plan_type }) => plan_type),
  );
  await lockOrganizationsAs(db, by.actor, []);
  await lockSlugs(db);
  const slugs = bodies.map(({ name }) => slugOf(name));
  const taken = await slugsLike(db, slugs);
  const named = only_new_names ? await namesTaken(db, slugs) : new Set<string>();
  const { language, time_zone } = await readSettings(db, null);
  const wanted = bodies.map((body) =>
    named.has(slugOf(body.name))
      ? new AppError('import.name_taken')
      : newOrganizationOf(body, { offered, taken, language, time_zone }),
  );
  const ids = await insertOrganizations(
    db,
    wanted.flatMap((each) => (each instanceof AppError ? [] : each)),
  );
  const rows = new Map((await listOrganizationsOf(db, ids)).map((row) => [row.slug, row]));
  const made = wanted.map((each) => (each instanceof AppError ? each : rowOf(rows, each)));
  await recordChanges(
    db,
    by,
    made.flatMap((each) => (each instanceof AppError ? [] : creationOf(each))),
  );
  return made;
}

type Given = Pick<NewOrganization, 'language' | 'time_zone'> & {
  offered: ReadonlySet<string>;
  taken: Set<string>;
};

/** As it would be stored, under the first slug that is free, which is taken from then on; or what refuses it. */
function newOrganizationOf(body: Body, { offered, taken, ...settings }: Given): NewOrganization | AppError {
  const { domain = null, country = null, tax_id = null, billing_email = null, ...named } = body;
  try {
    if (!offered.has(named.plan_type)) refusePlan();
    requireTaxId({ country, tax_id }, { country, tax_id });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const slug = freeSlug(slugOf(named.name), taken);
  taken.add(slug);
  const kept = tax_id === null ? null : keptTaxId(country, tax_id);
  const delivery = recordOf(DELIVERY_FIELDS, (field) => named[field] ?? null);
  return { ...named, ...delivery, ...settings, slug, domain, country, tax_id: kept, billing_email };
}

function rowOf(rows: Map<string, OrganizationRow>, { slug }: NewOrganization): OrganizationRow {
  const row = rows.get(slug);
  if (!row) throw new Error('an organization was lost');
  return row;
}

const creationOf = (row: OrganizationRow) => ({
  action: 'organization.created',
  object_type: 'organization',
  object_id: row.id,
  organization_id: row.id,
  after: snapshotOf(row),
});
