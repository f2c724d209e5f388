import { DEFAULT_PLAN } from '@atalaya/contract/limits';
import { organizationCreateBody } from '@atalaya/contract/organizations';
import type { z } from 'zod';
import { AppError } from '../../platform/core/errors.ts';
import { importWordsOf } from '../../platform/records/fields.ts';
import {
  foldedWord,
  isProblem,
  parsedBy,
  problem,
  problemOf,
  wordIn,
} from '../../platform/records/import.ts';
import type { ImportCells, ImportSource, Prepared, RowProblem } from '../../platform/records/import.ts';
import { slugOf } from './organization-slug.ts';
import { ORGANIZATION_FIELDS } from './organizations.fields.ts';
import { namesTaken, readOverview } from './organizations.queries.ts';
import { addOrganizations } from './organizations-create.service.ts';
import { requireTaxId } from './organizations.service.ts';

type Body = z.output<typeof organizationCreateBody>;
type Plan = { key: string; max_users: number };

const WORDS = importWordsOf(ORGANIZATION_FIELDS);

/** Organizations of a file: the rules are those of 'Agregar Empresa', and none of a name that there is. */
export const organizationsImport: ImportSource<Body> = {
  permission: 'organizations.create',
  action: 'organization.created',
  batch: 75,
  async prepare(db, _actor, rows) {
    const { plans } = await readOverview(db);
    const words = Object.fromEntries(
      plans.flatMap((plan) => [
        [foldedWord(plan.name), plan],
        [foldedWord(plan.key), plan],
      ]),
    );
    const keys = plans.map(({ key }) => key).join(', ');
    return rows.map((cells) => organizationOf(cells, words, keys));
  },
  async taken(platform, actor, keys) {
    const names = await platform.database.withActor(actor, 'find names of an import that are taken', (db) =>
      namesTaken(db, keys),
    );
    return { keys: names, problem: problem('import.name_taken', 'name') };
  },
  async create(_platform, db, by, rows) {
    const made = await addOrganizations(
      db,
      by,
      rows.map(({ body }) => body),
      { only_new_names: true },
    );
    return made.map((each) => (each instanceof AppError ? problemOf(each, WORDS, 'name') : { id: each.id }));
  },
};

/** Seats that are not named are those of the plan. */
function organizationOf(
  cells: ImportCells,
  plans: Record<string, Plan>,
  keys: string,
): Prepared<Body> | RowProblem {
  const plan = wordIn(plans, cells.plan || DEFAULT_PLAN, 'plan', keys);
  if (isProblem(plan)) return plan;
  const typed = cells.max_users?.trim() ?? '';
  const seats = typed === '' ? plan.value?.max_users : /^-?\d{1,9}$/.test(typed) ? Number(typed) : typed;
  const { name, domain, country, tax_id, billing_email } = cells;
  const sent = { name, domain, country, tax_id, billing_email, plan_type: plan.value?.key, max_users: seats };
  const body = parsedBy(organizationCreateBody, sent, WORDS);
  if (isProblem(body)) return body;
  try {
    const own = { country: body.country ?? null, tax_id: body.tax_id ?? null };
    requireTaxId(own, own);
  } catch (error) {
    return problemOf(error, WORDS);
  }
  return { body, key: slugOf(body.name), seat: null };
}
