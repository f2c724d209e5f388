import { DOMAIN_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { addDomain, useDomainsChanged } from './domains.api.ts';
import { domainsTexts } from './domains.es.ts';

/** 'Añadir dominio'. */
export function DomainDialog({ organization, onClose }: { organization: string; onClose: () => void }) {
  const t = useTexts(domainsTexts);
  const changed = useDomainsChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: { domain: '' } });
  return (
    <FormDialog
      form={form}
      title={t('dialog.title')}
      submitLabel={t('dialog.submit')}
      failedText={t('dialog.failed')}
      codeFields={{ 'domain.public_mail': 'domain', 'domain.duplicate': 'domain' }}
      send={({ domain }) => addDomain(organization, domain)}
      onSent={() => {
        onClose();
        notify.success(t('dialog.added'));
        void changed();
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('dialog.domain')}
        hint={t('dialog.hint')}
        required
        maxLength={DOMAIN_MAX}
        spellCheck={false}
        autoCapitalize="none"
        error={form.formState.errors.domain?.message}
        {...form.register('domain', {
          validate: (value) => /^@?[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()) || t('dialog.missing'),
        })}
      />
    </FormDialog>
  );
}
