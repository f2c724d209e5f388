import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotifyFailure } from '../../platform/notify.ts';
import { testSignOn, useSignOnChanged } from './sso.api.ts';
import { type Returned, openTestWindow, useTestEnd, useTestReturned } from './test-window.ts';

export type Testing = ReturnType<typeof useTesting>;

/** One test after the other, each in a window of its own; `returned`: what one has come back with to this page. */
export function useTesting(id: string, returned: Returned | null) {
  const notifyFailure = useNotifyFailure();
  const changed = useSignOnChanged(id);
  useTestReturned(id, returned);
  const [isAwaited, setAwaited] = useState(false);
  const [ended, setEnded] = useState(returned);
  useTestEnd(id, isAwaited, (next) => {
    void changed().finally(() => {
      setAwaited(false);
      setEnded(next);
    });
  });
  const beginning = useMutation({
    mutationFn: async (opened: Window | null) => {
      const { url } = await testSignOn(id).catch((error: unknown) => {
        opened?.close();
        throw error;
      });
      // Where windows are blocked, this one goes there and comes back.
      (opened ?? window).location.assign(url);
      return opened !== null;
    },
    onSuccess: (isOpened) => {
      setEnded(null);
      setAwaited(isOpened);
    },
    onError: (error) => notifyFailure(error),
  });
  return {
    begin: () => beginning.mutate(openTestWindow()),
    isBeginning: beginning.isPending,
    isAwaited,
    ended: ended !== null && ended.problem !== null ? ended : null,
  };
}
