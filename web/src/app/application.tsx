import { CSPProvider } from '@base-ui/react/csp-provider';
import { ThemeProvider } from '@atalaya/ui/theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../platform/api/query-client.ts';
import { LanguageProvider } from '../platform/messages/language.tsx';
import { deferAnswersWhilePressed } from '../platform/press.ts';
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
