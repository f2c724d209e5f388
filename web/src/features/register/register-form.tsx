import { EMAIL_MAX, NAME_MAX } from '@atalaya/contract/limits';
import { Button, buttonClass } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NewPasswordFields } from '../../shared/new-password-fields.tsx';
import { registerTexts } from './register-texts.ts';
import { type Registration, useRegister } from './use-register.ts';

const EMPTY: Registration = { first_name: '', last_name: '', email: '', password: '', confirmation: '' };
/** Text, at sign, text, dot, text (specification, section 5); the server is stricter. */
const EMAIL = /^\S+@\S+\.\S+$/;

/** `onAwaiting` is told the address whose confirmation is awaited. */
export function RegisterForm({ onAwaiting }: { onAwaiting: (email: string) => void }) {
  const t = useTexts(registerTexts);
  const form = useForm<Registration>({ mode: 'onTouched', defaultValues: EMPTY });
  const { submit, busy } = useRegister(form, onAwaiting);
  const { errors } = form.formState;
  const filled = (message: string) => (value: string) => value.trim() !== '' || message;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-1">
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
        <TextInput
          label={t('firstName')}
          autoComplete="given-name"
          maxLength={NAME_MAX}
          error={errors.first_name?.message}
          {...form.register('first_name', { validate: filled(t('firstNameMissing')) })}
        />
        <TextInput
          label={t('lastName')}
          autoComplete="family-name"
          maxLength={NAME_MAX}
          error={errors.last_name?.message}
          {...form.register('last_name', { validate: filled(t('lastNameMissing')) })}
        />
      </div>
      <TextInput
        type="email"
        label={t('email')}
        autoComplete="email"
        maxLength={EMAIL_MAX}
        error={errors.email?.message}
        {...form.register('email', {
          validate: {
            filled: filled(t('emailMissing')),
            formed: (value) => EMAIL.test(value.trim()) || t('emailInvalid'),
          },
        })}
      />
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
      <Button type="submit" size="lg" busy={busy} className="mt-2">
        {t('submit')}
      </Button>
      <Link to="/admin/login" className={buttonClass({ variant: 'ghost', className: 'mt-2' })}>
        {t('back')}
      </Link>
    </form>
  );
}
