import { PASSWORD_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePasswordLabels } from '../../../shared/use-password-labels.ts';
import { twoFactorQuery } from './factors.api.ts';
import { factorsTexts } from './factors-texts.ts';

type Props<Values extends FieldValues & { password: string }> = { form: UseFormReturn<Values> };

/** The current password, asked for before a change; nothing for an account that has none. */
export function OwnPasswordField<Values extends FieldValues & { password: string }>({ form }: Props<Values>) {
  const t = useTexts(factorsTexts);
  const labels = usePasswordLabels();
  const { data } = useQuery(twoFactorQuery);
  if (data?.has_password === false) return null;
  const name = 'password' as Path<Values>;
  return (
    <TextInput
      type="password"
      label={t('password')}
      autoComplete="current-password"
      maxLength={PASSWORD_MAX}
      visibilityLabels={labels}
      error={form.getFieldState(name, form.formState).error?.message}
      {...form.register(name, { validate: (value) => value !== '' || t('passwordMissing') })}
    />
  );
}
