import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const RETRIES = 2;

/**
 * Reads are tried again where trying again can help: no connection, or a server that is busy or down. What the
 * database stopped after long work would be that work once more, and who has waited for a silent server is told so.
 */
function canRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !isApiError(error)) return false;
  if (error.code === 'network.silent' || error.code === 'database.too_slow') return false;
  return error.status === 0 || error.status >= 502;
}

/**
 * The store of everything read from the server.
 *
 * @param onSessionLost called when any call answers that no user is signed in any more.
 * @param onFactorRequired called when any call answers that a second factor must be set up first.
 */
export function createQueryClient(onSessionLost: () => void, onFactorRequired: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isApiError(error, 'session.required')) onSessionLost();
    if (isApiError(error, 'session.two_factor_required')) onFactorRequired();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: canRetry, staleTime: 10_000 },
      // An action is attempted at once even offline: its failure is told, and what was typed stays.
      mutations: { networkMode: 'always' },
    },
  });
}
