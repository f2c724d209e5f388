import { sql } from 'kysely';
import type { SystemDb } from '../../../platform/database/database.ts';
import { boolean, json, number, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

export type SendingProblem = NonNullable<SendingRow['problem']>;

const sendingRow = {
  ...columnsOf('verifactu_sending', 'answered_through', 'turn', 'wait_seconds', 'last_sent_at', 'next_at'),
  ...columnsOf('verifactu_sending', 'failures', 'failing_since', 'problem', 'problem_code', 'problem_words'),
  ...columnsOf('verifactu_sending', 'told_at'),
  /** By the clock of the database. */
  is_busy: boolean,
  is_due: boolean,
  is_failing_long: boolean,
};
export type SendingRow = RowOf<typeof sendingRow>;
const sendingColumns = sql`answered_through, turn, wait_seconds, last_sent_at, next_at, failures, failing_since, problem,
  problem_code, problem_words, told_at, coalesce(busy_until > now(), false) as is_busy, next_at <= now() as is_due,
  coalesce(failing_since <= now() - interval '1 hour', false) as is_failing_long`;

/** Before anything was sent. */
const NOTHING_SENT: SendingRow = {
  answered_through: 0,
  turn: null,
  wait_seconds: 60,
  last_sent_at: null,
  next_at: new Date(0),
  failures: 0,
  failing_since: null,
  problem: null,
  problem_code: null,
  problem_words: null,
  told_at: null,
  is_busy: false,
  is_due: true,
  is_failing_long: false,
};

export async function readSending(db: SystemDb): Promise<SendingRow> {
  const { rows } = await rowsOf(sendingRow)`select ${sendingColumns} from verifactu_sending`.execute(db);
  return rows[0] ?? NOTHING_SENT;
}

/** The same, locked until the transaction ends; the row is made when it is first locked. */
export async function lockSending(db: SystemDb): Promise<SendingRow> {
  const read = () =>
    rowsOf(sendingRow)`select ${sendingColumns} from verifactu_sending for update`.execute(db);
  const [known] = (await read()).rows;
  if (known) return known;
  await sql`insert into verifactu_sending default values on conflict (only_one) do nothing`.execute(db);
  return (await read()).rows[0] ?? NOTHING_SENT;
}

/** Whether a record `r` waits, after the last of which all before it are answered. */
const waits = (answered_through: number) => sql`r.number > ${answered_through}
  and not exists (select from verifactu_deliveries d where d.number = r.number)`;

/** How many records wait. */
export async function countWaiting(db: SystemDb, answered_through: number): Promise<number> {
  const { rows } = await rowsOf({ waiting: number })`
    select count(*)::int as waiting from verifactu_records r where ${waits(answered_through)}`.execute(db);
  return rows[0]?.waiting ?? 0;
}

const recordToSend = {
  ...columnsOf(
    'verifactu_records',
    'number',
    'organization_id',
    'xml',
    'kind',
    'invoice_code',
    'environment',
  ),
  ...columnsOf('verifactu_records', 'issuer_tax_id', 'issuer_name'),
  issued_on: text,
  waited_seconds: number,
};
export type RecordToSend = RowOf<typeof recordToSend>;

/** The next records that wait, in the order of the chain. */
export async function listWaiting(
  db: SystemDb,
  answered_through: number,
  limit: number,
): Promise<RecordToSend[]> {
  const { rows } = await rowsOf(recordToSend)`
    select r.number, r.organization_id, r.xml, r.kind, r.invoice_code, r.environment, r.issuer_tax_id, r.issuer_name,
      i.issued_on::text as issued_on, extract(epoch from now() - r.recorded_at)::int as waited_seconds
    from verifactu_records r
    join invoices i on i.organization_id = r.organization_id and i.id = r.invoice_id
    where ${waits(answered_through)}
    order by r.number limit ${limit}`.execute(db);
  return rows;
}

const lostRecord = {
  ...columnsOf('verifactu_records', 'number', 'invoice_code', 'environment', 'hash'),
  ...columnsOf('verifactu_records', 'issuer_tax_id', 'issuer_name'),
  ...columnsOf('verifactu_deliveries', 'code', 'words'),
  issued_on: text,
  /** Of later records of the same invoice: the agency tells the last alone. */
  later: json<string[]>(),
};
export type LostRecord = RowOf<typeof lostRecord>;

/** Records that were sent and have no answer. */
export async function listLost(db: SystemDb, limit: number): Promise<LostRecord[]> {
  const { rows } = await rowsOf(lostRecord)`
    select r.number, r.invoice_code, r.environment, r.hash, r.issuer_tax_id, r.issuer_name, d.code, d.words,
      i.issued_on::text as issued_on,
      coalesce((select jsonb_agg(l.hash) from verifactu_records l
        where l.invoice_id = r.invoice_id and l.number > r.number), '[]') as later
    from verifactu_deliveries d
    join verifactu_records r on r.number = d.number
    join invoices i on i.organization_id = r.organization_id and i.id = r.invoice_id
    where d.state = 'sent' order by d.number limit ${limit}`.execute(db);
  return rows;
}

/** Takes the turn to send for some seconds; `sent`: records that leave with it. */
export async function takeTurn(
  db: SystemDb,
  { turn, seconds, sent }: { turn: string; seconds: number; sent: RecordToSend[] },
): Promise<void> {
  await sql`update verifactu_sending set turn = ${turn}, busy_until = now() + make_interval(secs => ${seconds}),
      last_sent_at = case when ${sent.length > 0} then now() else last_sent_at end`.execute(db);
  if (sent.length === 0) return;
  const rows = sent.map(({ number, organization_id }) => ({ number, organization_id }));
  await sql`
    insert into verifactu_deliveries (number, organization_id, state, turn)
    select number, organization_id, 'sent', ${turn}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number integer, organization_id uuid)`.execute(
    db,
  );
}

export type Answered = {
  number: number;
  code: string | null;
  words: string | null;
  state: 'sent' | 'accepted' | 'accepted_with_errors' | 'rejected';
};

/** Saves what the agency says of records; one that stays sent is asked for again. */
export async function saveAnswered(db: SystemDb, csv: string | null, answered: Answered[]): Promise<void> {
  await sql`
    update verifactu_deliveries d set state = a.state, code = a.code, words = a.words, csv = ${csv},
      answered_at = case when a.state = 'sent' then null else now() end
    from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb)
      as a (number integer, state text, code text, words text)
    where d.number = a.number and d.state = 'sent'`.execute(db);
}

/** These records wait again: the agency does not have them. */
export async function putBack(db: SystemDb, numbers: number[]): Promise<void> {
  await sql`delete from verifactu_deliveries where state = 'sent' and number = any(${numbers}::int[])`.execute(
    db,
  );
}

/** Ends a turn in which the agency answered; the next message leaves when it lets it. */
export async function endTurn(db: SystemDb, wait_seconds: number | null): Promise<void> {
  await sql`
    update verifactu_sending s set turn = null, busy_until = null,
      wait_seconds = coalesce(${wait_seconds}::int, wait_seconds),
      next_at = greatest(now(), last_sent_at + make_interval(secs => coalesce(${wait_seconds}::int, wait_seconds))),
      answered_through = coalesce(
        (select min(r.number) - 1 from verifactu_records r
          left join verifactu_deliveries d on d.number = r.number
          where r.number > s.answered_through and (d.number is null or d.state = 'sent')),
        (select max(r.number) from verifactu_records r where r.number > s.answered_through),
        s.answered_through)`.execute(db);
}

/** Nothing keeps records from being sent any more. */
export async function clearFailures(db: SystemDb): Promise<void> {
  await sql`
    update verifactu_sending set failures = 0, failing_since = null, problem = null, problem_code = null,
      problem_words = null, told_at = null`.execute(db);
}

export type Failure = { problem: SendingProblem; code?: string | null; words?: string | null };

/** Ends a turn that failed; tried again after a pause that doubles up to an hour, or after an hour. */
export async function failTurn(
  db: SystemDb,
  { problem, code = null, words = null }: Failure,
  isStop: boolean,
): Promise<void> {
  await sql`
    update verifactu_sending set turn = null, busy_until = null, failures = failures + 1,
      failing_since = coalesce(failing_since, now()), problem = ${problem}, problem_code = ${code},
      problem_words = ${words},
      next_at = now() + make_interval(secs =>
        case when ${isStop} then 3600 else least(3600, 60 * 2 ^ least(failures, 6)) end)`.execute(db);
}

/** Notes what keeps records from being sent before any message leaves; it is looked at again each minute. */
export async function noteStop(db: SystemDb, problem: SendingProblem): Promise<void> {
  await sql`
    update verifactu_sending set problem = ${problem}, problem_code = null, problem_words = null,
      failing_since = coalesce(failing_since, now())`.execute(db);
}

export async function markTold(db: SystemDb): Promise<void> {
  await sql`update verifactu_sending set told_at = now()`.execute(db);
}

/** The next message leaves as soon as it may. */
export async function sendSoon(db: SystemDb): Promise<void> {
  await sql`update verifactu_sending set next_at = now()`.execute(db);
}

/** How many records the agency has refused. */
export async function countRejected(db: SystemDb): Promise<number> {
  const { rows } = await rowsOf({ rejected: number })`
    select count(*)::int as rejected from verifactu_deliveries where state = 'rejected'`.execute(db);
  return rows[0]?.rejected ?? 0;
}

/** The name of an organization, unless it was told within a day that an invoice of it cannot be recorded. */
export async function findUntold(db: SystemDb, organization_id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('organizations', 'name'))`
    select name from organizations o where o.id = ${organization_id}
      and not exists (select from notifications n where n.organization_id = o.id
        and n.event = 'verifactu.not_issued' and n.created_at > now() - interval '1 day')`.execute(db);
  return rows[0]?.name ?? null;
}
