import type { Sink } from '@atalaya/contract/audit-streams';
import type { StreamProblem } from '@atalaya/contract/audit-stream-choices';
import { openGuardedFetch } from '../../platform/core/guarded-fetch.ts';
import { problemOfError } from '../../platform/core/outside-answer.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import { askElastic } from './elastic-sink.ts';
import { askHttps } from './https-sink.ts';
import { askS3 } from './s3-sink.ts';
import type { Batch, Outside, Said, Secrets } from './sink.ts';
import { askSplunk } from './splunk-sink.ts';
import { askSyslog } from './syslog-sink.ts';

/** Milliseconds that a sink has to answer, bytes that are read of it, and characters that are kept. */
export const ANSWER_MS = 15_000;
const ANSWER_BYTES = 1024 * 1024;
const SAID_MAX = 500;

/** What sinks are asked by until `signal`, each having so many milliseconds to answer. */
export async function openOutside(
  platform: Platform,
  signal: AbortSignal,
  answer_ms = ANSWER_MS,
): Promise<Outside> {
  const bounds = { timeout_ms: answer_ms, bytes_max: ANSWER_BYTES, cuts: true, plain: true };
  const fetch = openGuardedFetch(platform.config, bounds);
  return {
    fetch: (url, asked) => fetch(url, { ...asked, signal }),
    guard: platform.config,
    signal,
    answer_ms,
    signer: await openSigner(platform),
    source: new URL(platform.config.publicUrl).hostname,
  };
}

/** Sends a batch, once: never throws. `secrets`: null where they were sealed with another AUTH_SECRET. */
export async function sendTo(
  sink: Sink,
  { secrets, batch, outside }: { secrets: Secrets | null; batch: Batch; outside: Outside },
): Promise<Said> {
  if (secrets === null) return failed('secret');
  const began = performance.now();
  try {
    const said = await ask(sink, secrets, batch, outside);
    return { ...said, answer: said.answer && readable(said.answer, secrets) };
  } catch (error) {
    return failed(problemOfError(error, performance.now() - began >= outside.answer_ms));
  }
}

function ask(sink: Sink, secrets: Secrets, batch: Batch, outside: Outside): Promise<Said> {
  const rest = { secrets, batch, outside };
  switch (sink.kind) {
    case 'https':
      return askHttps({ sink, ...rest });
    case 'splunk':
      return askSplunk({ sink, ...rest });
    case 'elastic':
      return askElastic({ sink, ...rest });
    case 'syslog':
      return askSyslog({ sink, ...rest });
    case 's3':
      return askS3({ sink, ...rest });
  }
}

const failed = (problem: StreamProblem): Said => ({ problem, status: null, answer: null, retry_after: 0 });

/** As the database keeps text, its beginning, and without what is secret: an answer may repeat what it was sent. */
function readable(said: string, secrets: Secrets): string {
  let text = said.replaceAll('\u0000', '').toWellFormed();
  for (const secret of Object.values(secrets)) if (secret) text = text.replaceAll(secret, '…');
  return text.trim().slice(0, SAID_MAX).toWellFormed();
}
