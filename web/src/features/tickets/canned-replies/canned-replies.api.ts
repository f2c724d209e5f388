import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import { type CannedReply, cannedRepliesQuery } from '../tickets.api.ts';

/** Reads the replies again. */
export function useCannedRepliesChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: cannedRepliesQuery.queryKey });
}

/** Writes a new reply, or over the one that is given, at the version that was read. */
export function saveCannedReply(reply: CannedReply | null, values: { title: string; body: string }) {
  if (!reply) return call('createCannedReply', { body: values });
  return call('updateCannedReply', { params: { id: reply.id }, body: { ...values, version: reply.version } });
}

export const restoreCannedReply = ({ id }: CannedReply) =>
  call('restoreCannedReply', { params: { id }, body: {} });

export function useDeleteCannedReply() {
  const changed = useCannedRepliesChanged();
  return useMutation({
    mutationFn: ({ id }: CannedReply) => call('deleteCannedReply', { params: { id } }),
    onSettled: () => void changed(),
  });
}
