import { isTransient } from '../platform/api/api-error.ts';
import type { NoticeOptions } from '../platform/notify.ts';

type FromToast = {
  run: () => Promise<unknown>;
  tell: (error: unknown, options: NoticeOptions) => void;
  /** 'Reintentar' */
  retryLabel: string;
};

/**
 * What the button of a toast does. The toast is gone with the press: where it fails for a reason that may pass, the
 * one that tells so has a button to try again.
 */
export function runFromToast(offer: FromToast): void {
  const { run, tell, retryLabel } = offer;
  run().catch((error: unknown) => {
    const action = { label: retryLabel, onClick: () => runFromToast(offer) };
    tell(error, isTransient(error) ? { action } : {});
  });
}
