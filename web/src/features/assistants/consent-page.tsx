import { ASSISTANT_DAYS } from '@atalaya/contract/choices';
import type { KeyScope } from '@atalaya/contract/key-scopes';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { useErrorText } from '../../platform/messages/error-text.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SessionContext, sessionQuery, useSession } from '../../platform/session.ts';
import { AuthFrame } from '../../shared/auth-frame.tsx';
import { FormProblem } from '../../shared/form-problem.tsx';
import { useFormSend } from '../../shared/use-form-send.ts';
import { ScopeTable, resourcesOf } from '../account/api-keys/scopes.face.ts';
import {
  NO_PROOF,
  OwnerProofFields,
  PROOF_FIELDS,
  useOwnerProof,
} from '../account/two-factor/two-factor.face.ts';
import { type ConsentAsked, askedOf, consentQuery } from './consent.api.ts';
import { consentTexts } from './consent.es.ts';

type Consent = Answer<'readConsent'>;

/** Where an assistant sends a person who shall let it act for them: who it is, what it may, until when. */
export function ConsentPage() {
  const t = useTexts(consentTexts);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const asked = askedOf(search);
  const session = useQuery(sessionQuery).data;
  const { data, error, refetch } = useQuery(consentQuery(asked));
  if (session === null || isApiError(error, 'session.required')) return <SignInFirst />;
  if (data && session)
    return (
      <SessionContext value={session}>
        <Asked asked={asked} consent={data} />
      </SessionContext>
    );
  if (isApiError(error, 'request.invalid')) return <Invalid text={t('invalid')} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <AuthFrame key="waiting" title={t('title')}>
      <Skeleton className="h-96" aria-label={t('loading')} />
    </AuthFrame>
  );
}

/** The session has ended since the page was opened: back to here from the sign-in. */
function SignInFirst() {
  const { pathname, search } = window.location;
  return <Navigate to="/admin/login" search={{ redirect: pathname + search }} replace />;
}

type AskedProps = { asked: ConsentAsked; consent: Consent };

function Asked({ asked, consent }: AskedProps) {
  const t = useTexts(consentTexts);
  return (
    <AuthFrame
      title={t('title')}
      subtitle={<span className="wrap-anywhere">{t('subtitle', { client: consent.client_name })}</span>}
    >
      <Facts consent={consent} />
      {consent.scopes.length > 0 ? (
        <ConsentForm asked={asked} consent={consent} />
      ) : (
        <div className="grid gap-4">
          <p>{t('nothing')}</p>
          <Deny to={consent.denied_to} />
        </div>
      )}
    </AuthFrame>
  );
}

function Facts({ consent }: { consent: Consent }) {
  const t = useTexts(consentTexts);
  const { profile, organization } = useSession();
  const facts = [
    [t('client'), consent.client_name, t('unproven')],
    [t('host'), consent.redirect_host, consent.is_local ? t('local') : null],
    [t('organization'), organization?.name ?? t('all'), null],
    [t('account'), profile.email, null],
  ] as const;
  return (
    <dl className="mb-5 grid gap-3 rounded-lg bg-sunken p-4">
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
          {note ? <dd className="text-sm text-muted">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** To read is chosen already; to change is what the person chooses themselves. */
const defaultsOf = ({ scopes }: Consent) => ({
  scopes: scopes.filter((scope) => scope.endsWith(':read')),
  days: 30 as (typeof ASSISTANT_DAYS)[number],
  ...NO_PROOF,
});

function ConsentForm({ asked, consent }: AskedProps) {
  const t = useTexts(consentTexts);
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: defaultsOf(consent) });
  const { submit, problem, busy } = useFormSend({
    form,
    send: async ({ scopes, days, ...proof }) =>
      call('giveConsent', { body: { ...asked, scopes, days, ...(await prove(proof)) } }),
    onSent: ({ redirect_to }) => window.location.assign(redirect_to),
    codeFields: { ...PROOF_FIELDS, 'api_key.scope_forbidden': 'scopes' },
    failedText: t('failed'),
    onError,
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Controller
        control={form.control}
        name="scopes"
        rules={{ validate: (value: KeyScope[]) => value.length > 0 || t('scopesMissing') }}
        render={({ field, fieldState }) => (
          <ScopeTable
            offered={resourcesOf(consent.scopes)}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            ref={field.ref}
          />
        )}
      />
      <Controller
        control={form.control}
        name="days"
        render={({ field }) => (
          <Select
            label={t('lifetime')}
            value={String(field.value)}
            onValueChange={(value) => field.onChange(Number(value))}
            options={ASSISTANT_DAYS.map((days) => ({ value: String(days), label: t('days', { days }) }))}
          />
        )}
      />
      <OwnerProofFields form={form} />
      <p className="text-sm text-pretty text-muted">{t('limits')}</p>
      <FormProblem problem={problem} />
      <div className="grid gap-2">
        <Button type="submit" size="lg" busy={busy}>
          {t('allow')}
        </Button>
        <Deny to={consent.denied_to} />
      </div>
    </form>
  );
}

function Deny({ to }: { to: string }) {
  const t = useTexts(consentTexts);
  return (
    <Button variant="outline" size="lg" onClick={() => window.location.assign(to)}>
      {t('deny')}
    </Button>
  );
}

function Invalid({ text }: { text: string }) {
  const t = useTexts(consentTexts);
  return (
    <AuthFrame title={t('invalidTitle')}>
      <p className="text-pretty">{text}</p>
      <Link to="/admin/profile" className={buttonClass({ className: 'mt-5' })}>
        {t('profile')}
      </Link>
    </AuthFrame>
  );
}

/** Of what is refused for good there is nothing to try again. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts(consentTexts);
  const text = useErrorText(error);
  if (isApiError(error, 'assistant.unknown')) return <Invalid text={t('unknown')} />;
  if (isApiError(error, 'assistant.off')) return <Invalid text={t('off')} />;
  return (
    <AuthFrame title={t('title')}>
      <p role="alert">{text}</p>
      <Button className="mt-5" onClick={onRetry}>
        {t('retry')}
      </Button>
    </AuthFrame>
  );
}
