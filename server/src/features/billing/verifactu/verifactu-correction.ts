import type { Correction } from './verifactu-record.ts';
import type { ListedRecord } from './verifactu.queries.ts';

/** How a record is corrected, by "Operativas de alta y anulación admisibles" of the agency's validations. */

type Known = Pick<ListedRecord, 'number' | 'kind' | 'state' | 'error_code'>;

/** The agency has another record of this invoice. */
const DUPLICATE = '3000';

const isAccepted = ({ state }: Known) => state === 'accepted' || state === 'accepted_with_errors';

/** Whether the agency has refused all that it was sent of an invoice. */
export const isRefused = (records: Known[]): boolean =>
  records.length > 0 &&
  records.every(({ state, error_code }) => state === 'rejected' && error_code !== DUPLICATE);

/** How the last of an invoice's records is corrected; null where it is another, or there is nothing to correct. */
export function correctionOf(records: Known[], number: number): Correction | null {
  const last = records.at(-1);
  if (last?.number !== number) return null;
  const isRejected = last.state === 'rejected';
  if (!isRejected && last.state !== 'accepted_with_errors') return null;
  const isThere = records.some(isAccepted);
  if (last.kind === 'annulment')
    return { previous_rejection: isRejected ? 'S' : null, without_previous: !isThere };
  // Of one that the agency has under the same name nothing was refused but a second one.
  const isKnown = last.error_code === DUPLICATE;
  const previous_rejection = !isRejected || isKnown ? null : isThere ? 'S' : 'X';
  return { previous_rejection, without_previous: false };
}
