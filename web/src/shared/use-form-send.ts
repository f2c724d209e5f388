import type { FieldProblem } from '@atalaya/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, isApiError } from '../platform/api/api-error.ts';
import { errorText } from '../platform/messages/error-text.ts';
import { fieldErrorTexts } from '../platform/messages/errors.es.ts';
import { useLanguage } from '../platform/messages/language.tsx';
import { useTexts } from '../platform/messages/use-texts.ts';
import { sessionQuery } from '../platform/session.ts';
import { networkReturns } from '../platform/use-online.ts';
import { isKept } from '../platform/unsaved.ts';
import { type Problem, problemOf } from './form-problem.tsx';

export type FormSend<Values extends FieldValues, Result> = {
  form: UseFormReturn<Values>;
  /** Sends the values; what it throws lands on its field, else above the buttons. */
  send: (values: Values) => Promise<Result>;
  onSent: (result: Result, sent: Values) => void;
  /** Codes that are about one field: `{ 'user.email_taken': 'email' }`. */
  codeFields?: Partial<Record<ApiError['code'], Path<Values>>> | undefined;
  /** Said where the server gives no reason of its own: 'Error al crear usuario'. */
  failedText?: string | undefined;
  /** Takes an error that has a screen of its own, such as object.stale; true: it is dealt with. */
  onError?: ((error: unknown) => boolean) | undefined;
};

/** A fault of ours, or an answer that makes no sense: its text would tell the person nothing about their form. */
function isUnexplained(error: unknown): boolean {
  return (
    !(error instanceof ApiError) || error.code === 'server.failed' || error.code === 'network.unreadable'
  );
}

/** Sends a form once at a time and puts what the server refused where it belongs, with the focus on the first. */
export function useFormSend<Values extends FieldValues, Result>(options: FormSend<Values, Result>) {
  const { form, send, onSent, codeFields, failedText, onError } = options;
  const { language } = useLanguage();
  const t = useTexts(fieldErrorTexts);
  const [problem, setProblem] = useState<Problem | null>(null);
  const sending = useRef(false);
  const client = useQueryClient();

  async function refuse(error: unknown, returns: number) {
    if (isApiError(error, 'session.required')) {
      await client.refetchQueries({ queryKey: sessionQuery.queryKey });
      // A dialog says so, and the form can be sent once its person is back.
      if (isKept()) return;
    }
    if (onError?.(error)) return;
    const known = new Set(Object.keys(form.getValues()));
    const problems = [...fieldProblems(error)].filter(([name]) => known.has(name.split('.', 1)[0] ?? ''));
    const field = error instanceof ApiError ? codeFields?.[error.code] : undefined;
    const text = isUnexplained(error) && failedText ? failedText : await errorText(error, language);
    if (field) form.setError(field, { message: text }, { shouldFocus: true });
    for (const [at, [name, { code }]] of problems.entries()) {
      form.setError(name as Path<Values>, { message: t(code) }, { shouldFocus: at === 0 });
    }
    if (!field && problems.length === 0) setProblem(problemOf(text, error, returns));
  }

  async function sendOnce(values: Values) {
    if (sending.current) return;
    sending.current = true;
    setProblem(null);
    const returns = networkReturns();
    try {
      onSent(await send(values), values);
    } catch (error) {
      await refuse(error, returns);
    } finally {
      sending.current = false;
    }
  }

  const submit = (event: BaseSyntheticEvent) => form.handleSubmit(sendOnce)(event);
  return { submit, problem, busy: form.formState.isSubmitting };
}

/** What the server refused, by the name of the field: 'body.email' becomes 'email', the first problem of each. */
export function fieldProblems(error: unknown): ReadonlyMap<string, FieldProblem> {
  const problems = error instanceof ApiError ? error.fields : [];
  const byName = new Map<string, FieldProblem>();
  for (const problem of problems) {
    const name = problem.field.replace(/^(body|query|params)\./, '');
    if (!byName.has(name)) byName.set(name, problem);
  }
  return byName;
}
