import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Actor } from '../../platform/core/actor.ts';
import { chosenOrganization } from '../../platform/core/chosen-organization.ts';
import { chunksOf, untilDone } from '../../platform/database/chunks.ts';
import { instantOf } from '../../platform/database/clock.ts';
import type { Database, Db, SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { canonicalJson, signed } from '../../platform/signing/signed-json.ts';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import type { Claim } from './anchor.ts';
import {
  insertAnchors,
  listAnchors as listRows,
  listAnchorsAfter,
  listGrown,
  listHashesAt,
  lockAnchors,
} from './anchors.queries.ts';
import type { AnchorRow, ChainEnd } from './anchors.queries.ts';

/** Chains of one transaction. */
const BATCH = 500;

/**
 * Signs where each chain ends that has grown since its last anchor: who holds that can tell later whether the log was
 * rewritten, also where every hash was computed anew.
 */
export async function makeAnchors(platform: Platform): Promise<number> {
  const signer = await openSigner(platform);
  return untilDone(BATCH, () =>
    platform.database.withSystem('sign where the audit log ends', async (db) => {
      await lockAnchors(db);
      const at = (await instantOf(db)).toISOString();
      const grown = await listGrown(db, BATCH);
      const { installation_id } = signer;
      const anchorOf = ({ chain, entries, lanes }: ChainEnd) => ({
        chain,
        organization_id: chain === 'system' ? null : chain,
        entries,
        content: canonicalJson(
          signed(
            { kind: 'anchor', version: 1, installation: installation_id, at, chain, entries, lanes },
            signer,
          ),
        ),
      });
      if (grown.length > 0) await insertAnchors(db, grown.map(anchorOf));
      return grown.length;
    }),
  );
}

type Which = { organization_id?: string | undefined };

/** The next ones of an organization, or of all chains, after one: for who hands them on. */
export const nextAnchors = (
  db: Db,
  organization_id: string | null,
  after: number,
  limit: number,
): Promise<AnchorRow[]> => listAnchorsAfter(db, organization_id, after, limit);

/** Those of an organization; of all chains where a super_admin names none. @throws object.not_found */
export async function listAnchors(
  platform: Platform,
  actor: Actor,
  { page, ...which }: Which & { page: number },
) {
  const organization_id = chosenOrganization(actor, which);
  return platform.database.readAs(actor, 'list the anchors of any organization', async (db) => {
    const { rows, total } = await listRows(db, organization_id, page);
    return { items: rows.map(toAnchor), total, page, page_size: PAGE_SIZE };
  });
}

const toAnchor = ({ id, created_at, chain, entries }: AnchorRow) => ({
  id,
  at: created_at.toISOString(),
  chain,
  entries,
});

/** The same as they were signed, one a line, the oldest first. @throws object.not_found */
export async function* exportAnchors(platform: Platform, actor: Actor, which: Which): AsyncGenerator<string> {
  const organization_id = chosenOrganization(actor, which);
  for (let after = 0; ;) {
    const rows = await platform.database.readAs(actor, 'export the anchors of any organization', (db) =>
      listAnchorsAfter(db, organization_id, after, BATCH),
    );
    for (const { content } of rows) yield `${content}\n`;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.number;
  }
}

export type Mismatch = Claim & { kind: 'rewritten' | 'missing' };

/** Which of these the log does not have as they say. */
export function compareClaims(
  database: Pick<Database, 'withSystem'>,
  claims: readonly Claim[],
): Promise<Mismatch[]> {
  return database.withSystem('compare the audit log with what was noted of it', async (db) => {
    const wrong: Mismatch[] = [];
    for (const part of chunksOf(claims, BATCH)) wrong.push(...(await compare(db, part)));
    return wrong;
  });
}

const placeOf = ({ chain, lane, position }: Pick<Claim, 'chain' | 'lane' | 'position'>) =>
  `${chain} ${lane} ${position}`;

async function compare(db: SystemDb, claims: readonly Claim[]): Promise<Mismatch[]> {
  const places = claims.map(({ chain, lane, position }) => ({ chain, lane, position }));
  const known = new Map(
    (await listHashesAt(db, places)).map((row) => [placeOf(row), row.hash.toString('hex')]),
  );
  return claims.flatMap((claim) => {
    const hash = known.get(placeOf(claim));
    if (hash === claim.hash) return [];
    return [{ ...claim, kind: hash === undefined ? ('missing' as const) : ('rewritten' as const) }];
  });
}
