import { type ReactNode, createContext, startTransition, use, useEffect, useState } from 'react';

export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED = 'atalaya-language';

function readStored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Whether a language was ever chosen on this device. */
export const hasChosenLanguage = () => readStored() !== null;

/** The language chosen on this device, else Spanish. */
export const storedLanguage = (): Language => (readStored() === 'en' ? 'en' : 'es');

function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

const listeners = new Set<(language: Language) => void>();
let current: Language = 'es';

/** Calls `listener` with the language of the interface, and with every other that is chosen. */
export function whenChosen(listener: (language: Language) => void): void {
  listeners.add(listener);
  listener(current);
}

function announce(language: Language): Language {
  current = language;
  for (const listener of listeners) listener(language);
  return language;
}

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
