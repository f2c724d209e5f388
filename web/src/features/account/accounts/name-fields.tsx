import { TextInput } from '@atalaya/ui/text-input';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Names, nameField } from '../../../shared/name-field.ts';

type NameFieldsProps<Values extends FieldValues & Names> = {
  form: UseFormReturn<Values>;
  texts: { firstName: string; lastName: string; firstNameMissing: string; lastNameMissing: string };
};

/** One's own first and last name, side by side where there is room. */
export function NameFields<Values extends FieldValues & Names>({ form, texts }: NameFieldsProps<Values>) {
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      <TextInput
        label={texts.firstName}
        autoComplete="given-name"
        {...nameField(form, 'first_name', texts.firstNameMissing)}
      />
      <TextInput
        label={texts.lastName}
        autoComplete="family-name"
        {...nameField(form, 'last_name', texts.lastNameMissing)}
      />
    </div>
  );
}
