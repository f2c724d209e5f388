import { DELIVERY_FIELDS } from '@atalaya/contract/delivery-data';
import type { DeliveryData } from '@atalaya/contract/delivery-data';
import { AppError } from '../../../platform/core/errors.ts';
import type { Db } from '../../../platform/database/database.ts';
import { columnList, columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** Where a company is now, and which offices take its invoices. @throws object.not_found */
export async function getDelivery(db: Db, organization_id: string): Promise<DeliveryData> {
  const { rows } = await rowsOf(columnsOf('organizations', ...DELIVERY_FIELDS))`
    select ${columnList(DELIVERY_FIELDS)} from organizations where id = ${organization_id}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('object.not_found');
  return row;
}
