import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';

export type AuditStream = Answer<'listAuditStreams'>['items'][number];
export type StreamBatch = Answer<'listStreamBatches'>['items'][number];
export type Tried = Answer<'testAuditStream'>;
export type NewStream = CallParts<'createAuditStream'>['body'];
export type GivenSink = NewStream['sink'];
export type Start = CallParts<'backfillAuditStream'>['body'];

/** Of an organization, by its id; '' is the whole system. */
const ownerOf = (organization: string) => ({ query: organization ? { organization_id: organization } : {} });

export function streamsQuery(organization: string) {
  return queryOptions({
    queryKey: ['audit-streams', organization],
    queryFn: ({ signal }) => call('listAuditStreams', { ...ownerOf(organization), signal }),
  });
}

/** Reads them again. */
export function useStreamsChanged(organization: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: streamsQuery(organization).queryKey });
}

export function batchesQuery(id: string, page: number) {
  return queryOptions({
    queryKey: ['audit-stream-batches', id, page],
    queryFn: ({ signal }) => call('listStreamBatches', { params: { id }, query: { page }, signal }),
    staleTime: 0,
  });
}

export function anchorsQuery(organization: string, page: number) {
  const { query } = ownerOf(organization);
  return queryOptions({
    queryKey: ['audit-anchors', organization, page],
    queryFn: ({ signal }) => call('listAnchors', { query: { ...query, page }, signal }),
    staleTime: 0,
  });
}

/** Where the browser downloads them from. */
export const anchorsAddress = (organization: string) =>
  addressOf('/api/audit/anchors/export', ownerOf(organization));

export const createStream = (organization: string, body: NewStream): Promise<AuditStream> =>
  call('createAuditStream', { ...ownerOf(organization), body });
type Change = Omit<CallParts<'updateAuditStream'>['body'], 'version'>;
export const updateStream = ({ id, version }: AuditStream, change: Change): Promise<AuditStream> =>
  call('updateAuditStream', { params: { id }, body: { ...change, version } });
export const deleteStream = (id: string) => call('deleteAuditStream', { params: { id } });
export const testStream = (id: string): Promise<Tried> =>
  call('testAuditStream', { params: { id }, body: {} });
export const restartStream = (id: string, body: Start) =>
  call('backfillAuditStream', { params: { id }, body });
export const passOver = (id: string, entry_id: string) =>
  call('passOverRefused', { params: { id }, body: { entry_id } });
