import { PASSWORD_MAX, PASSWORD_MIN } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form';
import { PasswordStrength } from './password-strength.tsx';
import { usePasswordLabels } from '../../../shared/use-password-labels.ts';
import { usePasswordRule } from './use-password-rule.ts';

type NewPasswordFieldsProps<Values extends FieldValues & { password: string; confirmation: string }> = {
  form: UseFormReturn<Values>;
  texts: { password: string; placeholder?: string; confirmation: string; short: string; mismatch: string };
};

/** A new password and its confirmation: 8 to 128 characters of any kind. */
export function NewPasswordFields<Values extends FieldValues & { password: string; confirmation: string }>({
  form,
  texts,
}: NewPasswordFieldsProps<Values>) {
  const labels = usePasswordLabels();
  const rule = usePasswordRule(PASSWORD_MIN);
  const password = 'password' as Path<Values>;
  const confirmation = 'confirmation' as Path<Values>;
  const typed: string = useWatch({ control: form.control, name: password });
  const { errors } = form.formState;
  const messageOf = (name: Path<Values>) => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  return (
    <>
      <div>
        <TextInput
          type="password"
          label={texts.password}
          placeholder={texts.placeholder}
          hint={rule}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          visibilityLabels={labels}
          error={messageOf(password)}
          {...form.register(password, {
            deps: confirmation,
            validate: (value: string) => value.length >= PASSWORD_MIN || texts.short,
          })}
        />
        <PasswordStrength password={typed} />
      </div>
      <TextInput
        type="password"
        label={texts.confirmation}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        visibilityLabels={labels}
        error={messageOf(confirmation)}
        {...form.register(confirmation, {
          validate: (value: string, values: Values) => value === values.password || texts.mismatch,
        })}
      />
    </>
  );
}
