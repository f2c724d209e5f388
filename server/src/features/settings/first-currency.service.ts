import type { Author } from '../../platform/records/audit.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readCurrency } from '../../platform/settings/settings.queries.ts';
import { lockIssuing, lockSettings, saveSettings } from './settings.queries.ts';

const NOBODY: Author = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };

/** Where this installation has no currency yet and has issued no invoice, CURRENCY is its own from now on. */
export async function chooseFirstCurrency(platform: Platform): Promise<void> {
  const { currency, demo } = platform.config;
  if (currency === null || demo) return;
  await platform.database.withSystem('choose the currency of the installation', async (db) => {
    const row = await lockSettings(db, null);
    if (row.currency !== null) return;
    await lockIssuing(db);
    if ((await readCurrency(db)).is_fixed) return;
    await saveSettings(db, row.id, { currency });
    await recordChange(db, NOBODY, {
      action: 'settings.updated',
      object_type: 'settings',
      object_id: row.id,
      organization_id: null,
      before: { currency: null },
      after: { currency },
    });
  });
}
