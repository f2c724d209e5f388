import type { DEBIT_SEQUENCES } from '@atalaya/contract/debit-codes';

/** What the banks were told of a mandate with its last debit, of those that were not rejected. */
export type Told = {
  reference: string;
  iban: string;
  creditor_name: string;
  creditor_identifier: string;
};
/** Of what a debit says that has changed since: what it was before. */
export type Amendment = {
  reference: string | null;
  /** Whose account it was is not told: only that it is another. */
  is_other_account: boolean;
  creditor: { name: string | null; identifier: string | null } | null;
};

type Mandate = { use: 'recurrent' | 'one_off'; is_last: boolean };

/** `place` among so many debits of one mandate in a run. A first one that was rejected is a first one again. */
export function sequenceOf(
  { use, is_last }: Mandate,
  told: Told | null,
  { place, of }: { place: number; of: number },
): (typeof DEBIT_SEQUENCES)[number] {
  if (use === 'one_off') return 'OOFF';
  if (is_last && place === of - 1) return 'FNAL';
  return told === null && place === 0 ? 'FRST' : 'RCUR';
}

/** What the next debit of a mandate has to tell; null: nothing changed, or it is the first. */
export function amendmentOf(told: Told | null, now: Told): Amendment | null {
  if (told === null) return null;
  const was = (field: keyof Told) => (told[field] === now[field] ? null : told[field]);
  const [name, identifier] = [was('creditor_name'), was('creditor_identifier')];
  const amendment = {
    reference: was('reference'),
    is_other_account: was('iban') !== null,
    creditor: name === null && identifier === null ? null : { name, identifier },
  };
  const { reference, is_other_account, creditor } = amendment;
  return reference === null && !is_other_account && creditor === null ? null : amendment;
}
