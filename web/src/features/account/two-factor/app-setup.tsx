import { CODE_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { Fragment, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { OwnerProofFields } from './owner-proof-fields.tsx';
import { NO_PROOF, PROOF_FIELDS, useOwnerProof } from './owner-proof.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormProblem } from '../../../shared/form-problem.tsx';
import { useFormSend } from '../../../shared/use-form-send.ts';
import type { Added } from './two-factor.api.ts';
import { twoFactorTexts } from './two-factor.es.ts';

type Started = Answer<'startTwoFactor'>;

/** Turns an authenticator app on: who one is, the QR code, a first code. */
export function AppSetup({ onAdded }: { onAdded: (added: Added) => void }) {
  const [started, setStarted] = useState<Started | null>(null);
  return started ? <FirstCode started={started} onAdded={onAdded} /> : <OwnerStep onStarted={setStarted} />;
}

function OwnerStep({ onStarted }: { onStarted: (started: Started) => void }) {
  const t = useTexts(twoFactorTexts);
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  const { submit, problem, busy } = useFormSend({
    form,
    send: async (values) => call('startTwoFactor', { body: await prove(values) }),
    onSent: onStarted,
    codeFields: PROOF_FIELDS,
    onError,
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <OwnerProofFields form={form} />
      <FormProblem problem={problem} />
      <Button type="submit" busy={busy} className="sm:justify-self-end">
        {t('setup.next')}
      </Button>
    </form>
  );
}

function FirstCode({ started, onAdded }: { started: Started; onAdded: (added: Added) => void }) {
  const t = useTexts(twoFactorTexts);
  const form = useForm({ mode: 'onTouched', defaultValues: { code: '' } });
  const { submit, problem, busy } = useFormSend({
    form,
    send: (body: { code: string }) => call('confirmTwoFactor', { body }),
    onSent: onAdded,
    codeFields: { 'two_factor.wrong_code': 'code' },
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-pretty text-muted">{t('setup.scan')}</p>
      <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(started.qr)}`}
          alt={t('setup.qr')}
          width={176}
          height={176}
          className="justify-self-center rounded-md border border-line bg-white"
        />
        <div className="min-w-0">
          <p className="field-label">{t('setup.secret')}</p>
          <code aria-label={t('setup.secret')} className="font-mono text-sm select-all">
            {/* In halves, so that a line breaks in the middle where it must. */}
            {started.secret.match(/.{1,16}/g)?.map((half) => (
              <Fragment key={half}>
                <span className="inline-block">{half.match(/.{1,4}/g)?.join(' ')}</span>{' '}
              </Fragment>
            ))}
          </code>
        </div>
      </div>
      <TextInput
        label={t('setup.code')}
        hint={t('setup.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the step before
        autoFocus
        {...filledField(form, 'code', { max: CODE_MAX, missing: t('setup.codeMissing') })}
      />
      <FormProblem problem={problem} />
      <Button type="submit" busy={busy} className="sm:justify-self-end">
        {t('setup.confirm')}
      </Button>
    </form>
  );
}
