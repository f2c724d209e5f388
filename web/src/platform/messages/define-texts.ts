import type { Language } from './language.tsx';
import { type Messages, type Translation, mergeMessages } from './translation.ts';

/** The texts of one feature: always the same promise for a language, so that React's `use` may read it. */
export type Texts<T> = {
  read: (language: Language) => Promise<T>;
};

type Source<T> = T | (() => Promise<T>);

/**
 * Declares a feature's texts: Spanish, the source, and how English is loaded once it is chosen.
 * A text that English lacks shows in Spanish, and so do all of them when English cannot be loaded.
 * Spanish may be loaded late too, for texts that few people meet.
 */
export function defineTexts<const T extends Messages>(
  spanish: Source<T>,
  english: () => Promise<Translation<T>>,
): Texts<T> {
  const here = new Map<Language, Promise<T>>();
  if (typeof spanish === 'object') here.set('es', fulfilled(spanish));
  const loadSpanish = async () => (typeof spanish === 'function' ? spanish() : spanish);
  const load = async (language: Language): Promise<T> => {
    if (language === 'es') return loadSpanish();
    const [source, translated] = await Promise.all([loadSpanish(), english().catch(() => null)]);
    return mergeMessages(source, translated);
  };
  return {
    read(language) {
      const known = here.get(language);
      if (known) return known;
      const loading = load(language);
      // A failed load is forgotten, so that the next reader tries again.
      loading.catch(() => here.delete(language));
      here.set(language, loading);
      return loading;
    },
  };
}

/** A promise that React's `use` reads without waiting: it looks at these two fields first. */
function fulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
}
