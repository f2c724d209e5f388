import { randomUUID } from 'node:crypto';
import type { Role } from '@atalaya/contract/roles';
import type { SubscriptionStatus } from '../core/actor.ts';
import type { SystemDb } from '../database/doors.ts';

export type OrganizationValues = {
  name?: string;
  subscription_status?: SubscriptionStatus;
  plan_type?: 'free' | 'basic' | 'pro' | 'enterprise';
  max_users?: number;
  /** Of its billing data; Spain unless said otherwise. */
  country?: string | null;
};
export type MadeOrganization = { id: string; name: string; slug: string };

export type PersonValues = {
  role?: Role;
  organization_id?: string | null;
  email?: string;
  first_name?: string;
  last_name?: string;
  is_active?: boolean;
  email_verified?: boolean;
  /** As accounts.hashPassword gives it; without one the account has no password. */
  password_hash?: string;
  /** With a second factor that opens nothing: for organizations that require one. */
  two_factor?: boolean;
};
export type MadePerson = { id: string; user_id: string; email: string; organization_id: string | null };

const word = () => randomUUID().slice(0, 8);

/** An organization with values of its own where none are given; 25 seats. */
export async function insertOrganization(
  db: SystemDb,
  values: OrganizationValues,
): Promise<MadeOrganization> {
  const slug = `org-${word()}`;
  return db
    .insertInto('organizations')
    .values({
      name: values.name ?? `Organización ${slug}`,
      slug,
      plan_type: values.plan_type ?? 'basic',
      subscription_status: values.subscription_status ?? 'active',
      max_users: values.max_users ?? 25,
      country: values.country === undefined ? 'ES' : values.country,
    })
    .returning(['id', 'name', 'slug'])
    .executeTakeFirstOrThrow();
}

/** A person with a verified account; a user without organization unless said otherwise. */
export async function insertPerson(db: SystemDb, values: PersonValues): Promise<MadePerson> {
  const email = values.email ?? `persona-${word()}@example.test`;
  const first_name = values.first_name ?? 'Persona';
  const last_name = values.last_name ?? word();
  const user_id = await insertAccount(db, { ...values, email, first_name, last_name });
  const { id } = await db
    .insertInto('profiles')
    .values({
      user_id,
      email,
      first_name,
      last_name,
      role: values.role ?? 'user',
      organization_id: values.organization_id ?? null,
      is_active: values.is_active ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, user_id, email, organization_id: values.organization_id ?? null };
}

type AccountValues = PersonValues & { email: string; first_name: string; last_name: string };

async function insertAccount(db: SystemDb, values: AccountValues): Promise<string> {
  const { id } = await db
    .insertInto('auth.user')
    .values({
      name: `${values.first_name} ${values.last_name}`,
      firstName: values.first_name,
      lastName: values.last_name,
      email: values.email,
      emailVerified: values.email_verified ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (values.password_hash)
    await db
      .insertInto('auth.account')
      .values({ accountId: id, providerId: 'credential', userId: id, password: values.password_hash })
      .execute();
  if (values.two_factor)
    await db
      .insertInto('auth.two_factor')
      .values({ user_id: id, secret: Buffer.alloc(1), confirmed_at: new Date() })
      .execute();
  return id;
}

/** The account of a person who can sign in. */
export async function getUserId(db: SystemDb, email: string): Promise<string> {
  const { id } = await db
    .selectFrom('auth.user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}
