import { RECEIPT_SIDES, SAID_RECEIPTS } from '@atalaya/contract/choices';
import type { Db } from '../../../platform/database/database.ts';
import { nullable, oneOf, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

const receiptRow = {
  ...columnsOf('invoice_receipts', 'id', 'reason', 'said_on', 'created_at'),
  state: oneOf(...SAID_RECEIPTS),
  side: oneOf(...RECEIPT_SIDES),
  /** As far as the transaction may see that person. */
  said_by: nullable(text),
};
type ReceiptRow = RowOf<typeof receiptRow>;

/** What was said of the receipt of an invoice, in its order. */
export async function listReceipts(db: Db, invoice_id: string): Promise<ReceiptRow[]> {
  const { rows } = await rowsOf(receiptRow)`
    select r.id, r.state, r.reason, r.said_on::text as said_on, r.side, r.created_at,
      full_name(p.first_name, p.last_name) as said_by
    from invoice_receipts r left join profiles p on p.id = r.said_by
    where r.invoice_id = ${invoice_id} order by r.id`.execute(db);
  return rows;
}

export async function insertReceipt(
  db: Db,
  receipt: Pick<ReceiptRow, 'state' | 'reason' | 'said_on' | 'side'> & {
    organization_id: string;
    invoice_id: string;
    said_by: string;
  },
): Promise<void> {
  await db.insertInto('invoice_receipts').values(receipt).execute();
}
