import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** How one value of the address is read and written. What is not understood reads as the default. */
export type Field<T> = { read(raw: string | undefined): T; write(value: T): string | undefined };

/** A whole number from 1 up: pages. */
export function pageField(): Field<number> {
  return {
    read: (raw) => (raw !== undefined && /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : 1),
    write: (value) => (value === 1 ? undefined : String(value)),
  };
}

/** Free text, '' unless there. */
export function textField(): Field<string> {
  return { read: (raw) => raw ?? '', write: (value) => value || undefined };
}

/** Text of a form, '' where it has another. */
export function patternField(pattern: RegExp): Field<string> {
  return { read: (raw = '') => (pattern.test(raw) ? raw : ''), write: (value) => value || undefined };
}

/** 'YYYY-MM-DD' */
export const dayField = () => patternField(/^2[01]\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
/** The id of an object, a UUID; any other text reads as ''. */
export const idField = () => patternField(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** One of `choices`, or `otherwise`. */
export function choiceField<const T extends string, const D extends T | null>(
  choices: readonly T[],
  otherwise: D,
): Field<T | D> {
  return {
    read: (raw) => choices.find((choice) => choice === raw) ?? otherwise,
    write: (value) => (value === otherwise || value === null ? undefined : value),
  };
}

type Fields = Record<string, Field<unknown>>;
type Change<F> = Partial<StateOf<F>> | ((now: StateOf<F>) => Partial<StateOf<F>>);
/** Changes what an address holds; `replace` makes no new step of history. */
export type ChangeState<S> = (change: Partial<S>, options?: { replace?: boolean }) => void;
export type StateOf<F> = { [Key in keyof F]: F[Key] extends Field<infer T> ? T : never };

/** The state that an address carries. */
export function readState<F extends Fields>(fields: F, search: Record<string, unknown>): StateOf<F> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const raw = search[name];
    return [name, field.read(typeof raw === 'string' ? raw : undefined)];
  });
  return Object.fromEntries(entries) as StateOf<F>;
}

/** The address after a change: defaults are left out, what is not of these fields is kept. */
export function writeState<F extends Fields>(
  fields: F,
  search: Record<string, unknown>,
  change: Partial<StateOf<F>>,
): Record<string, unknown> {
  const written = { ...search };
  for (const [name, field] of Object.entries(fields)) {
    if (!(name in change)) continue;
    const raw = field.write(change[name as keyof typeof change]);
    if (raw === undefined) delete written[name];
    else written[name] = raw;
  }
  return written;
}

/**
 * State that lives in the address, so that Back restores it and a link shares it:
 * `const [filters, setFilters] = useUrlState(usersFields)`, with `fields` at module scope.
 * `setFilters(change, { replace: true })` makes no new step of history: for typing. A change may depend on the state
 * at that moment: `setFilters((now) => …)`.
 */
export function useUrlState<F extends Fields>(fields: F) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => readState(fields, search), [fields, search]);
  const setState = useCallback(
    (change: Change<F>, { replace = false }: { replace?: boolean } = {}) => {
      const next = (previous: Record<string, unknown>) =>
        writeState(
          fields,
          previous,
          typeof change === 'function' ? change(readState(fields, previous)) : change,
        );
      void navigate({ to: '.', search: next, replace, resetScroll: false });
    },
    [fields, navigate],
  );
  return [state, setState] as const;
}
