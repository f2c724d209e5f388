import { CERTIFICATE_KINDS } from '@atalaya/contract/choices';
import { CERTIFICATE_FILE_MAX, CERTIFICATE_PASSWORD_MAX } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { FormFileField } from '../../../shared/form-file-field.tsx';
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

function CertificateFile({ form }: { form: UseFormReturn<CertificateValues> }) {
  const t = useTexts(certificateTexts);
  return (
    <FormFileField
      form={form}
      name="file"
      read={async (file) => base64Of(new Uint8Array(await file.arrayBuffer()))}
      texts={{ label: t('giving.file'), choose: t('giving.choose'), instructions: t('giving.drop') }}
      accept={['.p12', '.pfx', 'application/x-pkcs12']}
      maxBytes={FILE_MAX}
      chosen={(file) => t('giving.chosen', { file })}
      problems={{ missing: t('giving.fileMissing'), size: t('giving.fileSize'), kind: t('giving.fileKind') }}
    />
  );
}

const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
