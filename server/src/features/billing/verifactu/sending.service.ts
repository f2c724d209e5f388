import { randomUUID } from 'node:crypto';
import type { Verifactu } from '@atalaya/contract/verifactu';
import type { By } from '../../../platform/core/actor.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { NotReached, askAgency } from './agency-client.ts';
import { agencyError } from './agency-errors.ts';
import {
  RECORDS_MAX,
  askingMessage,
  readFound,
  readSendingAnswer,
  sendingMessage,
} from './agency-messages.ts';
import type { AgencyAnswer, AnsweredLine, Found, Refusal } from './agency-messages.ts';
import { findCertificate } from './certificate.queries.ts';
import { openCertificate } from './certificate.service.ts';
import type { OpenedCertificate } from './certificate.service.ts';
import {
  clearFailures,
  countRejected,
  countWaiting,
  endTurn,
  failTurn,
  saveAnswered,
  listLost,
  listWaiting,
  lockSending,
  markTold,
  noteStop,
  putBack,
  readSending,
  sendSoon,
  takeTurn,
} from './sending.queries.ts';
import type { Answered, Failure, LostRecord, RecordToSend, SendingProblem } from './sending.queries.ts';
import { tellOfProblem, tellOfRejected } from './verifactu-news.service.ts';
import { findIssuer } from './verifactu.queries.ts';

/**
 * Sends the records of the chain to the agency, in their order. A turn is taken in a transaction, which marks what
 * leaves with it; the message leaves outside of any; and what is answered is kept in another. What was marked and has no
 * answer, because a process died, a connection broke or the agency left it out, is asked for before anything more is
 * sent, so that there is neither a gap nor a double.
 */

export const SENDING_JOB = 'send-verifactu';
/** Longer than any message or any question takes. */
const TURN_SECONDS = 300;
/** Records that are asked for in one turn, one after another. */
const ASKED_AT_ONCE = 50;
/** What the agency lets a record be old (error 2004); older ones are sent as an incident. */
const FRESH_SECONDS = 240;
/** Error 2004: the clock of the record is not the agency's. */
const CLOCK = '2004';
/** What does not pass by itself: told at once, and not tried again within the hour. */
const STOPS: ReadonlySet<SendingProblem> = new Set([
  'certificate_missing',
  'certificate_unusable',
  'certificate_expired',
  'refused',
  'clock',
]);

type Options = { timeout_ms?: number };
type Turn = {
  id: string;
  certificate: OpenedCertificate;
  /** To be asked for; else `records` are sent. */
  lost: LostRecord[];
  records: RecordToSend[];
  incident: boolean;
};

/** Sends all that may leave now. @returns how many turns were taken */
export async function sendRecords(platform: Platform, options: Options = {}): Promise<number> {
  for (let turns = 0; ; turns += 1) {
    const turn = await beginTurn(platform);
    if (!turn) return turns;
    if (turn.lost.length > 0) await askFor(platform, turn, options);
    else await send(platform, turn, options);
  }
}

/** The super_admin wants the next message to leave now. */
export async function askToSend(platform: Platform, by: By): Promise<void> {
  await platform.database.withSystem('send the records of VERI*FACTU now', async (db) => {
    await lockSending(db);
    await sendSoon(db);
    await recordChange(db, by, {
      action: 'verifactu.send_asked',
      object_type: 'verifactu',
      object_id: null,
      organization_id: null,
    });
    await platform.jobs.send(db, SENDING_JOB, {});
  });
}

/** How far sending has come, as it is told. */
export async function sendingOf(db: SystemDb): Promise<Verifactu['sending']> {
  const sending = await readSending(db);
  const { failures, failing_since, problem, problem_code, problem_words, last_sent_at, next_at } = sending;
  return {
    waiting: await countWaiting(db, sending.answered_through),
    rejected: await countRejected(db),
    failures,
    failing_since: failing_since?.toISOString() ?? null,
    problem,
    error: agencyError(problem_code, problem_words),
    last_sent_at: last_sent_at?.toISOString() ?? null,
    next_at: next_at.toISOString(),
  };
}

