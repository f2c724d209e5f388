import { scopeOfPermission } from '@atalaya/contract/key-scopes';
import { isHeldBack, may, scopeOf } from '@atalaya/contract/permissions';
import type { Permission } from '@atalaya/contract/permissions';
import type { Route } from '@atalaya/contract/route';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';

/** Refuses a caller who may not use a route: 401 if not signed in, 403 by role, organization or its state. */
export function checkAccess(
  route: Pick<Route, 'access' | 'method' | 'withoutSecondFactor'>,
  actor: Actor | null,
): void {
  if (actor?.api_key_id) checkKey(route, actor);
  if (route.access === 'public') return;
  if (!actor) throw new AppError('session.required');
  if (actor.must_set_up_two_factor && !route.withoutSecondFactor)
    throw new AppError('session.two_factor_required');
  if (route.access === 'signed_in') return;
  if (!may(actor, route.access))
    throw new AppError(
      scopeOf(actor.role, route.access) === null ? 'session.forbidden' : 'organization.required',
    );
  if (route.method !== 'GET') requireWritable(actor, route.access);
}

/** @throws organization.read_only where the organization's state does not let its people change this */
export function requireWritable(actor: Actor, permission: Permission): void {
  if (isHeldBack(actor, permission)) throw new AppError('organization.read_only');
}

/** What a key may call at all, and whether it was granted this. What its person may not is refused like theirs. */
function checkKey(route: Pick<Route, 'access' | 'method'>, actor: Actor): void {
  const { access, method } = route;
  if (access === 'public' && method === 'GET') return;
  if (access === 'public' || access === 'signed_in') throw new AppError('api_key.forbidden');
  const scope = scopeOfPermission(access);
  if (scope === null) throw new AppError('api_key.forbidden');
  if (!may({ ...actor, permissions: null }, access)) return;
  if (!may(actor, access)) throw new AppError('api_key.scope_missing', { params: { scope } });
}
