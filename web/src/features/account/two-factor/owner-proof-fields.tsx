import { CODE_MAX, PASSWORD_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { type OwnerProof, askedOf, ownFactorsQuery } from './owner-proof.ts';
import { twoFactorTexts } from './two-factor.es.ts';
import { usePasswordLabels } from '../../../shared/use-password-labels.ts';

type Props<Values extends FieldValues & OwnerProof> = { form: UseFormReturn<Values> };

/** The current password, and a code or a passkey where a second factor is on; nothing of what the account has not. */
export function OwnerProofFields<Values extends FieldValues & OwnerProof>({ form }: Props<Values>) {
  const t = useTexts(twoFactorTexts);
  const labels = usePasswordLabels();
  // A factor that was turned on in another tab is asked for here too.
  const { data } = useQuery({ ...ownFactorsQuery, refetchOnMount: 'always' });
  const by = 'by' as Path<Values>;
  const asked = askedOf(data, form.watch(by) as OwnerProof['by']);
  const choose = (way: OwnerProof['by']) => form.setValue(by, way as PathValue<Values, Path<Values>>);
  const name = 'password' as Path<Values>;
  return (
    <>
      {asked.password ? (
        <TextInput
          type="password"
          label={t('proof.password')}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          visibilityLabels={labels}
          error={form.getFieldState(name, form.formState).error?.message}
          {...form.register(name, { validate: (value) => value !== '' || t('proof.passwordMissing') })}
        />
      ) : null}
      {asked.code && asked.by === 'passkey' ? (
        <PasskeyWay onCode={() => choose('code')} />
      ) : (
        <CodeField form={form} isAsked={asked.code} />
      )}
      {asked.code && asked.passkey && asked.by === 'code' ? (
        <Button
          variant="link"
          size="sm"
          className="-ml-2.5 justify-self-start"
          onClick={() => choose('passkey')}
        >
          {t('proof.usePasskey')}
        </Button>
      ) : null}
    </>
  );
}

function PasskeyWay({ onCode }: { onCode: () => void }) {
  const t = useTexts(twoFactorTexts);
  return (
    <div>
      <p className="text-pretty text-muted">{t('proof.passkey')}</p>
      <Button variant="link" size="sm" className="-ml-2.5" onClick={onCode}>
        {t('proof.useCode')}
      </Button>
    </div>
  );
}

/** Also where no code is asked for as far as this page knows, and the server has refused to go without one. */
function CodeField<Values extends FieldValues & OwnerProof>({
  form,
  isAsked,
}: Props<Values> & { isAsked: boolean }) {
  const t = useTexts(twoFactorTexts);
  const name = 'code' as Path<Values>;
  const { error } = form.getFieldState(name, form.formState);
  if (!isAsked && !error) return null;
  return (
    <TextInput
      label={t('proof.code')}
      autoComplete="one-time-code"
      maxLength={CODE_MAX}
      error={error?.message}
      {...form.register(name, {
        validate: (value) => String(value).trim() !== '' || t('proof.codeMissing'),
      })}
    />
  );
}
