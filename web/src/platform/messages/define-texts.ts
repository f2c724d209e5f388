import { type Language, whenChosen } from './chosen-language.ts';
import { type Messages, type Translation, mergeMessages } from './translation.ts';

/** The texts of one feature: always the same promise for a language, so that React's `use` may read it. */
export type Texts<T> = {
  read: (language: Language) => Promise<T>;
};

/**
 * Declares a feature's texts: Spanish, the source, and how English is loaded once it is chosen.
 * A text that English lacks shows in Spanish, and so do all of them when English cannot be loaded.
 */
export function defineTexts<const T extends Messages>(
  spanish: T,
  english: () => Promise<Translation<T>>,
): Texts<T> {
  const here = new Map<Language, Promise<T>>([['es', fulfilled(Promise.resolve(spanish), spanish)]]);
  const loadEnglish = async () => mergeMessages(spanish, await english().catch(() => null));
  const texts = {
    read(language: Language) {
      const known = here.get(language);
      if (known) return known;
      const loading = loadEnglish();
      void loading.then((value) => fulfilled(loading, value));
      here.set(language, loading);
      return loading;
    },
  };
  // Ahead of what first shows them: a dialog that opens must not wait, or the page below it would vanish.
  whenChosen((language) => void texts.read(language));
  return texts;
}

/** A promise that React's `use` reads without waiting: it looks at these two fields first. */
function fulfilled<T>(promise: Promise<T>, value: T): Promise<T> {
  return Object.assign(promise, { status: 'fulfilled', value });
}
