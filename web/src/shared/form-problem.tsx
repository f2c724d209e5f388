import { Banner } from '@atalaya/ui/banner';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { isApiError } from '../platform/api/api-error.ts';
import { useNetworkReturns, useOnline } from '../platform/use-online.ts';
import { dialogsTexts } from './dialogs.es.ts';

/**
 * Why something could not be sent. `returns`: where it did not get through, how often the network had come back when it
 * was sent. A failure may be told late, when the network is there again, or before the browser knows that it is lost.
 */
export type Problem = { text: string; returns: number | null };

/** What failed with this error. `returns`: of the network, as they were when it was sent. */
export const problemOf = (text: string, error: unknown, returns: number): Problem => ({
  text,
  returns: isApiError(error, 'network.offline') ? returns : null,
});

type BackOnlineProps = { problem: Problem | null; className?: string | undefined };

/** Once the network is back that what was sent did not find: that it is. The failure itself was told elsewhere. */
export function BackOnline({ problem, className }: BackOnlineProps) {
  const t = useTexts(dialogsTexts);
  return useIsBack(problem) ? (
    <Banner tone="info" className={className}>
      {t('backOnline')}
    </Banner>
  ) : null;
}

type FormProblemProps = BackOnlineProps & { title?: ReactNode };

/** Above the button that was pressed: why it failed and, once the network that it lacked is back, that it is. */
export function FormProblem({ problem, title, className }: FormProblemProps) {
  const isBack = useIsBack(problem);
  if (!problem) return null;
  return isBack ? (
    <BackOnline problem={problem} className={className} />
  ) : (
    <Banner tone="danger" title={title} className={className}>
      {problem.text}
    </Banner>
  );
}

function useIsBack(problem: Problem | null): boolean {
  const online = useOnline();
  const returns = useNetworkReturns();
  // Not where the network was never lost: then it is the server that is away.
  return online && problem !== null && problem.returns !== null && returns > problem.returns;
}
