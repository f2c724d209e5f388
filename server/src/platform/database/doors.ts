import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Actor } from '../core/actor.ts';
import { asKyselyPool } from './pool.ts';
import type { Replica } from './replica.ts';
import type { Tables } from './row-types.ts';
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

/** Milliseconds after which each statement of one transaction is stopped, its commit included; 0: never. */
export type Limits = { statement_timeout: number };

export type Doors = {
  kysely: Kysely<Tables>;
  withTenant<T>(actor: Actor, fn: (db: TenantDb) => Promise<T>): Promise<T>;
  withOrganization<T>(organization_id: string, fn: (db: TenantDb) => Promise<T>): Promise<T>;
  readOrganization<T>(organization_id: string, fn: (db: TenantDb) => Promise<T>): Promise<T>;
  withSystem<T>(reason: string, fn: (db: SystemDb) => Promise<T>): Promise<T>;
  withActor<T>(actor: Actor, reason: string, fn: (db: Db) => Promise<T>, limits?: Limits): Promise<T>;
  withOwn<T>(actor: Actor, reason: string, fn: (db: Db) => Promise<T>): Promise<T>;
  readAs<T>(actor: Actor, reason: string, fn: (db: Db) => Promise<T>): Promise<T>;
  readTogether<T>(actor: Actor, reason: string, fn: (db: Db) => Promise<T>): Promise<T>;
  hasReplica: boolean;
  /** How many of the two reads before have been answered, and from where. */
  reads: { primary: number; replica: number };
};

/**
 * Makes the two doors to the database over a pool; statements are stopped after so many milliseconds (0: never). Reads
 * of an actor who knows how far the primary was go to the replica.
 */
export function openDoors(pool: Pool, statement_timeout: number, replica: Replica | null = null): Doors {
  // A second transaction inside the first would not see what that wrote, could commit while it rolls back, and would
  // take another connection of the pool, for which all of them may come to wait.
  const current = new AsyncLocalStorage<State>();
  const refuseInside = () => refuseOpen(current.getStore());
  const dialect = new PostgresDialect({ pool: asKyselyPool(pool, statement_timeout, refuseInside) });
  const kysely = new Kysely<Tables>({ dialect });

  const open = async <D extends Db, T>(
    way: typeof runTransaction,
    scope: Unlimited,
    fn: (db: D) => Promise<T>,
    { on = pool, state = { open: true, errors: [] }, limits = { statement_timeout } }: How = {},
  ): Promise<T> => {
    refuseInside();
    return way(on, { ...scope, ...limits }, state, (connection) =>
      current.run(state, () => fn(makeHandle(kysely, dialect, connection) as D)),
    );
  };
  const reads = { primary: 0, replica: 0 };
  const read =
    (way: typeof runTransaction): Doors['readAs'] =>
    async (actor, reason, fn) => {
      const scope = scopeOf(actor, reason, 'on');
      if (replica && actor.log_position) {
        const awaited = { log_position: actor.log_position, wait_ms: replica.waitMs };
        const there = await replica.attempt((on, state) =>
          open(way, { ...scope, awaited }, fn, { on, state }),
        );
        if (there) {
          reads.replica += 1;
          return there.result;
        }
      }
      const result = await open(way, scope, fn);
      reads.primary += 1;
      return result;
    };
  const withTenant: Doors['withTenant'] = (actor, fn) => open(runTransaction, tenantScope(actor, 'off'), fn);
  const withSystem: Doors['withSystem'] = (reason, fn) =>
    open(runTransaction, systemScope(reason, 'off'), fn);
  return {
    kysely,
    withTenant,
    withOrganization: (organization, fn) => open(runTransaction, organizationScope(organization, 'off'), fn),
    readOrganization: (organization, fn) => open(runReads, organizationScope(organization, 'on'), fn),
    withSystem,
    withActor: (actor, reason, fn, limits) =>
      open(runTransaction, scopeOf(actor, reason, 'off'), fn, limits ? { limits } : {}),
    withOwn: (actor, reason, fn) =>
      actor.organization_id === null ? withSystem(reason, fn) : withTenant(actor, fn),
    readAs: read(runReads),
    readTogether: read(runTransaction),
    hasReplica: replica !== null,
    reads,
  };
}

/** Where a transaction runs, and within which limits, where that is not the usual. */
type How = { on?: Pool; state?: State; limits?: Limits };

type ReadOnly = Scope['read_only'];
type Unlimited = Omit<Scope, 'statement_timeout'>;

const scopeOf = (actor: Actor, reason: string, read_only: ReadOnly) =>
  actor.role === 'super_admin' ? systemScope(reason, read_only) : tenantScope(actor, read_only);

function tenantScope({ organization_id, profile_id }: Actor, read_only: ReadOnly): Unlimited {
  const organization = organization_id ?? '';
  return { role: 'atalaya_tenant', organization, profile: profile_id, reason: '', read_only };
}

function refuseOpen(state: State | undefined): void {
  if (state?.open)
    throw new Error('a transaction is already open here: use its handle instead of opening another');
}

/** What a program of one organization does: no person acts. */
const organizationScope = (organization: string, read_only: ReadOnly): Unlimited => ({
  role: 'atalaya_tenant',
  organization,
  profile: '',
  reason: '',
  read_only,
});

function systemScope(reason: string, read_only: ReadOnly): Unlimited {
  return { role: 'atalaya_system', organization: '', profile: '', reason, read_only };
}
