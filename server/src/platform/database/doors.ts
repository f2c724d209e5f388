import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Actor } from '../actor.ts';
import { asKyselyPool } from './pool.ts';
import type { Tables } from './tables.ts';
import type { Scope } from './scoped-statement.ts';
import { makeHandle, runReads, runTransaction } from './transaction.ts';
import type { State } from './transaction.ts';

declare const door: unique symbol;
/** A transaction that sees one organization, or the actor's own row where they have none. */
export type TenantDb = Transaction<Tables> & { readonly [door]: 'tenant' };
/** A transaction that sees every organization. */
export type SystemDb = Transaction<Tables> & { readonly [door]: 'system' };
/** Either. */
export type Db = Transaction<Tables> & { readonly [door]: 'tenant' | 'system' };

export type Doors = {
  kysely: Kysely<Tables>;
  withTenant<T>(actor: Actor, fn: (db: TenantDb) => Promise<T>): Promise<T>;
  withSystem<T>(reason: string, fn: (db: SystemDb) => Promise<T>): Promise<T>;
  withActor<T>(actor: Actor, reason: string, fn: (db: Db) => Promise<T>): Promise<T>;
  readAs<T>(actor: Actor, reason: string, fn: (db: Db) => Promise<T>): Promise<T>;
};

/** Makes the two doors to the database over a pool; statements are stopped after so many milliseconds (0: never). */
export function openDoors(pool: Pool, statement_timeout: number): Doors {
  // With one connection a second transaction inside the first would wait for ever; with many it would not see what
  // the first wrote, and could commit while the first rolls back.
  const current = new AsyncLocalStorage<State>();
  const refuseInside = () => {
    if (current.getStore()?.open) {
      throw new Error('a transaction is already open here: use its handle instead of opening another');
    }
  };
  const dialect = new PostgresDialect({ pool: asKyselyPool(pool, statement_timeout, refuseInside) });
  const kysely = new Kysely<Tables>({ dialect });

  const open = async <D extends Db, T>(
    way: typeof runTransaction,
    scope: Unlimited,
    fn: (db: D) => Promise<T>,
  ): Promise<T> => {
    refuseInside();
    const state: State = { open: true };
    return way(pool, { ...scope, statement_timeout }, state, (connection) =>
      current.run(state, () => fn(makeHandle(kysely, dialect, connection) as D)),
    );
  };
  const withTenant: Doors['withTenant'] = (actor, fn) => open(runTransaction, tenantScope(actor, 'off'), fn);
  const withSystem: Doors['withSystem'] = (reason, fn) =>
    open(runTransaction, systemScope(reason, 'off'), fn);
  return {
    kysely,
    withTenant,
    withSystem,
    withActor: (actor, reason, fn) =>
      actor.role === 'super_admin' ? withSystem(reason, fn) : withTenant(actor, fn),
    readAs: (actor, reason, fn) =>
      open(runReads, actor.role === 'super_admin' ? systemScope(reason, 'on') : tenantScope(actor, 'on'), fn),
  };
}

type ReadOnly = Scope['read_only'];
type Unlimited = Omit<Scope, 'statement_timeout'>;

function tenantScope({ organization_id, profile_id }: Actor, read_only: ReadOnly): Unlimited {
  const organization = organization_id ?? '';
  return { role: 'atalaya_tenant', organization, profile: profile_id, reason: '', read_only };
}

function systemScope(reason: string, read_only: ReadOnly): Unlimited {
  return { role: 'atalaya_system', organization: '', profile: '', reason, read_only };
}
