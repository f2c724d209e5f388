import { setTimeout } from 'node:timers/promises';

/** What a request is to be answered, and what a server may say instead of it, as where too many wait. */
export type Expected = { what: string; status: number; or?: readonly number[] };

/** How requests of a kind were answered. */
type Row = { meant: number; instead: Map<number, number>; wrong: Map<string, number> };

/** The answers of a run, by what was asked: a server that refuses everything must not pass. */
export type Answers = {
  rows: Map<string, Row>;
  /** Counts an answer that is no error in itself, as the end of a job. */
  note: (what: string, isMeant: boolean, seen: string) => void;
};

const POLL_MS = 100;
const JOB_SECONDS = 180;

export function startAnswers(): Answers {
  const rows = new Map<string, Row>();
  return {
    rows,
    note: (what, isMeant, seen) => {
      const row = rowOf(rows, what);
      if (isMeant) row.meant++;
      else count(row.wrong, seen);
    },
  };
}

function rowOf(rows: Map<string, Row>, what: string): Row {
  const row = rows.get(what) ?? { meant: 0, instead: new Map<number, number>(), wrong: new Map() };
  rows.set(what, row);
  return row;
}

const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Looks at the status of an answer and reads it to its end; null where it is not the one that was meant. */
export async function answered(
  answers: Answers,
  { what, status, or = [] }: Expected,
  sent: Promise<Response>,
): Promise<Buffer | null> {
  const row = rowOf(answers.rows, what);
  try {
    const answer = await sent;
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status === status) {
      row.meant++;
      return body;
    }
    if (or.includes(answer.status)) count(row.instead, answer.status);
    else count(row.wrong, `${answer.status} ${codeOf(body)}`);
  } catch (error) {
    count(row.wrong, `no answer: ${reasonOf(error)}`);
  }
  return null;
}

/** The code of an error, or the beginning of what is none: texts that differ each time would make a row each. */
function codeOf(body: Buffer): string {
  const text = body.toString('utf8', 0, 300);
  return /"code":"([a-z_.]+)"/.exec(text)?.[1] ?? text.slice(0, 80);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Asks how a job goes until it is over. @returns its last state; null where it could not be asked */
export async function jobOver<Job extends { state: string }>(
  answers: Answers,
  what: string,
  ask: () => Promise<Response>,
): Promise<Job | null> {
  const end = performance.now() + JOB_SECONDS * 1_000;
  for (;;) {
    const body = await answered(answers, { what: `${what}, asked how it goes`, status: 200 }, ask());
    if (!body) return null;
    const job = JSON.parse(body.toString()) as Job;
    if (job.state !== 'queued' && job.state !== 'running') return job;
    if (performance.now() > end) {
      answers.note(what, false, `${job.state} after ${JOB_SECONDS} s`);
      return null;
    }
    await setTimeout(POLL_MS);
  }
}

/** Whether each kind was answered as it was meant at least once, and never in another way than it may be. */
export function areAsMeant({ rows }: Answers): boolean {
  return [...rows.values()].every(({ meant, wrong }) => meant > 0 && wrong.size === 0);
}

/** A table in Markdown, and below it what was wrong. */
export function answersTable({ rows }: Answers): string {
  const sum = (counts: Map<unknown, number>) => [...counts.values()].reduce((all, each) => all + each, 0);
  const insteadOf = ({ instead }: Row) =>
    [...instead].map(([status, times]) => `${times} × ${status}`).join(', ') || '–';
  return [
    '| asked | answered as meant | refused as it may be | wrong |',
    '|---|---:|---:|---:|',
    ...[...rows].map(([what, row]) => `| ${what} | ${row.meant} | ${insteadOf(row)} | ${sum(row.wrong)} |`),
    ...[...rows].flatMap(([what, { wrong }]) =>
      [...wrong].map(([seen, times]) => `\nWRONG: ${what}: ${times} × ${seen}`),
    ),
  ].join('\n');
}
