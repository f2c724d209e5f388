import type { KeyResource, KeyScope } from '@atalaya/contract/key-scopes';
import { KEY_SCOPES, permissionsOfScopes } from '@atalaya/contract/key-scopes';
import type { Permission } from '@atalaya/contract/permissions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';

export type EndedKey = Answer<'listApiKeys'>['ended'][number];
export type MadeKey = Answer<'createApiKey'>;
export type NewKey = { name: string; scopes: KeyScope[]; expires_in_days: number };

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call('listApiKeys', { signal }),
});

/** Days that one can choose between until a key ends. */
export const LIFETIMES = [30, 90, 180, 365] as const;

export type OfferedResource = { resource: KeyResource; read: KeyScope | null; write: KeyScope | null };

/** What a person can grant a key: resource by resource, only what they may do themselves. */
export function offeredScopes(may: (permission: Permission) => boolean): OfferedResource[] {
  return resourcesOf(KEY_SCOPES.filter((scope) => [...permissionsOfScopes([scope])].some(may)));
}

/** Scopes, resource by resource. */
export function resourcesOf(offered: readonly KeyScope[]): OfferedResource[] {
  const byResource = Map.groupBy(offered, (scope) => scope.split(':')[0] as KeyResource);
  return [...byResource].map(([resource, scopes]) => ({
    resource,
    read: scopes.find((scope) => scope.endsWith(':read')) ?? null,
    write: scopes.find((scope) => scope.endsWith(':write')) ?? null,
  }));
}
