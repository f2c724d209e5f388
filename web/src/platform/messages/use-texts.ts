import { use } from 'react';
import { createTranslator } from 'use-intl/core';
import type { Texts } from './define-texts.ts';
import type { Language } from './chosen-language.ts';
import { useLanguage } from './language.tsx';
import type { Messages } from './translation.ts';

export type Translate<T extends Messages> = ReturnType<typeof createTranslator<T>>;

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const translators = new WeakMap<object, unknown>();

/** The translator of texts that are here, in their language; the same object for the same texts. */
export function translatorOf<T extends Messages>(messages: T, language: Language): Translate<T> {
  const known = translators.get(messages);
  if (known) return known as Translate<T>;
  const made = createTranslator({ locale: language, messages, timeZone: ZONE });
  translators.set(messages, made);
  return made;
}

/** `const t = useTexts(usersTexts)`; waits (Suspense) while a chosen language is loading. */
export function useTexts<T extends Messages>(texts: Texts<T>): Translate<T> {
  const { language } = useLanguage();
  return translatorOf(use(texts.read(language)), language);
}

/** The same outside React, for toasts. */
export async function loadTexts<T extends Messages>(
  texts: Texts<T>,
  language: Language,
): Promise<Translate<T>> {
  return translatorOf(await texts.read(language), language);
}
