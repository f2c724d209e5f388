import { anchorSchema } from '@atalaya/contract/audit';
import type { Anchor } from '@atalaya/contract/audit';
import { z } from 'zod';
import { isAsSigned } from '../../platform/signing/signed-json.ts';

/** Where a chain was at some time, as who holds it elsewhere has it. */
export type Claim = {
  line: number;
  chain: string;
  lane: number;
  position: number;
  hash: string;
  /** null: a record of an entry, which has no signature. */
  anchor: Anchor | null;
};

export type Read = {
  claims: Claim[];
  /** Lines whose anchor is not what was signed. */
  forged: number[];
  /** How many lines say nothing of the log. */
  others: number;
};

const record = z.object({
  chain: z.object({ name: z.string(), lane: z.int(), position: z.int(), hash: z.string() }),
});
const wrapped = z
  .object({ event: z.unknown(), unmapped: z.unknown(), anchor: z.unknown(), _source: z.unknown() })
  .partial();

/** What there is in a file of NDJSON: anchors, and records as any sink has them. */
export function readClaims(text: string): Read {
  const read: Read = { claims: [], forged: [], others: 0 };
  for (const [at, content] of text.split('\n').entries())
    if (content.trim() !== '') readLine(read, at + 1, content);
  return read;
}

function readLine(read: Read, line: number, content: string): void {
  const found = foundIn(parsed(content));
  if (found === null) read.others += 1;
  else if ('kind' in found) {
    if (!isAsSigned(found)) read.forged.push(line);
    const { chain } = found;
    read.claims.push(...found.lanes.map((lane) => ({ line, chain, ...lane, anchor: found })));
  } else {
    const { name, ...place } = found.chain;
    read.claims.push({ line, chain: name, ...place, anchor: null });
  }
}

/** Sinks have records in something of their own: an event of Splunk, a document of Elasticsearch, a class of OCSF. */
function foundIn(value: unknown): Anchor | z.output<typeof record> | null {
  const anchor = anchorSchema.safeParse(value);
  if (anchor.success) return anchor.data;
  const entry = record.safeParse(value);
  if (entry.success) return entry.data;
  const within = wrapped.safeParse(value);
  if (!within.success) return null;
  const { event, _source, unmapped, anchor: inner } = within.data;
  for (const part of [event, _source, unmapped, inner]) {
    const found = part === undefined ? null : foundIn(part);
    if (found) return found;
  }
  return null;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return null;
  }
}
