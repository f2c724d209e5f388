import { PROVIDERS, PROVIDER_NAMES, type Provider } from '@atalaya/contract/provider-names';
import { Button } from '@atalaya/ui/button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { configurationQuery } from '../../../../platform/session.ts';
import { loginTexts } from './login.es.ts';
import { providerMarks } from './provider-marks.tsx';

/** The other three are there whether or not this server is set up for them. */
const SHOWN_WHERE_CONFIGURED: Provider = 'microsoft';

/** Sign-in with another account; a provider that this server is not set up for says so. */
export function ProviderButtons() {
  const t = useTexts(loginTexts);
  const configured = useQuery(configurationQuery).data?.providers ?? [];
  const { start, starting } = useStart();
  const shown = PROVIDERS.filter((key) => key !== SHOWN_WHERE_CONFIGURED || configured.includes(key));
  return (
    <>
      <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('orWith')}
      </p>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {shown.map((key) => (
          <Button
            key={key}
            variant="outline"
            aria-label={t('continueWith', { provider: PROVIDER_NAMES[key] })}
            busy={starting === key}
            onClick={() => start(key)}
          >
            {providerMarks[key]}
          </Button>
        ))}
      </div>
    </>
  );
}

/**
 * Leaves for the provider; where one was going is kept for coming back. The form is there before the server has said
 * which providers it is set up for: a press waits for that.
 */
function useStart() {
  const t = useTexts(loginTexts);
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const redirect = typeof search.redirect === 'string' ? search.redirect : undefined;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (provider: Provider) => {
      const { providers } = await client.query({ ...configurationQuery, staleTime: 'static' });
      if (!providers.includes(provider)) return null;
      return call('startProviderSignIn', { params: { provider }, body: redirect ? { redirect } : {} });
    },
    onSuccess: (started, provider) =>
      started
        ? window.location.assign(started.url)
        : notify.info(t('providerSoon', { provider: PROVIDER_NAMES[provider] })),
    onError: (error) => notifyFailure(error),
  });
  return { start: mutate, starting: isPending ? variables : null };
}
