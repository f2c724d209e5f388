import { ROLES } from '@atalaya/contract/roles';
import type { Role } from '@atalaya/contract/roles';
import { userCreateBody } from '@atalaya/contract/users';
import type { z } from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { importWordsOf } from '../../platform/records/fields.ts';
import { isProblem, parsedBy, problem, problemOf, wordIn } from '../../platform/records/import.ts';
import type { ImportCells, ImportSource, Prepared, RowProblem } from '../../platform/records/import.ts';
import { organizationsNamed } from '../../platform/records/import.queries.ts';
import { isDomainAllowed } from '../../platform/settings/settings.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { queueAccessLinks } from '../account/accounts/accounts.service.ts';
import { outranks, requireRank } from '../ranks/ranks.rules.ts';
import { USER_FIELDS } from './users.fields.ts';
import { takenEmails } from './users.queries.ts';
import { addUsers, organizationOfNew } from './users-create.service.ts';

type Body = z.output<typeof userCreateBody>;

const ROLE_WORDS: Record<string, Role> = {
  user: 'user',
  usuario: 'user',
  admin: 'admin',
  administrador: 'admin',
  administrator: 'admin',
  'super admin': 'super_admin',
  superadmin: 'super_admin',
  superadministrador: 'super_admin',
};
/** How a file may call them. */
const SPELLED: Record<Role, string> = {
  user: 'usuario (user)',
  admin: 'administrador (admin)',
  super_admin: 'super_admin',
};
const ACTIVE: Record<string, boolean> = {
  si: true,
  yes: true,
  true: true,
  1: true,
  activo: true,
  active: true,
  no: false,
  false: false,
  0: false,
  inactivo: false,
  inactive: false,
};
const WORDS = importWordsOf(USER_FIELDS);

/** People of a file: the rules are those of 'Agregar Usuario'. */
export const usersImport: ImportSource<Body> = {
  permission: 'users.create',
  action: 'user.created',
  batch: 150,
  async prepare(db, actor, rows) {
    const organizationOf = await organizationsNamed(db, rows);
    const domains = new Map<string | null, readonly string[]>();
    const prepared: (Prepared<Body> | RowProblem)[] = [];
    for (const cells of rows) {
      const row = personOf(actor, cells, organizationOf);
      if (!isProblem(row)) {
        const organization_id = row.body.organization_id ?? null;
        if (!domains.has(organization_id))
          domains.set(organization_id, (await readSettings(db, organization_id)).allowed_domains);
        const allowed = domains.get(organization_id) ?? [];
        if (!isDomainAllowed(allowed, row.body.email)) {
          const params = { domains: allowed.join(', ') };
          prepared.push(problem('organization.domain_not_allowed', 'email', params));
          continue;
        }
      }
      prepared.push(row);
    }
    return prepared;
  },
  // An address of another organization is told row by row when the import is carried out, counted and audited.
  tells_of_others: 'user.email_taken',
  async taken(platform, actor, keys) {
    const emails = await platform.database.withActor(
      actor,
      'find addresses of an import that are taken',
      (db) => takenEmails(db, keys),
    );
    return { keys: emails, problem: problem('user.email_taken', 'email') };
  },
  async create(platform, db, by, rows, { send_links }) {
    const made = await addUsers(
      db,
      by,
      rows.map(({ body }) => body),
    );
    if (send_links) {
      const added = made.flatMap((each) => (each instanceof AppError ? [] : each));
      await queueAccessLinks(platform, db, added);
    }
    return made.map((each) => (each instanceof AppError ? problemOf(each, WORDS) : { id: each.id }));
  },
};

/** A row as 'Agregar Usuario' would be sent it, and its rules that need nothing but itself. */
function personOf(
  actor: Actor,
  cells: ImportCells,
  organizationOf: (name: string) => string | RowProblem,
): Prepared<Body> | RowProblem {
  const given = ROLES.filter((each) => outranks(actor, each)).map((each) => SPELLED[each]);
  const role = wordIn(ROLE_WORDS, cells.role, 'role', given.join(', '));
  const active = wordIn(ACTIVE, cells.active, 'active', 'sí (yes), no');
  if (isProblem(role)) return role;
  if (isProblem(active)) return active;
  const name = cells.organization?.trim();
  const organization_id = name ? organizationOf(name) : undefined;
  if (typeof organization_id === 'object') return organization_id;
  const { role: _role, active: _active, organization: _organization, ...texts } = cells;
  const sent = { ...texts, role: role.value ?? 'user', is_active: active.value, organization_id };
  const body = parsedBy(userCreateBody, sent, WORDS);
  if (isProblem(body)) return body;
  try {
    requireRank(actor, body.role);
    const own = organizationOfNew(actor, body);
    return { body: { ...body, organization_id: own }, key: body.email, seat: body.is_active ? own : null };
  } catch (error) {
    const isRank = error instanceof AppError && error.code === 'user.rank_too_low';
    return problemOf(error, WORDS, isRank ? 'role' : 'organization');
  }
}
