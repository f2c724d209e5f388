import type { Sink } from '@atalaya/contract/audit-streams';
import type { StreamProblem, StreamSecret } from '@atalaya/contract/audit-stream-choices';
import type { Guard, GuardedFetch } from '../../platform/core/guarded-fetch.ts';
import type { Signer } from '../../platform/signing/signing-keys.ts';
import type { Written } from './record.ts';

export type Secrets = Partial<Record<StreamSecret, string>>;
export type Outside = {
  fetch: GuardedFetch;
  /** For what is asked otherwise. */
  guard: Guard;
  signal: AbortSignal;
  answer_ms: number;
  signer: Signer;
  /** Which host this installation is, as sinks file it. */
  source: string;
};
export type Batch = { id: string; records: readonly Written[] };

/** What a sink said of a batch. */
export type Said = {
  /** null: it has taken all of it. */
  problem: StreamProblem | null;
  status: number | null;
  answer: string | null;
  /** Seconds that it asks us to wait. */
  retry_after: number;
  /** Which record of the batch it refuses for good, where it says so. */
  refused_at?: number;
};
export type Asked<K extends Sink['kind']> = {
  sink: Extract<Sink, { kind: K }>;
  secrets: Secrets;
  batch: Batch;
  outside: Outside;
};
