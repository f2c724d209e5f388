import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isApiError } from '../platform/api/api-error.ts';

/** What was typed and what another person has saved since, of which one is chosen. */
export type StaleValues<Values> = {
  mine: Values;
  stored: Values;
  onKeepMine: () => void;
  onTakeStored: () => void;
};

/**
 * What a form changes, which others may save while it is open: the server refuses the version that it has, with what is
 * stored now (object.stale). Until the person has chosen, nothing can be sent.
 */
export function useStaleForm<Stored, Values extends FieldValues>(
  form: UseFormReturn<Values>,
  opened: Stored,
  valuesOf: (stored: NonNullable<Stored>) => Values,
) {
  const [stored, setStored] = useState(opened);
  const [isStale, setStale] = useState(false);
  const onError = (error: unknown): boolean => {
    if (!isApiError(error, 'object.stale')) return false;
    setStored(error.current as Stored);
    setStale(true);
    return true;
  };
  const stale = (values: Values): StaleValues<Values> => ({
    mine: form.getValues(),
    stored: values,
    onKeepMine: () => setStale(false),
    onTakeStored: () => {
      form.reset(values);
      setStale(false);
    },
  });
  return {
    /** With its version, as far as it is known here. */
    stored,
    setStored,
    onError,
    /** For the notice above the fields; null: there is nothing to choose. */
    stale: isStale && stored ? stale(valuesOf(stored)) : null,
  };
}
