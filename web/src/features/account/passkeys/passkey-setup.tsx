import { NAME_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { OwnerProofFields } from '../two-factor/owner-proof-fields.tsx';
import { NO_PROOF, type OwnerProof, PROOF_FIELDS, useOwnerProof } from '../two-factor/owner-proof.ts';
import { addPasskey, isGivenUp } from './passkeys.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormProblem } from '../../../shared/form-problem.tsx';
import { useFormSend } from '../../../shared/use-form-send.ts';
import type { Added } from '../two-factor/two-factor.api.ts';
import { twoFactorTexts } from '../two-factor/two-factor.es.ts';

type Values = OwnerProof & { name: string };

/** Adds a passkey: a name and who one is, then what the browser asks. */
export function PasskeySetup({ onAdded }: { onAdded: (added: Added) => void }) {
  const t = useTexts(twoFactorTexts);
  const { prove } = useOwnerProof();
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: { name: '', ...NO_PROOF } });
  const { submit, problem, busy } = useFormSend({
    form,
    send: async ({ name, ...proof }: Values) => addPasskey({ name, proof: await prove(proof) }),
    onSent: onAdded,
    codeFields: PROOF_FIELDS,
    onError: (error) => {
      if (!isGivenUp(error)) return false;
      notify.info(t('passkeys.givenUp'));
      return true;
    },
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-pretty text-muted">{t('passkeys.addText')}</p>
      <TextInput
        label={t('passkeys.name')}
        placeholder={t('passkeys.namePlaceholder')}
        {...filledField(form, 'name', { max: NAME_MAX, missing: t('passkeys.nameMissing') })}
      />
      <OwnerProofFields form={form} />
      <FormProblem problem={problem} />
      <Button type="submit" busy={busy} className="sm:justify-self-end">
        {t('setup.next')}
      </Button>
    </form>
  );
}
