import { NAME_MAX } from '@atalaya/contract/limits';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

export type Names = { first_name: string; last_name: string };

/** What a text field for a person's first or last name takes from its form: neither may be empty. */
export function nameField<Values extends FieldValues & Names>(
  form: UseFormReturn<Values>,
  name: keyof Names,
  missing: string,
) {
  const message = form.formState.errors[name]?.message;
  return {
    maxLength: NAME_MAX,
    error: typeof message === 'string' ? message : undefined,
    ...form.register(name as Path<Values>, { validate: (value: string) => value.trim() !== '' || missing }),
  };
}
