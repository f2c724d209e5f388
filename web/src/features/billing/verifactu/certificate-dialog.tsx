import { CERTIFICATE_KINDS } from '@atalaya/contract/choices';
import { CERTIFICATE_FILE_MAX, CERTIFICATE_PASSWORD_MAX } from '@atalaya/contract/limits';
import { FileDrop } from '@atalaya/ui/file-drop';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { useState } from 'react';
import { Controller, type UseFormReturn, useController, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { certificateTexts } from './certificate.es.ts';
import { type CertificateValues, saveCertificate, useVerifactuChanged } from './verifactu.api.ts';

/** Bytes of a file whose base64 is taken. */
const FILE_MAX = Math.floor(CERTIFICATE_FILE_MAX / 4) * 3;

/** Takes a PKCS#12 file and its password, which only the server opens. */
export function CertificateDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(certificateTexts);
  const changed = useVerifactuChanged();
  const form = useForm<CertificateValues>({
    mode: 'onTouched',
    defaultValues: { kind: 'person', file: '', password: '' },
  });
  return (
    <FormDialog
      form={form}
      title={t('giving.title')}
      description={t('giving.body')}
      submitLabel={t('giving.confirm')}
      send={saveCertificate}
      codeFields={{
        'verifactu.certificate_password': 'password',
        'verifactu.certificate_unreadable': 'file',
        'verifactu.certificate_key': 'file',
        'verifactu.certificate_expired': 'file',
      }}
      onSent={() => {
        changed();
        notify.success(t('giving.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="kind"
        render={({ field, fieldState }) => (
          <Select
            label={t('kind')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={CERTIFICATE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        )}
      />
      <CertificateFile form={form} />
      <TextInput
        label={t('giving.password')}
        type="password"
        autoComplete="off"
        maxLength={CERTIFICATE_PASSWORD_MAX}
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </FormDialog>
  );
}

/** Read in the browser: it is sent with the rest of the form. */
function CertificateFile({ form }: { form: UseFormReturn<CertificateValues> }) {
  const t = useTexts(certificateTexts);
  const [name, setName] = useState<string | null>(null);
  const { field, fieldState } = useController({
    control: form.control,
    name: 'file',
    rules: { validate: (value) => value !== '' || t('giving.fileMissing') },
  });
  return (
    <FileDrop
      texts={{ label: t('giving.file'), choose: t('giving.choose'), instructions: t('giving.drop') }}
      accept={['.p12', '.pfx', 'application/x-pkcs12']}
      maxBytes={FILE_MAX}
      hint={name === null ? undefined : t('giving.chosen', { file: name })}
      error={fieldState.error?.message}
      onFiles={([file]) =>
        void file?.arrayBuffer().then((bytes) => {
          setName(file.name);
          field.onChange(base64Of(new Uint8Array(bytes)));
          form.clearErrors('file');
        })
      }
      onReject={(reason) =>
        form.setError('file', { message: t(reason === 'size' ? 'giving.fileSize' : 'giving.fileKind') })
      }
    />
  );
}

const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
