import type { Db } from '../../platform/database/database.ts';
import { boolean, oneOf, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

type Params = Record<string, string | number>;
type About = {
  event: string;
  organization_id: string | null;
  object_type: string;
  /** For those who have not chosen. */
  defaults: { screen: boolean; mail: boolean; language: 'es' | 'en' };
};
export type ToldRow = About & {
  /** null: the admins of the organization. */
  people: string[] | null;
  object_id: string | null;
  params: Params;
};

/** A person who is still active: how they want to be told, and where they are written to. */
const reader = {
  profile_id: uuid,
  screen: boolean,
  mail: boolean,
  email: text,
  language: oneOf('es', 'en'),
  /** Whether the address was proven to be theirs. */
  proven: boolean,
};
export type Reader = RowOf<typeof reader>;

/** Tells people in the caller's transaction; who they are, and how each wants it (server/sql/notifications.sql). */
export async function sendNotifications(db: Db, told: ToldRow): Promise<Reader[]> {
  const { rows } = await rowsOf(reader)`
    select profile_id, screen, mail, email, language, proven
    from send_notifications(${told.event}, ${told.people}::uuid[], ${told.organization_id}::uuid,
      ${told.object_type}, ${told.object_id}::uuid, ${JSON.stringify(told.params)}::jsonb,
      ${told.defaults.screen}::boolean, ${told.defaults.mail}::boolean, ${told.defaults.language})`.execute(
    db,
  );
  return rows;
}

/**
 * What one of them is told: a person, or the admins of an organization, of which the system may tell many at once, each
 * with its own defaults.
 */
export type ToldItem = { object_id: string | null; params: Params } & (
  | { person: string }
  | ({ admins: true; organization_id: string } & About['defaults'])
);

/** The same of something that is each one's own (server/sql/notifications.sql). */
export async function sendOwnNotifications(
  db: Db,
  told: Omit<About, 'defaults'> & { defaults?: About['defaults'] },
  each: ToldItem[],
): Promise<Reader[]> {
  const { screen = null, mail = null, language = null } = told.defaults ?? {};
  const { rows } = await rowsOf(reader)`
    select profile_id, screen, mail, email, language, proven
    from send_own_notifications(${told.event}, ${JSON.stringify(each)}::jsonb, ${told.organization_id}::uuid,
      ${told.object_type}, ${screen}::boolean, ${mail}::boolean, ${language})`.execute(db);
  return rows;
}

/** The super_admins, whom an organization does not see otherwise. */
export async function listSuperAdmins(db: Db): Promise<string[]> {
  const { rows } = await rowsOf({ id: uuid })`select id from support_people()`.execute(db);
  return rows.map(({ id }) => id);
}

/** The active admins of an organization. */
export async function listAdminIds(db: Db, organization_id: string): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('profiles', 'id'))`
    select id from profiles
    where organization_id = ${organization_id} and role = 'admin' and is_active and deleted_at is null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
