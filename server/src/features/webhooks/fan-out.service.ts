import { chunksOf } from '../../platform/database/chunks.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { listNews, moveCursors } from '../../platform/records/audit-lanes.queries.ts';
import type { Sealed } from '../../platform/records/audit-lanes.queries.ts';
import { insertAgain, insertDeliveries } from './deliveries.queries.ts';
import {
  findHearer,
  lockHearer,
  listHearers,
  listReplayed,
  listTold,
  moveReplay,
} from './fan-out.queries.ts';
import type { Hearer, ToldEntry } from './fan-out.queries.ts';
import { deliveryOf, hears } from './webhook-event.ts';

/** Entries that one step reads of one endpoint, and endpoints that are looked for at once. */
const PAGE = 500;
const ENDPOINTS = 200;
const AT_ONCE = 4;

type Part = Pick<Platform, 'database'>;

/**
 * Has what the audit log tells since wait for each endpoint that hears it. A step is one transaction that writes deliveries
 * and moves the cursors on together, so that a process that dies leaves both or neither. Whether there was any.
 */
export async function fanOut({ database }: Part): Promise<boolean> {
  let isTold = false;
  for (const ids of chunksOf(await listHearers(database.kysely, ENDPOINTS), AT_ONCE)) {
    const told = await Promise.all(ids.map((id) => tell({ database }, id)));
    isTold ||= told.includes(true);
  }
  return isTold;
}

async function tell(part: Part, id: string): Promise<boolean> {
  const found = await part.database.withSystem('what a webhook was not told yet', async (db) => {
    const hearer = await findHearer(db, id);
    if (!hearer) return null;
    const replayed = hearer.replay_id === null ? null : await listReplayed(db, hearer, PAGE);
    return { hearer, news: await listNews(db, { kind: 'webhook', ...hearer }, PAGE), replayed };
  });
  if (!found) return false;
  const { hearer, news, replayed } = found;
  const isTold = news.length > 0 && (await saveNews(part, hearer, news));
  const isToldAgain = replayed !== null && (await saveReplayed(part, hearer, replayed));
  return isTold || isToldAgain;
}

/** Entries are read as the organization that is told of them: what it does not see, no address of it does. */
function readEntries(
  { database }: Part,
  { organization_id }: Hearer,
  sealed: Sealed[],
): Promise<ToldEntry[]> {
  const ids = sealed.map(({ audit_id }) => audit_id);
  return organization_id === null
    ? database.withSystem('what a webhook of the system is told', (db) => listTold(db, ids))
    : database.withOrganization(organization_id, (db) => listTold(db, ids));
}

function deliveriesOf(hearer: Hearer, sealed: Sealed[], entries: ToldEntry[]) {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  return sealed.flatMap(({ audit_id, ordinal }) => {
    const entry = known.get(audit_id);
    return entry && hears(hearer, entry) ? [deliveryOf(hearer, entry, ordinal)] : [];
  });
}

/** Another process was faster: what was about to be saved is saved already. */
class Overtaken extends Error {}

/** Whether it was saved: all of it, or nothing where another process is at the same. */
async function saveLocked(part: Part, id: string, work: (db: SystemDb, locked: Hearer) => Promise<boolean>) {
  try {
    return await part.database.withSystem('have a webhook told', async (db) => {
      const locked = await lockHearer(db, id);
      if (!locked) return false;
      if (!(await work(db, locked))) throw new Overtaken();
      return true;
    });
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

async function saveNews(part: Part, hearer: Hearer, news: Sealed[]): Promise<boolean> {
  const entries = await readEntries(part, hearer, news);
  return saveLocked(part, hearer.id, async (db, locked) => {
    await insertDeliveries(db, locked, deliveriesOf(locked, news, entries));
    return moveCursors(db, { kind: 'webhook', ...locked }, news);
  });
}

async function saveReplayed(part: Part, hearer: Hearer, replayed: Sealed[]): Promise<boolean> {
  const entries = await readEntries(part, hearer, replayed);
  return saveLocked(part, hearer.id, async (db, locked) => {
    await insertAgain(db, locked, deliveriesOf(locked, replayed, entries));
    const last = replayed.length < PAGE ? null : (replayed.at(-1)?.audit_id ?? null);
    return moveReplay(db, hearer, last);
  });
}
