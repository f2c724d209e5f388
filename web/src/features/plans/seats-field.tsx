import { Switch } from '@atalaya/ui/switch';
import { TextInput } from '@atalaya/ui/text-input';
import type { UseFormRegisterReturn } from 'react-hook-form';

type SeatsFieldProps = {
  label: string;
  unlimitedLabel: string;
  required?: boolean;
  hint?: string;
  error: string | undefined;
  isUnlimited: boolean;
  number: UseFormRegisterReturn;
  unlimited: UseFormRegisterReturn;
};

/** How many users there may be: a number, which comes back where 'no limit' is switched off again. */
export function SeatsField({ isUnlimited, label, required, number, ...props }: SeatsFieldProps) {
  return (
    <div>
      {isUnlimited ? (
        <TextInput label={label} value="∞" disabled readOnly />
      ) : (
        <TextInput
          label={label}
          required={required}
          inputMode="numeric"
          hint={props.hint}
          error={props.error}
          {...number}
        />
      )}
      <Switch label={props.unlimitedLabel} className="mt-1" {...props.unlimited} />
    </div>
  );
}
