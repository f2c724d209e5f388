import type { LucideIcon } from 'lucide-react';
import { folded } from '../../../shared/folded.ts';

/** Something that the search finds: choosing it runs it. */
export type Entry = {
  id: string;
  label: string;
  /** Said beside the label: an e-mail. */
  detail?: string;
  /** How it is now: said after that, and not remembered. */
  now?: string;
  /** What else it is found by, not shown. */
  words?: string;
  icon?: LucideIcon;
  /** Where it leads; what leads somewhere is remembered among the recent. */
  address?: string;
  run: () => void;
};

export type EntryGroup = { value: string; items: Entry[] };

/** The entries that hold every word of what was typed, without regard to case and accents. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return entries.filter(({ label, detail = '', words: others = '' }) => {
    const text = folded(`${label} ${detail} ${others}`);
    return words.every((word) => text.includes(word));
  });
}
