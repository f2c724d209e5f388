import { CODE_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Checkbox } from '@atalaya/ui/checkbox';
import { TextInput } from '@atalaya/ui/text-input';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isApiError } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { completeWithPasskey, isGivenUp, knowsPasskeys } from '../../passkeys/passkeys.ts';
import { filledField } from '../../../../shared/filled-field.ts';
import { FormProblem } from '../../../../shared/form-problem.tsx';
import { ReadFailed } from '../../../../shared/read-failed.tsx';
import { useFormSend } from '../../../../shared/use-form-send.ts';
import { useCompanyOnly } from '../use-company-only.ts';
import { secondFactorTexts } from './second-factor.es.ts';
import { useEnter } from './use-enter.ts';

type Values = { code: string; trust_device: boolean };

/** After the password: the code of the app, a recovery code, or a passkey. `onOver` leads back to the password. */
export function SecondFactorForm({ onOver }: { onOver: () => void }) {
  const t = useTexts(secondFactorTexts);
  const asked = useQuery({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => call('readSecondFactor', { signal }),
    // What is asked for belongs to this one sign-in.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const form = useForm<Values>({ defaultValues: { code: '', trust_device: false } });
  const back = (
    <Button variant="link" size="sm" className="mx-auto" onClick={onOver}>
      {t('back')}
    </Button>
  );
  if (asked.isPending)
    return (
      <p role="status" className="py-8 text-center text-muted">
        {t('loading')}
      </p>
    );
  if (asked.isError)
    return (
      <div className="grid gap-4">
        <ReadFailed error={asked.error} onRetry={asked.refetch} />
        {back}
      </div>
    );
  const { code, passkey } = asked.data;
  return (
    <div className="grid gap-4">
      {code ? <CodeForm form={form} onOver={onOver} /> : <TrustDevice form={form} />}
      {passkey && knowsPasskeys() ? <PasskeyWay form={form} primary={!code} onOver={onOver} /> : null}
      {back}
    </div>
  );
}

type WayProps = { form: ReturnType<typeof useForm<Values>>; onOver: () => void };

function TrustDevice({ form }: Pick<WayProps, 'form'>) {
  const t = useTexts(secondFactorTexts);
  return <Checkbox label={t('trust')} hint={t('trustHint')} {...form.register('trust_device')} />;
}

function CodeForm({ form, onOver }: WayProps) {
  const t = useTexts(secondFactorTexts);
  const enter = useEnter();
  const [recovery, setRecovery] = useState(false);
  const over = useOver(onOver);
  const { submit, problem, busy } = useFormSend({
    form,
    send: (body: Values) => call('completeSecondFactor', { body }),
    onSent: ({ session }) => enter(session),
    codeFields: { 'two_factor.wrong_code': 'code' },
    onError: over,
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextInput
        key={String(recovery)}
        label={recovery ? t('recovery') : t('code')}
        hint={recovery ? t('recoveryHint') : t('codeHint')}
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this page
        autoFocus
        {...filledField(form, 'code', { max: CODE_MAX, missing: t('missing') })}
      />
      <TrustDevice form={form} />
      <FormProblem problem={problem} />
      <Button type="submit" size="lg" busy={busy}>
        {t('submit')}
      </Button>
      <Button
        variant="link"
        size="sm"
        className="mx-auto"
        onClick={() => {
          setRecovery(!recovery);
          form.resetField('code');
        }}
      >
        {recovery ? t('useCode') : t('useRecovery')}
      </Button>
    </form>
  );
}

function PasskeyWay({ form, primary, onOver }: WayProps & { primary: boolean }) {
  const t = useTexts(secondFactorTexts);
  const enter = useEnter();
  const over = useOver(onOver);
  const notifyFailure = useNotifyFailure();
  const complete = useMutation({
    mutationFn: () => completeWithPasskey(form.getValues('trust_device')),
    onSuccess: ({ session }) => enter(session),
    onError: (error) => {
      if (isGivenUp(error)) notify.info(t('givenUp'));
      else if (!over(error)) notifyFailure(error);
    },
  });
  return (
    <Button
      variant={primary ? 'primary' : 'outline'}
      size="lg"
      busy={complete.isPending}
      onClick={() => complete.mutate()}
    >
      {t('passkey')}
    </Button>
  );
}

/** A challenge that is over leads back to the password, and says why. */
function useOver(onOver: () => void) {
  const t = useTexts(secondFactorTexts);
  const companyOnly = useCompanyOnly();
  return (error: unknown) => {
    if (companyOnly(error)) return true;
    if (!isApiError(error, 'two_factor.challenge_over')) return false;
    notify.error(t('over'));
    onOver();
    return true;
  };
}
