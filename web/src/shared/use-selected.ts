import { useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/**
 * The ids of what is chosen of a list. Other filters, other rows: wherever they come from, what was chosen among the
 * former ones no longer means anything.
 */
export function useSelected(filters: object) {
  const among = JSON.stringify(filters);
  const [known, setKnown] = useState(among);
  const [selected, setSelected] = useState(NONE);
  if (known !== among) {
    setKnown(among);
    setSelected(NONE);
  }
  return [selected, setSelected] as const;
}
