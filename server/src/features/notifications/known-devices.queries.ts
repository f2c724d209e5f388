import type { SystemDb } from '../../platform/database/database.ts';
import { boolean } from '../../platform/database/columns.ts';
import { rowsOf } from '../../platform/database/rows.ts';

/** Remembers a device of a person; true where others were known and this one was not. */
export async function isNewDevice(db: SystemDb, profile_id: string, device: string): Promise<boolean> {
  const { rows } = await rowsOf({ is_new: boolean })`
    with kept as (
      insert into known_devices (profile_id, device) values (${profile_id}, ${device})
      on conflict do nothing returning device)
    select exists (select from kept)
      and exists (select from known_devices where profile_id = ${profile_id}) as is_new`.execute(db);
  return rows[0]?.is_new ?? false;
}
