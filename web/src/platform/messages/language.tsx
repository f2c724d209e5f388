import { type ReactNode, createContext, startTransition, use, useEffect, useState } from 'react';
import { type Language, announce, storeLanguage, storedLanguage } from './chosen-language.ts';

type Chosen = { language: Language; setLanguage: (language: Language) => void };
const LanguageContext = createContext<Chosen | null>(null);

/** Holds the language of the interface; a change keeps the old texts on screen until the new ones are here. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setState] = useState(() => announce(storedLanguage()));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const setLanguage = (next: Language) => {
    storeLanguage(next);
    announce(next);
    startTransition(() => setState(next));
  };
  return <LanguageContext value={{ language, setLanguage }}>{children}</LanguageContext>;
}

export function useLanguage(): Chosen {
  const chosen = use(LanguageContext);
  if (!chosen) throw new Error('useLanguage outside LanguageProvider');
  return chosen;
}
