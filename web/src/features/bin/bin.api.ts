import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BIN_TYPES } from '@atalaya/contract/choices';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';

export type Bin = Answer<'listBin'>;
export type BinEntry = Bin['items'][number];
type Named = Pick<BinEntry, 'type' | 'id'>;

export type BinAsked = {
  page: number;
  /** '' or absent: of every organization that one may see. */
  organization?: string;
  /** Absent: of every kind. */
  type?: (typeof BIN_TYPES)[number] | undefined;
  search?: string | undefined;
};

export function binQuery({ page, organization, type, search = '' }: BinAsked) {
  const query = {
    page,
    ...(organization ? { organization_id: organization } : {}),
    ...(type ? { type } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
  };
  return queryOptions({
    queryKey: ['bin', query],
    queryFn: ({ signal }) => call('listBin', { query, signal }),
    // What was just deleted is to be found in it.
    staleTime: 0,
  });
}

async function restore({ type, id }: Named): Promise<void> {
  const parts = { params: { id }, body: {} };
  if (type === 'user') await call('restoreUser', parts);
  else if (type === 'ticket') await call('restoreTicket', parts);
  else if (type === 'plan') await call('restorePlan', { ...parts, body: { with_subscribers: false } });
  else if (type === 'canned_reply') await call('restoreCannedReply', parts);
  else await call('restoreOrganization', parts);
}

async function purge({ type, id, name }: Named & Pick<BinEntry, 'name'>): Promise<void> {
  if (type === 'user') await call('purgeUser', { params: { id } });
  else if (type === 'ticket') await call('purgeTicket', { params: { id } });
  else if (type === 'organization')
    await call('purgeOrganization', { params: { id }, body: { confirm_name: name } });
}

/** The queries that show a restored object again, and the bin itself. */
const SHOWN_IN = [
  'bin',
  'users',
  'organizations',
  'tickets',
  'plans',
  'canned-replies',
  'seats',
  'audit',
  'dashboard',
];

function useChange(mutationFn: (entry: BinEntry) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      for (const key of SHOWN_IN) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

export const useRestore = () => useChange(restore);
export const usePurge = () => useChange(purge);
