import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';

export type Connection = Answer<'listConnections'>['items'][number];
export type NewConnection = CallParts<'createConnection'>['body'];

export function connectionsQuery(organization_id: string) {
  return queryOptions({
    queryKey: ['connections', organization_id],
    queryFn: ({ signal }) => call('listConnections', { query: { organization_id }, signal }),
  });
}

/** Reads those of an organization again. */
export function useConnectionsChanged(organization_id: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: connectionsQuery(organization_id).queryKey }),
      // Whether single sign-on can be required depends on them.
      client.invalidateQueries({ queryKey: ['enforcement', organization_id] }),
    ]);
}

/** Makes a connection (null), or writes over the one that is given, at the version that was read. */
export function saveConnection(
  organization_id: string,
  connection: Connection | null,
  body: NewConnection,
): Promise<Connection> {
  if (!connection) return call('createConnection', { query: { organization_id }, body });
  const { id, version } = connection;
  return call('updateConnection', { params: { id }, body: { ...body, version } });
}

export const deleteConnection = (id: string) => call('deleteConnection', { params: { id } });
