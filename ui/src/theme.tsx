import type { ReactNode } from 'react';
import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ThemeName } from './themes/presets.ts';
import { defaultStorageKey, fallbackTheme, initialTheme, isThemeName } from './themes/theme-list.ts';

export interface ThemeControl {
  theme: ThemeName;
  /** The dark switch, from the person's choice or, until then, from the system. */
  dark: boolean;
  setTheme: (theme: ThemeName) => void;
  setDark: (dark: boolean) => void;
}

export interface ThemeProviderProps {
  children: ReactNode;
  /** Key in local storage; the dark switch is kept under it with `-dark` appended. */
  storageKey?: string | undefined;
}

interface Choice {
  theme: ThemeName;
  dark: boolean | null;
}

const ThemeContext = createContext<ThemeControl | null>(null);

/** Storage may be forbidden or full: a theme is not worth an error. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

function readChoice(key: string): Choice {
  const theme = readStored(key) ?? initialTheme;
  const dark = readStored(`${key}-dark`);
  return { theme: isThemeName(theme) ? theme : fallbackTheme, dark: dark === null ? null : dark === 'true' };
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribeSystemDark(changed: () => void): () => void {
  const query = systemDark();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Keeps the choice of theme in local storage and on the root element, in step with the other tabs. */
export function ThemeProvider({ children, storageKey = defaultStorageKey }: ThemeProviderProps) {
  const [choice, setChoice] = useState(() => readChoice(storageKey));
  const systemPrefersDark = useSyncExternalStore(subscribeSystemDark, () => systemDark().matches);
  const dark = choice.dark ?? systemPrefersDark;
  const { theme } = choice;

  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    dataset.mode = dark ? 'dark' : 'light';
  }, [theme, dark]);

  useLayoutEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === null || event.key.startsWith(storageKey)) setChoice(readChoice(storageKey));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [storageKey]);

  const setTheme = useCallback(
    (next: ThemeName) => {
      store(storageKey, next);
      setChoice((current) => ({ ...current, theme: next }));
    },
    [storageKey],
  );

  const setDark = useCallback(
    (next: boolean) => {
      store(`${storageKey}-dark`, String(next));
      setChoice((current) => ({ ...current, dark: next }));
    },
    [storageKey],
  );

  const control = useMemo(() => ({ theme, dark, setTheme, setDark }), [theme, dark, setTheme, setDark]);
  return <ThemeContext value={control}>{children}</ThemeContext>;
}

/** The theme in force and the means to change it; throws outside a `ThemeProvider`. */
export function useTheme(): ThemeControl {
  const control = useContext(ThemeContext);
  if (!control) throw new Error('useTheme needs a ThemeProvider above it');
  return control;
}
