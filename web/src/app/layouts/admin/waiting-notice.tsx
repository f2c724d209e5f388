import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { AwaitsNetwork } from '../../../shared/awaits-network.tsx';

/** Whether the screen shows something in whose place there is nothing yet: it waits for the network. */
function useIsWaiting(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  const isWaiting = () =>
    cache.findAll({ type: 'active', fetchStatus: 'paused' }).some(({ state }) => state.data === undefined);
  return useSyncExternalStore(subscribe, isWaiting);
}

/** Above a screen that was opened without a network. */
export function WaitingNotice() {
  return useIsWaiting() ? <AwaitsNetwork className="mt-4" /> : null;
}
