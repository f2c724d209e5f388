import { NAME_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { filledField } from '../../../shared/filled-field.ts';

type Names = { first_name: string; last_name: string };

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
        {...filledField(form, 'first_name' as FieldPath<Values>, {
          max: NAME_MAX,
          missing: texts.firstNameMissing,
        })}
      />
      <TextInput
        label={texts.lastName}
        autoComplete="family-name"
        {...filledField(form, 'last_name' as FieldPath<Values>, {
          max: NAME_MAX,
          missing: texts.lastNameMissing,
        })}
      />
    </div>
  );
}
