import { NAME_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { TextInput } from '@atalaya/ui/text-input';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import {
  NO_PROOF,
  OwnerProofFields,
  PROOF_FIELDS,
  useOwnerProof,
} from '../../account/two-factor/two-factor.face.ts';
import { type Declaration, signDeclaration, useDeclarationChanged } from './declarations.api.ts';
import { declarationsTexts } from './declarations.es.ts';

type DeclarationDialogProps = { declaration: Declaration; onClose: () => void };

/** The declaration to read; unsigned, with what signs it below. */
export function DeclarationDialog({ declaration, onClose }: DeclarationDialogProps) {
  const t = useTexts(declarationsTexts);
  const { may } = usePermissions();
  if (declaration.signed === null && declaration.is_complete && may('verifactu.update'))
    return <SignDialog declaration={declaration} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title={t('title')}
      closeLabel={t('close')}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Points declaration={declaration} />
    </Modal>
  );
}

function SignDialog({ declaration, onClose }: DeclarationDialogProps) {
  const t = useTexts(declarationsTexts);
  const changed = useDeclarationChanged();
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: { name: '', ...NO_PROOF } });
  return (
    <FormDialog
      form={form}
      size="lg"
      startsAtTitle
      title={t('title')}
      submitLabel={t('sign')}
      send={async ({ name, ...proof }) =>
        signDeclaration({ hash: declaration.hash, name, ...(await prove(proof)) })
      }
      codeFields={PROOF_FIELDS}
      onError={onError}
      onSent={() => {
        changed();
        notify.success(t('done'));
        onClose();
      }}
      onClose={() => {
        // What is refused because it has changed is read anew.
        changed();
        onClose();
      }}
    >
      <Points declaration={declaration} />
      <TextInput
        label={t('name')}
        required
        maxLength={NAME_MAX}
        error={form.formState.errors.name?.message}
        {...form.register('name', { validate: (value) => value.trim() !== '' || t('missing') })}
      />
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

/** In Spanish, as the law has it. */
function Points({ declaration: { title, points } }: { declaration: Declaration }) {
  return (
    <section lang="es" aria-label={title} className="grid gap-3">
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid gap-3">
        {points.map(({ letter, label, text }) => (
          <div key={letter}>
            <dt className="text-sm text-muted">{`${letter}) ${label}`}</dt>
            <dd className="mt-0.5 wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
