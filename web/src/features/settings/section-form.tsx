import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import type { ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ApiError } from '../../platform/api/api-error.ts';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FormProblem } from '../../shared/form-problem.tsx';
import { resetSaved } from '../../shared/reset-saved.ts';
import { type StaleLine, StaleNotice } from '../../shared/stale-notice.tsx';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';
import { useFormSend } from '../../shared/use-form-send.ts';
import { useStaleForm } from '../../shared/use-stale-form.ts';
import { settingsTexts } from './settings.es.ts';

/** A value of the form by its name, as a person reads it. */
export type Line = [field: string, value: string];

type SectionFormProps<Stored extends { version: number }, Values extends FieldValues> = {
  title: string;
  description: string;
  stored: Stored;
  read: (stored: Stored) => Values;
  lines: (values: Values) => Line[];
  save: (values: Values, version: number) => Promise<Stored>;
  onSaved: (saved: Stored) => void;
  codeFields?: Partial<Record<ApiError['code'], Path<Values>>>;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

/** One section of the settings. If another person saved it while it was open, both versions are shown side by side. */
export function SectionForm<Stored extends { version: number }, Values extends FieldValues>(
  props: SectionFormProps<Stored, Values>,
) {
  const { title, description, lines, children } = props;
  const t = useTexts(settingsTexts);
  const isHeldBack = !usePermissions().may('settings.update');
  const { form, submit, problem, busy, stale } = useSection(props);
  const { isDirty } = form.formState;
  return (
    <Card title={title} description={description}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {stale ? <StaleNotice lines={staleLines(lines(stale.mine), lines(stale.stored))} {...stale} /> : null}
        <fieldset disabled={isHeldBack} className="grid min-w-0 gap-4 sm:grid-cols-2">
          {children(form)}
        </fieldset>
        <FormProblem problem={problem} className="mt-4" />
        <div className="mt-4 flex justify-end gap-2">
          {isDirty ? (
            <Button variant="outline" onClick={() => form.reset()} disabled={busy}>
              {t('discard')}
            </Button>
          ) : null}
          <Button type="submit" busy={busy} disabled={stale !== null || isHeldBack}>
            {t('save')}
          </Button>
        </div>
      </form>
      <UnsavedGuard when={() => isDirty} />
    </Card>
  );
}

/** Both versions of each value, side by side. */
const staleLines = (mine: Line[], stored: Line[]) =>
  mine.map(([field, value], at): StaleLine => [field, value, stored[at]?.[1] ?? '']);

function useSection<Stored extends { version: number }, Values extends FieldValues>({
  stored,
  read,
  save,
  onSaved,
  codeFields,
}: SectionFormProps<Stored, Values>) {
  const t = useTexts(settingsTexts);
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: read(stored) as DefaultValues<Values> });
  const { stored: base, setStored, stale, onError } = useStaleForm(form, stored, read);
  const sending = useFormSend<Values, Stored>({
    form,
    codeFields,
    failedText: t('saveFailed'),
    // Where another person saved only another section, there is no conflict: saved again with the new version.
    send: (values) =>
      save(values, base.version).catch((error: unknown) => {
        const now = isApiError(error, 'object.stale') ? (error.current as Stored) : null;
        if (!now || JSON.stringify(read(now)) !== JSON.stringify(read(base))) throw error;
        return save(values, now.version);
      }),
    onSent: (saved, sent) => {
      setStored(saved);
      resetSaved(form, sent, read(saved));
      onSaved(saved);
      notify.success(t('saved'));
    },
    onError,
  });
  return { form, ...sending, stale };
}
