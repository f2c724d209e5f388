/**
 * Whether each of these reads has been answered, by data or by a failure: cards whose heights are not known are drawn
 * together, since one that came later would move those below it. One that is read again counts as answered: its card
 * would go away, come back, and ask again, without end.
 */
export function areAnswered(...reads: readonly { isFetched: boolean }[]): boolean {
  return reads.every(({ isFetched }) => isFetched);
}