/** Takes the turn, where there is something to send or to ask for and no other process does; null where there is not. */
function beginTurn(platform: Platform): Promise<Turn | null> {
  return platform.database.withSystem('take the turn to send records of VERI*FACTU', async (db) => {
    const sending = await lockSending(db);
    if (sending.is_busy || !(await findIssuer(db))?.is_on) return null;
    const { answered_through, failures, wait_seconds } = sending;
    const lost = await listLost(db, ASKED_AT_ONCE);
    const records = lost.length > 0 ? [] : await listWaiting(db, answered_through, RECORDS_MAX);
    const isDue = sending.is_due || (failures === 0 && records.length === RECORDS_MAX);
    const [first] = records;
    if (!isDue || (!first && lost.length === 0)) return null;
    const certificate = await usableCertificate(platform, db);
    if (typeof certificate === 'string') {
      await noteStop(db, certificate);
      await tellOfFailing(platform, db);
      return null;
    }
    const id = randomUUID();
    await takeTurn(db, { turn: id, seconds: TURN_SECONDS, sent: records });
    const isOld = first !== undefined && first.waited_seconds > Math.max(FRESH_SECONDS, wait_seconds);
    return { id, certificate, lost, records, incident: failures > 0 || isOld };
  });
}

async function usableCertificate(
  platform: Platform,
  db: SystemDb,
): Promise<OpenedCertificate | SendingProblem> {
  const certificate = await openCertificate(platform, db);
  if (certificate) return certificate.is_valid ? certificate : 'certificate_expired';
  return (await findCertificate(db)) ? 'certificate_unusable' : 'certificate_missing';
}

type Failed = { kind: 'failed' } & Failure;

/** Sends a message and reads what comes back; what cannot be read may have been taken all the same. */
async function ask<T>(
  platform: Platform,
  asked: Parameters<typeof askAgency>[1],
  read: (text: string) => T,
): Promise<T | Failed> {
  try {
    return read(await askAgency(platform.config.verifactu, asked));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    platform.log.warn({ err: error }, 'the tax agency gave no answer');
    const problem = error instanceof NotReached ? 'unreachable' : 'unanswered';
    return { kind: 'failed', problem, words: error.message };
  }
}

const failureOf = (answer: Failed | Refusal): Failure =>
  answer.kind === 'failed'
    ? answer
    : { problem: answer.ours ? 'refused' : 'unavailable', code: answer.code, words: answer.words };

/** Whether the turn is still one's own: who takes longer than it lasts has lost it to another. */
const holds = async (db: SystemDb, { id }: Turn) => (await lockSending(db)).turn === id;

async function send(platform: Platform, turn: Turn, { timeout_ms }: Options): Promise<void> {
  const { records, certificate, incident } = turn;
  const [first] = records;
  if (!first) return;
  const { environment, issuer_tax_id: tax_id, issuer_name: name } = first;
  const written = records.map(({ xml }) => xml);
  const message = sendingMessage({ tax_id, name }, written, incident);
  const answer = await ask(platform, { environment, certificate, message, timeout_ms }, readSendingAnswer);
  await platform.database.withSystem('keep what the agency says of records', async (db) => {
    if (!(await holds(db, turn))) return;
    if (answer.kind === 'answered') return saveAnswers(platform, db, records, answer);
    const failure = failureOf(answer);
    // Else it is not known whether the agency has them.
    if (failure.problem !== 'unanswered')
      await putBack(
        db,
        records.map(({ number }) => number),
      );
    await failWith(platform, db, failure);
  });
}

async function saveAnswers(
  platform: Platform,
  db: SystemDb,
  records: RecordToSend[],
  { csv, wait_seconds, lines }: Extract<AgencyAnswer, { kind: 'answered' }>,
): Promise<void> {
  const answered = answersOf(records, lines);
  await saveAnswered(db, csv, answered);
  await endTurn(db, wait_seconds);
  const late = answered.find(({ code }) => code === CLOCK);
  if (late) await failWith(platform, db, { problem: 'clock', code: CLOCK, words: late.words });
  else await clearFailures(db);
  await tellOfRejected(platform, db, answered.filter(({ state }) => state === 'rejected').length);
  await goOn(platform, db);
}

