import { clientAddress } from '../../../platform/core/client-address.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { listNetworks } from './accounts.queries.ts';

/** Whether a person has signed in lately from the network of an address. */
export async function isKnownNetwork(
  platform: Platform,
  profile_id: string,
  ip_address: string | null,
): Promise<boolean> {
  const network = clientAddress(ip_address);
  const known = await platform.database.withSystem('where a person has signed in', (db) =>
    listNetworks(db, profile_id),
  );
  return known.some((each) => clientAddress(each) === network);
}
