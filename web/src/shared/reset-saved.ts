import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** After saving, a form has the server's values; what was typed since it was sent is still there, to be saved. */
export function resetSaved<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: Values,
  saved: Values,
): void {
  const typed = form.getValues();
  form.reset(saved);
  for (const name of Object.keys(sent) as Path<Values>[]) {
    const isNewer = JSON.stringify(typed[name]) !== JSON.stringify(sent[name]);
    if (isNewer) form.setValue(name, typed[name], { shouldDirty: true });
  }
}