/** What is said of which record: by the invoice and what was done, in the order of both. What it says nothing of stays. */
function answersOf(records: RecordToSend[], lines: AnsweredLine[]): Answered[] {
  const keyOf = (kind: string, code: string, day: string) => `${kind} ${day} ${code}`;
  const said = Map.groupBy(lines, ({ kind, code, issued_on }) => keyOf(kind, code, issued_on));
  return records.flatMap(({ number, kind, invoice_code, issued_on }) => {
    const line = said.get(keyOf(kind, invoice_code, issued_on))?.shift();
    if (!line) return [];
    const { state, error_code: code, words } = line;
    // Whether it is this very record that the agency has is asked first.
    return [{ number, state: state === 'duplicate' ? 'sent' : state, code, words }];
  });
}

/** Where more waits, the next message leaves as soon as the agency lets it. */
async function goOn(platform: Platform, db: SystemDb): Promise<void> {
  const { answered_through, next_at } = await readSending(db);
  if ((await countWaiting(db, answered_through)) === 0) return;
  await platform.jobs.send(db, SENDING_JOB, {}, { startAfter: next_at });
}

/** Asks what the agency has of records whose answer was lost. */
async function askFor(platform: Platform, turn: Turn, { timeout_ms }: Options): Promise<void> {
  const { lost, certificate } = turn;
  const answered: Answered[] = [];
  const missing: number[] = [];
  let failure: Failure | null = null;
  for (const record of lost) {
    const { environment, issuer_tax_id: tax_id, issuer_name: name, invoice_code: code, issued_on } = record;
    const message = askingMessage({ tax_id, name }, { code, issued_on });
    const found = await ask(platform, { environment, certificate, message, timeout_ms }, readFound);
    if (found.kind === 'failed' || found.kind === 'refused') {
      failure = failureOf(found);
      break;
    }
    const state = stateOf(record, found.found);
    if (state) answered.push({ number: record.number, ...state });
    else missing.push(record.number);
  }
  await platform.database.withSystem('keep what the agency has of records', async (db) => {
    if (!(await holds(db, turn))) return;
    await saveAnswered(db, null, answered);
    await putBack(db, missing);
    await endTurn(db, null);
    if (failure) await failWith(platform, db, failure);
    else if (missing.length === 0 && lost.length < ASKED_AT_ONCE) await clearFailures(db);
    await tellOfRejected(platform, db, answered.filter(({ state }) => state === 'rejected').length);
  });
}

/** What became of a record, by what the agency has of its invoice; null: it does not have it. */
function stateOf(record: LostRecord, found: Found | null): Omit<Answered, 'number'> | null {
  if (found?.hash === record.hash && found.state !== 'duplicate' && found.state !== 'rejected') {
    const { state, error_code: code, words } = found;
    return { state, code, words };
  }
  // It tells the last record of an invoice alone: one before it was taken.
  if (found && record.later.includes(found.hash)) return { state: 'accepted', code: null, words: null };
  // Another record has its name.
  return record.code === null ? null : { state: 'rejected', code: record.code, words: record.words };
}

async function failWith(platform: Platform, db: SystemDb, failure: Failure): Promise<void> {
  await failTurn(db, failure, STOPS.has(failure.problem));
  await tellOfFailing(platform, db);
}

/** Told once, until records are taken again: at once of what does not pass by itself, else after an hour. */
async function tellOfFailing(platform: Platform, db: SystemDb): Promise<void> {
  const { problem, told_at, is_failing_long } = await readSending(db);
  if (problem === null || told_at !== null) return;
  if (!STOPS.has(problem) && !is_failing_long) return;
  await markTold(db);
  await tellOfProblem(platform, db, problem);
}
