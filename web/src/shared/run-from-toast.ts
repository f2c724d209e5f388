import { isTransient } from '../platform/api/api-error.ts';
import type { NoticeOptions } from '../platform/notify.ts';
import { focusRow } from './focus-row.ts';

type FromToast = {
  run: () => Promise<unknown>;
  tell: (error: unknown, options: NoticeOptions) => void;
  /** 'Reintentar' */
  retryLabel: string;
  /** What comes back by it, by the id of its row: once `read` has read it anew, it has the focus. */
  back?: { id: string; read: () => Promise<unknown> };
};

/**
 * What the button of a toast does. The toast is gone with the press: where it fails for a reason that may pass, the
 * one that tells so has a button to try again.
 */
export function runFromToast(offer: FromToast): void {
  const { run, tell, retryLabel, back } = offer;
  const done = run().then(
    () => true,
    (error: unknown) => {
      const action = { label: retryLabel, onClick: () => runFromToast(offer) };
      tell(error, isTransient(error) ? { action } : {});
      return false;
    },
  );
  if (back) void done.then((isBack) => back.read().then(() => (isBack ? focusRow([back.id]) : undefined)));
}
