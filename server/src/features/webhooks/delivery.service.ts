import { webhookName } from '@atalaya/contract/webhook-choices';
import { WEBHOOK_TRIES } from '@atalaya/contract/limits';
import type { DeliveryProblem } from '@atalaya/contract/webhook-choices';
import type { GuardedFetch } from '../../platform/core/guarded-fetch.ts';
import { jittered, problemOfError, retryAfter } from '../../platform/core/outside-answer.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { THE_SERVER, recordChange } from '../../platform/records/audit.ts';
import type { Signer } from '../../platform/signing/signing-keys.ts';
import { tellOfWebhook } from '../notifications/security-news.service.ts';
import { noteFailing, noteWorking, saveAttempt } from './deliveries.queries.ts';
import type { Attempt, TakenDelivery } from './deliveries.queries.ts';
import { signedHeaders, unsealSecret, withoutSecrets } from './webhook-secret.ts';
import { switchOff } from './webhooks.queries.ts';
import { changeOf, valuesOf } from './webhooks.rules.ts';

/** Milliseconds that a receiver has to answer, and bytes that are read of it. */
export const ANSWER_MS = 15_000;
export const ANSWER_BYTES = 2_000;

/** Seconds between one try and the next: three days in all. */
const PAUSES = [15, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 68_400, 75_600];
type Outside = { fetch: GuardedFetch; signer: Signer; answer_ms: number };
type Answered = {
  status: number | null;
  problem: DeliveryProblem | null;
  answer: string | null;
  retry_after: number;
};

/** A secret that was sealed with another AUTH_SECRET: it has to be rotated. */
class UnreadableSecret extends Error {}

/** Sends what was taken, once, and keeps what became of it; whether it was received. */
export async function deliver(platform: Platform, outside: Outside, taken: TakenDelivery): Promise<boolean> {
  const began = performance.now();
  const answered = await send(platform, outside, taken).catch((error: unknown) => ({
    status: null,
    problem: problemOf(error, performance.now() - began >= outside.answer_ms),
    answer: null,
    retry_after: 0,
  }));
  const attempt = attemptOf(taken, answered, Math.round(performance.now() - began));
  await platform.database.withSystem('what became of a delivery', async (db) => {
    // The endpoint before its deliveries, as who removes it locks them.
    await noteHealth(platform, db, taken.endpoint_id, answered.problem);
    await saveAttempt(db, taken, attempt);
  });
  return answered.problem === null;
}

async function noteHealth(
  platform: Platform,
  db: SystemDb,
  id: string,
  problem: DeliveryProblem | null,
): Promise<void> {
  if (problem === null) return noteWorking(db, id);
  const isOver = await noteFailing(db, id);
  if (problem === 'gone') await end(platform, db, id, 'gone');
  else if (isOver) await end(platform, db, id, 'failing');
}

async function send(platform: Platform, { fetch, signer }: Outside, taken: TakenDelivery): Promise<Answered> {
  const { endpoint_id, event_id, body, sealed_secret, former_secret } = taken;
  const secret = unsealSecret(platform, endpoint_id, sealed_secret);
  if (secret === null) throw new UnreadableSecret();
  const former = former_secret && unsealSecret(platform, endpoint_id, former_secret);
  const secrets = former ? [secret, former] : [secret];
  const message = { id: event_id, timestamp: Math.floor(Date.now() / 1000), body };
  const answer = await fetch(taken.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Atalaya-Webhooks/1',
      ...signedHeaders(message, secrets, signer.private_key),
    },
    body,
  });
  const { status } = answer;
  return {
    status,
    problem: problemOfStatus(status),
    answer: readable(await answer.text()),
    retry_after: retryAfter(answer.headers.get('retry-after')),
  };
}

function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function problemOf(error: unknown, isLate: boolean): DeliveryProblem {
  return error instanceof UnreadableSecret ? 'secret' : problemOfError(error, isLate);
}

/** As the database keeps text, and without what is secret. */
const readable = (text: string) => withoutSecrets(text.replaceAll('\u0000', '').toWellFormed());

function attemptOf(
  { attempts }: TakenDelivery,
  { status, problem, answer, retry_after }: Answered,
  duration_ms: number,
): Attempt {
  const pause = jittered(PAUSES[attempts - 1] ?? 0);
  const isLast = attempts >= WEBHOOK_TRIES || problem === 'gone';
  return {
    state: problem === null ? 'delivered' : isLast ? 'failed' : 'waiting',
    status,
    problem,
    answer,
    duration_ms,
    pause_seconds: Math.max(pause, retry_after),
  };
}

/** Switches an endpoint off, and tells its admins. */
async function end(platform: Platform, db: SystemDb, id: string, reason: 'gone' | 'failing'): Promise<void> {
  const row = await switchOff(db, id, reason);
  if (!row) return;
  await recordChange(db, THE_SERVER, {
    ...changeOf(row, 'switched_off'),
    before: { ...valuesOf(row), is_on: true },
    after: valuesOf(row),
  });
  await tellOfWebhook(platform, db, { ...row, name: webhookName(row) });
}
