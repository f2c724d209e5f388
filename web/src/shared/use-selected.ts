import { useState } from 'react';

type Keys = ReadonlySet<string>;

const NONE: Keys = new Set();

/** Those of `keys` of which that is true. */
const only = (keys: Keys, isLeft: (key: string) => boolean): Keys => new Set([...keys].filter(isLeft));

/**
 * The ids of the rows that are chosen in a list. When the filters change, the choice is emptied: it was made among
 * other rows. A row that is ticked while a search is still being typed stays chosen, if the new rows have it.
 *
 * @param rows absent as long as those that answer the filters have not come
 */
export function useSelected(filters: object, rows: readonly { id: string }[] | undefined) {
  const among = JSON.stringify(filters);
  const [known, setKnown] = useState(among);
  const [selected, setSelected] = useState(NONE);
  // What was chosen when typing began; null: nothing is being typed.
  const [before, setBefore] = useState<Keys | null>(null);
  const [areFormer, setAreFormer] = useState(false);
  if (known !== among) {
    setKnown(among);
    setSelected(before ? only(selected, (key) => !before.has(key)) : NONE);
    setBefore(null);
    setAreFormer(true);
  } else if (areFormer && rows) {
    setSelected(only(selected, (key) => rows.some(({ id }) => id === key)));
    setAreFormer(false);
  }
  return {
    selected,
    setSelected,
    /** The rows shown are those of other filters. */
    areFormer,
    onTyping: (isTyping: boolean) => setBefore((now) => (isTyping ? (now ?? selected) : null)),
  };
}
