import { DayField, type DayFieldProps } from '@atalaya/ui/day-field';
import {
  type Control,
  Controller,
  type ControllerProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import { useLanguage } from '../platform/messages/language.tsx';

type FormDayFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = Pick<
  DayFieldProps,
  'label' | 'hint' | 'min' | 'max' | 'pickLabel'
> & {
  control: Control<Values>;
  /** Of a day as a text, '' where what is typed is none. */
  name: Name;
  rules?: ControllerProps<Values, Name>['rules'];
  /** Forgotten by the form once it is not shown. */
  shouldUnregister?: boolean;
  /** Shown where none was chosen. */
  proposed?: string | null;
};

/** A day that a form asks for. */
export function FormDayField<Values extends FieldValues, Name extends FieldPath<Values>>(
  props: FormDayFieldProps<Values, Name>,
) {
  const { control, name, rules, shouldUnregister = false, proposed, ...rest } = props;
  const { language } = useLanguage();
  return (
    <Controller
      control={control}
      name={name}
      {...(rules ? { rules } : {})}
      shouldUnregister={shouldUnregister}
      render={({ field, fieldState }) => (
        <DayField
          {...rest}
          ref={field.ref}
          required
          locale={language}
          // What is typed and is no day stays to be seen.
          value={field.value || proposed || undefined}
          onDayChange={(day) => field.onChange(day ?? '')}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
