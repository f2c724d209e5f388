import { NAME_MAX } from '@atalaya/contract/limits';
import type { Session } from '@atalaya/contract/session';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { TextInput } from '@atalaya/ui/text-input';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { isApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { useAdoptSession, useSession } from '../../../platform/session.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormProblem } from '../../../shared/form-problem.tsx';
import { resetSaved } from '../../../shared/reset-saved.ts';
import { UnsavedGuard } from '../../../shared/unsaved-guard.tsx';
import { useFormSend } from '../../../shared/use-form-send.ts';
import { profileTexts } from './profile.es.ts';
import { type Names, StaleNames } from './stale-names.tsx';
import { isToldHere, useTellFailure } from './use-tell-failure.ts';

type Profile = Session['profile'];

const namesOf = ({ first_name, last_name }: Profile): Names => ({ first_name, last_name });
const hasNames = (profile: Profile, names: Names) =>
  profile.first_name === names.first_name && profile.last_name === names.last_name;

/**
 * First and last name; the e-mail is shown, but cannot be changed. If the names were saved elsewhere while the form was
 * open, both versions are shown side by side.
 */
export function ProfileForm() {
  const t = useTexts(profileTexts);
  const { profile } = useSession();
  const form = useForm({ mode: 'onTouched', defaultValues: namesOf(profile) });
  const { submit, problem, busy, stale } = useSave(form);
  const { isDirty } = form.formState;
  return (
    <Card title={t('form.title')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {stale ? <StaleNames {...stale} mine={form.getValues()} /> : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            label={t('form.firstName')}
            required
            autoComplete="given-name"
            {...filledField(form, 'first_name', { max: NAME_MAX, missing: t('form.missing') })}
          />
          <TextInput
            label={t('form.lastName')}
            required
            autoComplete="family-name"
            {...filledField(form, 'last_name', { max: NAME_MAX, missing: t('form.missing') })}
          />
          <TextInput
            type="email"
            label={t('form.email')}
            value={profile.email}
            readOnly
            hint={t('form.emailFixed')}
            className="sm:col-span-2"
          />
        </div>
        <FormProblem problem={problem} className="mt-4" />
        <div className="mt-4 flex justify-end gap-2">
          {isDirty ? (
            <Button variant="outline" onClick={() => form.reset()} disabled={busy || stale !== null}>
              {t('form.discard')}
            </Button>
          ) : null}
          <Button type="submit" busy={busy} disabled={stale !== null}>
            {t('form.save')}
          </Button>
        </div>
      </form>
      <UnsavedGuard when={() => isDirty} />
    </Card>
  );
}

function useSave(form: UseFormReturn<Names>) {
  const t = useTexts(profileTexts);
  const adopt = useAdoptSession();
  const tell = useTellFailure();
  const { seen, setSeen, send } = useSend();
  const [isStale, setStale] = useState(false);
  const settle = (values: Names) => {
    form.reset(namesOf(seen));
    for (const name of ['first_name', 'last_name'] as const)
      if (values[name] !== seen[name]) form.setValue(name, values[name], { shouldDirty: true });
    setStale(false);
  };
  const sending = useFormSend({
    form,
    send,
    onSent: ({ session }, sent) => {
      setSeen(session.profile);
      resetSaved(form, sent, namesOf(session.profile));
      adopt(session);
      notify.success(t('form.updated'));
    },
    onError: (error) => {
      const current = currentOf(error);
      if (current) {
        setSeen(current.profile);
        setStale(true);
        adopt(current);
        return true;
      }
      if (isToldHere(error)) return false;
      tell(error, { failed: t('form.failed'), unexpected: t('form.unexpected') });
      return true;
    },
  });
  const stale = isStale
    ? {
        stored: namesOf(seen),
        onKeepMine: () => settle(form.getValues()),
        onTakeStored: () => settle(namesOf(seen)),
      }
    : null;
  return { ...sending, stale };
}

/** Sends the names with the version of those that the person has seen. */
function useSend() {
  const { profile } = useSession();
  const [seen, setSeen] = useState(profile);
  const send = async (names: Names) => {
    // A language, a theme or a picture chosen on this page makes a new version, too, of the same names.
    const { version } = hasNames(profile, seen) ? profile : seen;
    try {
      return await call('updateProfile', { body: { ...names, version } });
    } catch (error) {
      const current = currentOf(error)?.profile;
      // So does what was chosen on another device: there is nothing to ask about.
      if (!current || !hasNames(current, seen)) throw error;
      return call('updateProfile', { body: { ...names, version: current.version } });
    }
  };
  return { seen, setSeen, send };
}

/** The session that is stored now, of a refusal because of its version. */
const currentOf = (error: unknown): Session | null =>
  isApiError(error, 'object.stale') ? (error.current as Answer<'updateProfile'>).session : null;
