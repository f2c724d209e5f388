import { createHash } from 'node:crypto';
import type { Database, SystemDb } from '../../platform/database/database.ts';
import { allowLongReading, listLanes, listSealed, listUnsealed } from './verify.queries.ts';
import type { Lane, Sealed } from './verify.queries.ts';

/** What does not fit: `changed` is edited or moved, `gap` deleted with its seal, `cut` a missing end. */
export type ProblemKind = 'changed' | 'deleted' | 'gap' | 'cut' | 'unsealed';

export type Problem = {
  kind: ProblemKind;
  /** The organization's id, or 'system'; null for a row that is in no chain. */
  chain: string | null;
  /** Counted from 1 in its lane; of a gap and a cut, the first that is missing. */
  position: number | null;
  audit_id: string | null;
};

export type Verification = {
  rows: number;
  chains: number;
  /** Of all ends together: noted elsewhere, it shows later that the whole log was not written anew. */
  fingerprint: string;
  problems: Problem[];
};

type End = Pick<Sealed, 'position' | 'hash'>;

const PAGE = 1_000;

/** Recomputes every hash of the audit log, also while a running server goes on writing. */
export function verifyAudit(database: Pick<Database, 'withSystem'>): Promise<Verification> {
  return database.withSystem('verify the audit log', async (db) => {
    await allowLongReading(db);
    const lanes = await listLanes(db);
    const fingerprint = createHash('sha256');
    const problems: Problem[] = [];
    let rows = 0;
    for (const lane of lanes) {
      fingerprint.update(`${lane.chain} ${lane.lane} ${lane.head_position} `);
      fingerprint.update(lane.head_hash ?? '');
      const walked = await walk(db, lane);
      rows += walked.rows;
      problems.push(...walked.problems);
    }
    for (const audit_id of await listUnsealed(db))
      problems.push({ kind: 'unsealed', chain: null, position: null, audit_id });
    return {
      rows,
      chains: new Set(lanes.map((lane) => lane.chain)).size,
      fingerprint: fingerprint.digest('hex'),
      problems,
    };
  });
}

async function walk(db: SystemDb, lane: Lane): Promise<{ rows: number; problems: Problem[] }> {
  const problems: Problem[] = [];
  let rows = 0;
  let last: End = { position: 0, hash: Buffer.alloc(0) };
  for (;;) {
    const page = await listSealed(db, lane, last.position, PAGE);
    for (const sealed of page) {
      const problem = problemOf(last, sealed);
      if (problem) problems.push({ ...problem, chain: lane.chain });
      rows += 1;
      // The stored hash is gone on with: one wrong row is told as one.
      last = sealed;
    }
    if (page.length < PAGE) break;
  }
  if (lane.head_position !== last.position || !lane.head_hash?.equals(last.hash)) {
    problems.push({ kind: 'cut', chain: lane.chain, position: last.position + 1, audit_id: null });
  }
  return { rows, problems };
}

function problemOf(last: End, sealed: Sealed): Omit<Problem, 'chain'> | null {
  const { audit_id, position, content } = sealed;
  if (position !== last.position + 1) return { kind: 'gap', position: last.position + 1, audit_id: null };
  if (content === null) return { kind: 'deleted', position, audit_id };
  const hash = createHash('sha256').update(last.hash).update(content).digest();
  return hash.equals(sealed.hash) ? null : { kind: 'changed', position, audit_id };
}
