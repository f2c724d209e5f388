import type { Creditor, mandateRoutes } from '@atalaya/contract/mandates';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { masked } from './mandates.fields.ts';
import { findCreditor, saveCreditor } from './mandates.queries.ts';
import type { CreditorRow } from './mandates.queries.ts';
import { isCreditorId, keptBic, keptCreditorId, keptIban, sepaText, wrongAccount } from './sepa-values.ts';

/** The day before the last on which a bank takes a run. */
const DAYS = 2;

/** Who collects; before it is configured, what it would begin with. */
export const readCreditor = (platform: Platform): Promise<Creditor> =>
  platform.database.withSystem('read who collects by direct debit', async (db) =>
    creditorOf(platform, await findCreditor(db, { locks: false })),
  );

function creditorOf({ config }: Platform, row: CreditorRow | null): Creditor {
  const name = sepaText(config.invoiceIssuer.name);
  return row ?? { version: 0, name, iban: '', bic: null, identifier: '', core_days: DAYS, b2b_days: DAYS };
}

/** @throws object.stale, request.invalid at the fields that no bank would take */
export function updateCreditor(
  platform: Platform,
  by: By,
  { version, ...asked }: z.output<typeof mandateRoutes.updateCreditor.body>,
): Promise<Creditor> {
  return platform.database.withSystem('say who collects by direct debit', async (db) => {
    const before = await findCreditor(db, { locks: true });
    if ((before?.version ?? 0) !== version)
      throw new AppError('object.stale', { current: creditorOf(platform, before) });
    const values = {
      ...asked,
      iban: keptIban(asked.iban),
      bic: keptBic(asked.bic),
      identifier: keptCreditorId(asked.identifier),
    };
    const fields = wrongAccount(values);
    if (!isCreditorId(values.identifier)) fields.push({ field: 'body.identifier', code: 'invalid' });
    if (fields.length > 0) throw new AppError('request.invalid', { fields });
    await saveCreditor(db, values);
    await recordChange(db, by, {
      action: 'creditor.updated',
      object_type: 'creditor',
      object_id: null,
      organization_id: null,
      before: before ? audited(before) : {},
      after: audited(values),
    });
    return creditorOf(platform, await findCreditor(db, { locks: false }));
  });
}

const audited = ({ name, iban, bic, identifier, core_days, b2b_days }: Omit<CreditorRow, 'version'>) =>
  masked({ name, iban, bic, identifier, core_days, b2b_days });
