import { Button } from '@atalaya/ui/button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { useCompanyOnly } from '../use-company-only.ts';
import { loginTexts } from './login.es.ts';
import { useEnter } from './use-enter.ts';

const accountsKey = ['development-accounts'];

/** 'Modo Desarrollo': signs in as a demo account. The server has these routes in demo mode only. */
export function DevelopmentBox() {
  const t = useTexts(loginTexts);
  const enter = useEnter();
  const companyOnly = useCompanyOnly();
  const notifyFailure = useNotifyFailure();
  const id = useId();
  const [chosen, setChosen] = useState('');
  const accounts = useQuery({
    queryKey: accountsKey,
    queryFn: ({ signal }) => call('listDevelopmentAccounts', { signal }),
  });
  const items = accounts.data?.items ?? [];
  const email = chosen || (items[0]?.email ?? '');
  const signIn = useMutation({
    mutationFn: () => call('signInDevelopmentAccount', { body: { email } }),
    onSuccess: ({ session }) => enter(session),
    onError: (error) => {
      if (!companyOnly(error)) notifyFailure(error);
    },
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mt-6 rounded-xl border border-dashed border-line-strong p-4"
    >
      <h2 id={`${id}-title`} className="font-semibold">
        {t('development.title')}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{t('development.hint')}</p>
      {accounts.isError ? (
        <p role="alert" className="mt-3 text-sm text-danger">
          {t('development.failed')}{' '}
          <Button variant="link" size="sm" onClick={() => void accounts.refetch()}>
            {t('development.retry')}
          </Button>
        </p>
      ) : null}
      <form onSubmit={submit} className="mt-3 flex gap-2">
        <label htmlFor={id} className="sr-only">
          {t('development.account')}
        </label>
        <select
          id={id}
          value={email}
          onChange={(event) => setChosen(event.target.value)}
          className="field-box h-9 min-w-0 flex-1 px-2"
        >
          {items.length === 0 ? <option value="">{t('development.choose')}</option> : null}
          {items.map((account) => (
            <option key={account.id} value={account.email}>
              {[
                `${account.first_name} ${account.last_name}`,
                t(`development.roles.${account.role}`),
                ...(account.organization ? [account.organization] : []),
              ].join(' · ')}
            </option>
          ))}
        </select>
        <Button type="submit" variant="secondary" busy={signIn.isPending} disabled={email === ''}>
          {t('development.quick')}
        </Button>
      </form>
      <SeedButton />
    </section>
  );
}

function SeedButton() {
  const t = useTexts(loginTexts);
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const seed = useMutation({
    mutationFn: () => call('seedDevelopmentAccounts', { body: {} }),
    onSuccess: ({ created }) => {
      notify.success(t('development.seeded', { count: created }));
      return client.invalidateQueries({ queryKey: accountsKey });
    },
    onError: (error) => notifyFailure(error),
  });
  return (
    <Button
      variant="link"
      size="sm"
      className="mt-2 -ml-2.5"
      busy={seed.isPending}
      onClick={() => seed.mutate()}
    >
      {t('development.seed')}
    </Button>
  );
}
