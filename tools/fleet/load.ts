import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import type { Member } from './people.ts';
import { pick } from './processes.ts';

export type Answer = { at: number; status: number; milliseconds: number; what: string };
export type Load = {
  answers: Answer[];
  /** Ids of tickets that the server said it had made. */
  acknowledged: string[];
  stop: () => Promise<void>;
};

const PER_SECOND = 40;

/** Asks as somebody; status 0 where no answer came. */
export async function ask(
  base: string,
  { cookie }: Pick<Member, 'cookie'>,
  method: string,
  address: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<{ status: number; json: unknown }> {
  try {
    const answer = await fetch(base + address, {
      method,
      headers: {
        cookie,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    return { status: answer.status, json: text.startsWith('{') ? (JSON.parse(text) as unknown) : null };
  } catch {
    return { status: 0, json: null };
  }
}

/** Of a hundred requests: reads of lists, of the own session and of figures, and writes. */
const MIX: [number, string, string, object?][] = [
  [30, 'GET', '/api/users'],
  [20, 'GET', '/api/session'],
  [15, 'GET', '/api/tickets'],
  [10, 'GET', '/api/users?search=persona'],
  [10, 'GET', '/api/dashboard'],
  [10, 'POST', '/api/tickets', { title: 'Una pregunta', description: 'Sin prisa' }],
  [5, 'PATCH', '/api/profile', { language: 'es' }],
];

/** 200 people who send forty mixed requests a second through the balancer, whether or not those before were answered. */
export function startLoad({ url, people }: Pick<Fleet, 'url' | 'people'>): Load {
  const members = people.organizations.flatMap(({ admin, users }) => [admin, ...users]);
  const answers: Answer[] = [];
  const acknowledged: string[] = [];
  const pending = new Set<Promise<void>>();
  const state = { isStopped: false };
  const one = async (n: number) => {
    const [, method, address, body] = pick(MIX, mixAt((n * 61) % 100));
    const member = pick(members, n * 37);
    // Lists of people are the admins'; others' are refused, which would count as a failure here.
    const by = address.startsWith('/api/users') ? pick(people.organizations, n).admin : member;
    const at = performance.now();
    const { status, json } = await ask(url, by, method, address, body, { origin: url });
    answers.push({ at, status, milliseconds: performance.now() - at, what: `${method} ${address}` });
    if (status === 201 && address === '/api/tickets') acknowledged.push((json as { id: string }).id);
  };
  const run = async () => {
    const begun = performance.now();
    for (let n = 0; !state.isStopped; n++) {
      const late = begun + (n * 1_000) / PER_SECOND - performance.now();
      if (late > 0) await pause(late);
      const asked: Promise<void> = one(n).finally(() => pending.delete(asked));
      pending.add(asked);
    }
    await Promise.all(pending);
  };
  const done = run();
  return {
    answers,
    acknowledged,
    stop: async () => {
      state.isStopped = true;
      await done;
    },
  };
}

function mixAt(share: number): number {
  let sum = 0;
  return MIX.findIndex(([weight]) => (sum += weight) > share);
}

export const isFailure = ({ status }: Answer) => status === 0 || status >= 400;

/** Seconds between the first failed request and the last. */
export function secondsDown(answers: Answer[]): number {
  const failed = answers.filter(isFailure).map(({ at }) => at);
  return failed.length === 0 ? 0 : (Math.max(...failed) - Math.min(...failed)) / 1_000;
}

export function p95(answers: Answer[]): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}
