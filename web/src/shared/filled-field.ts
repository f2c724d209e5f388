import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** What a text field that may not stay empty takes from its form. `missing`: what it says where it is. */
export function filledField<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: FieldPath<Values>,
  { max, missing }: { max: number; missing: string },
) {
  return {
    maxLength: max,
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name, { validate: (value: string) => value.trim() !== '' || missing }),
  };
}
