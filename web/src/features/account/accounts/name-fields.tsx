import { NAME_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

type NameFieldsProps<Values extends FieldValues & { first_name: string; last_name: string }> = {
  form: UseFormReturn<Values>;
  texts: { firstName: string; lastName: string; firstNameMissing: string; lastNameMissing: string };
};

/** One's own first and last name, side by side where there is room. */
export function NameFields<Values extends FieldValues & { first_name: string; last_name: string }>({
  form,
  texts,
}: NameFieldsProps<Values>) {
  const { errors } = form.formState;
  const fieldOf = (name: 'first_name' | 'last_name', missing: string) => {
    const message = errors[name]?.message;
    return {
      maxLength: NAME_MAX,
      error: typeof message === 'string' ? message : undefined,
      ...form.register(name as Path<Values>, {
        validate: (value: string) => value.trim() !== '' || missing,
      }),
    };
  };
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      <TextInput
        label={texts.firstName}
        autoComplete="given-name"
        {...fieldOf('first_name', texts.firstNameMissing)}
      />
      <TextInput
        label={texts.lastName}
        autoComplete="family-name"
        {...fieldOf('last_name', texts.lastNameMissing)}
      />
    </div>
  );
}
