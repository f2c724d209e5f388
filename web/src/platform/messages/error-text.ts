import { ApiError } from '../api/api-error.ts';
import { errorTexts } from './errors.es.ts';
import type { Language } from './chosen-language.ts';
import type { Messages } from './translation.ts';
import { type Translate, loadTexts, useTexts } from './use-texts.ts';

/** What else than an ApiError is thrown is a fault of ours: it reads as a failure of the server. */
function codeOf(error: unknown): ApiError['code'] {
  return error instanceof ApiError ? error.code : 'server.failed';
}

type Loose = (key: string, values?: Record<string, string | number>) => string;

function write(t: Translate<Messages>, error: unknown): string {
  const params = error instanceof ApiError ? error.params : {};
  return (t as Loose)(codeOf(error), params);
}

/** What an error says to a person. */
export function useErrorText(error: unknown): string {
  return write(useTexts(errorTexts) as Translate<Messages>, error);
}

/** The same outside React, for toasts. */
export async function errorText(error: unknown, language: Language): Promise<string> {
  return write((await loadTexts(errorTexts, language)) as Translate<Messages>, error);
}
