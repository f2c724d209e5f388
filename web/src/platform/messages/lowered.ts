import { recordOf } from '@atalaya/contract/record-of';

/** Words as they are written in the middle of a sentence. */
export const lowered = <N extends string>(words: Record<N, string>, names: readonly N[]) =>
  recordOf(names, (name) => words[name].charAt(0).toLowerCase() + words[name].slice(1));
