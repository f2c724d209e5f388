import { ApiError } from '../api/api-error.ts';
import { type Texts, defineTexts } from './define-texts.ts';
import { isEarly } from './error-codes.ts';
import { errorsEs, fieldErrorsEs } from './errors.es.ts';
import type { Language } from './language.tsx';
import type { Messages } from './translation.ts';
import { type Translate, loadTexts, useTexts } from './use-texts.ts';

const earlyTexts = defineTexts(errorsEs, () => import('./errors.en.ts').then((file) => file.errorsEn));
const lateTexts = defineTexts(
  () => import('./late-errors.es.ts').then((file) => file.lateErrorsEs),
  () => import('./late-errors.en.ts').then((file) => file.lateErrorsEn),
);
export const fieldErrorTexts = defineTexts(fieldErrorsEs, () =>
  import('./errors.en.ts').then((file) => file.fieldErrorsEn),
);

/** What else than an ApiError is thrown is a fault of ours: it reads as a failure of the server. */
function codeOf(error: unknown): ApiError['code'] {
  return error instanceof ApiError ? error.code : 'server.failed';
}

const textsOf = (code: ApiError['code']): Texts<Messages> => (isEarly(code) ? earlyTexts : lateTexts);

type Loose = (key: string, values?: Record<string, string | number>) => string;

function write(t: Translate<Messages>, error: unknown): string {
  const params = error instanceof ApiError ? error.params : {};
  return (t as Loose)(codeOf(error), params);
}

/** What an error says to a person. Waits (Suspense) while texts that are met rarely load. */
export function useErrorText(error: unknown): string {
  return write(useTexts(textsOf(codeOf(error))), error);
}

/** The same outside React, for toasts; where its words cannot be had any more, that the server failed. */
export async function errorText(error: unknown, language: Language): Promise<string> {
  try {
    return write(await loadTexts(textsOf(codeOf(error)), language), error);
  } catch {
    return write(await loadTexts(earlyTexts, language), null);
  }
}

/** Fetches the words of rare errors ahead: they are often told when the server or the network is gone. */
export async function fetchErrorTexts(language: Language): Promise<void> {
  await lateTexts.read(language);
}
