import { CSPProvider } from '@base-ui/react/csp-provider';
import { afterPress, watchPresses } from '@atalaya/ui/press';
import { ThemeProvider } from '@atalaya/ui/theme';
import { QueryClientProvider, notifyManager } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../platform/api/query-client.ts';
import { LanguageProvider } from '../platform/messages/language.tsx';
import { loseSession, sessionQuery } from '../platform/session.ts';
import { createAppRouter } from './router.tsx';

const queryClient = createQueryClient(
  () => {
    // The guards run again: a page that needs a session leads to the sign-in, and back afterwards.
    if (loseSession(queryClient)) void router.invalidate();
  },
  () => {
    // The session says so too once it is read again, and the guards lead to where a second factor is set up.
    queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
    void router.invalidate();
  },
);
const router = createAppRouter(queryClient);
deferAnswersWhilePressed();
// The guards read the session first: the code of the screen comes beside it, not after.
for (const route of router.getMatchedRoutes(location.pathname)[0])
  void router.loadRouteChunk(route)?.catch(() => undefined);

/** Everything around the screens: policy, theme, language, data, routes. */
export function Application() {
  return (
    <CSPProvider disableStyleElements>
      <ThemeProvider>
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </ThemeProvider>
    </CSPProvider>
  );
}

/** While a button or a finger is down, the answers of the server are deferred: a list that changes moves what is pressed. */
function deferAnswersWhilePressed(): void {
  watchPresses();
  notifyManager.setScheduler((tell) => setTimeout(() => afterPress(tell)));
}
