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

export function storeLanguage(language: Language): void {
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

/** Tells what follows the language that another was chosen. */
export function announce(language: Language): Language {
  current = language;
  for (const listener of listeners) listener(language);
  return language;
}
