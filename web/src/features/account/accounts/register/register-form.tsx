import { isEmail } from '@atalaya/contract/email-address';
import { EMAIL_MAX } from '@atalaya/contract/limits';
import { Button, buttonClass } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { Link } from '@tanstack/react-router';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { FormProblem } from '../../../../shared/form-problem.tsx';
import { NameFields } from '../name-fields.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { registerTexts } from './register.es.ts';
import { type Registration, useRegister } from './use-register.ts';

const EMPTY: Registration = { first_name: '', last_name: '', email: '', password: '', confirmation: '' };
/** `onAwaiting` is told the address whose confirmation is awaited. */
export function RegisterForm({ onAwaiting }: { onAwaiting: (email: string) => void }) {
  const t = useTexts(registerTexts);
  const form = useForm<Registration>({ mode: 'onTouched', defaultValues: EMPTY });
  const { submit, problem, busy } = useRegister(form, onAwaiting);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <NameFields
        form={form}
        texts={{
          firstName: t('firstName'),
          lastName: t('lastName'),
          firstNameMissing: t('firstNameMissing'),
          lastNameMissing: t('lastNameMissing'),
        }}
      />
      <EmailField form={form} />
      <NewPasswordFields
        form={form}
        texts={{
          password: t('password'),
          placeholder: t('passwordPlaceholder'),
          confirmation: t('confirmation'),
          short: t('passwordShort'),
          mismatch: t('mismatch'),
        }}
      />
      <FormProblem problem={problem} />
      <Button type="submit" size="lg" busy={busy}>
        {t('submit')}
      </Button>
      <Link to="/admin/login" className={buttonClass({ variant: 'ghost', className: '-mt-2' })}>
        {t('back')}
      </Link>
    </form>
  );
}

/** A component of its own, as the other fields are: the first that is wrong, in the order of their making, is focused. */
function EmailField({ form }: { form: UseFormReturn<Registration> }) {
  const t = useTexts(registerTexts);
  return (
    <TextInput
      type="email"
      label={t('email')}
      autoComplete="email"
      maxLength={EMAIL_MAX}
      error={form.formState.errors.email?.message}
      {...form.register('email', {
        validate: {
          filled: (value) => value.trim() !== '' || t('emailMissing'),
          formed: (value) => isEmail(value) || t('emailInvalid'),
        },
      })}
    />
  );
}
