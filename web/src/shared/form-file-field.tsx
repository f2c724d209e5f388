import { FileDrop, type FileDropProps } from '@atalaya/ui/file-drop';
import { useState } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form';

type FormFileFieldProps<Values extends FieldValues> = Pick<FileDropProps, 'texts' | 'accept' | 'maxBytes'> & {
  form: UseFormReturn<Values>;
  /** Of what is read of the file as a text, '' where none was chosen. */
  name: FieldPath<Values>;
  read: (file: File) => Promise<string>;
  /** Says which file it is. */
  chosen: (file: string) => string;
  /** Say that none was chosen, or why it is refused. */
  problems: { missing: string; size: string; kind: string };
};

/** A file that a form asks for, read in the browser: it is sent with the rest of the form. */
export function FormFileField<Values extends FieldValues>(props: FormFileFieldProps<Values>) {
  const { form, name, read, chosen, problems, ...rest } = props;
  const [file, setFile] = useState<string | null>(null);
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: { validate: (value: unknown) => value !== '' || problems.missing },
  });
  return (
    <FileDrop
      {...rest}
      hint={file === null || field.value === '' ? undefined : chosen(file)}
      error={fieldState.error?.message}
      onFiles={([given]) =>
        given &&
        void read(given).then((text) => {
          setFile(given.name);
          field.onChange(text);
          form.clearErrors(name);
        })
      }
      onReject={(reason) => form.setError(name, { message: problems[reason === 'size' ? 'size' : 'kind'] })}
    />
  );
}
