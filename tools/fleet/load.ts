import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import type { Member, People } from './people.ts';
import { pick } from './processes.ts';

export type Answer = { at: number; status: number; code: string; milliseconds: number; what: string };
/** What the servers said that they have stored. */
export type Written = {
  tickets: string[];
  profiles: string[];
  invoices: string[];
  /** Of each profile that was changed, the versions that were answered. */
  changes: Map<string, number[]>;
};
export type Load = { answers: Answer[]; written: Written; stop: () => Promise<void> };

const PER_SECOND = 40;

/** Sends a request with the cookie of a person; status 0 where no answer came. */
export async function ask(
  base: string,
  { cookie }: Pick<Member, 'cookie'>,
  method: string,
  address: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<{ status: number; json: unknown }> {
  const isForm = body instanceof FormData;
  try {
    const answer = await fetch(base + address, {
      method,
      headers: { cookie, ...(body && !isForm ? { 'content-type': 'application/json' } : {}), ...more },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    return { status: answer.status, json: text.startsWith('{') ? (JSON.parse(text) as unknown) : null };
  } catch {
    return { status: 0, json: null };
  }
}

type Made = Record<string, unknown>;
type Asked = {
  method: string;
  address: string;
  /** Admins alone read lists of people; the staff alone issues invoices. */
  by: 'anyone' | 'admin' | 'super_admin';
  body?: (n: number, people: People) => object;
  /** Keeps what was acknowledged. */
  keep?: (written: Written, made: Made) => unknown;
};

const TICKET: Asked = {
  method: 'POST',
  address: '/api/tickets',
  by: 'anyone',
  body: () => ({ title: 'Una pregunta', description: 'Sin prisa' }),
  keep: ({ tickets }, { id }) => tickets.push(id as string),
};
const PERSON: Asked = {
  method: 'POST',
  address: '/api/users',
  by: 'admin',
  body: (n) => ({
    first_name: 'Ana',
    last_name: `Carga ${n}`,
    email: `carga-${randomUUID()}@fleet.test`,
    role: 'user',
  }),
  keep: ({ profiles }, { id }) => profiles.push(id as string),
};
const INVOICE: Asked = {
  method: 'POST',
  address: '/api/invoices',
  by: 'super_admin',
  body: (n, { organizations }) => ({
    organization_id: pick(organizations, n).id,
    lines: [{ description: 'Horas', quantity: 1, unit_price_cents: 1_000 }],
    request_id: randomUUID(),
  }),
  keep: ({ invoices }, { id }) => invoices.push(id as string),
};
const CHANGE: Asked = {
  method: 'PATCH',
  address: '/api/profile',
  by: 'anyone',
  body: (n) => ({ language: n % 2 ? 'es' : 'en' }),
  keep: ({ changes }, { session }) => {
    const { id, version } = (session as { profile: { id: string; version: number } }).profile;
    changes.set(id, [...(changes.get(id) ?? []), version]);
  },
};

/** Of a hundred requests: reads of lists, of the own session and of figures, and writes. */
const MIX: [number, Asked][] = [
  [28, { method: 'GET', address: '/api/users', by: 'admin' }],
  [18, { method: 'GET', address: '/api/session', by: 'anyone' }],
  [14, { method: 'GET', address: '/api/tickets', by: 'anyone' }],
  [9, { method: 'GET', address: '/api/users?search=persona', by: 'admin' }],
  [9, { method: 'GET', address: '/api/dashboard', by: 'anyone' }],
  [9, TICKET],
  [5, CHANGE],
  [4, PERSON],
  [4, INVOICE],
];

/** 200 people who send forty mixed requests a second through the balancer, whether or not those before were answered. */
export function startLoad({ url, people }: Pick<Fleet, 'url' | 'people'>): Load {
  const members = people.organizations.flatMap(({ admin, users }) => [admin, ...users]);
  const answers: Answer[] = [];
  const written: Written = { tickets: [], profiles: [], invoices: [], changes: new Map() };
  const pending = new Set<Promise<void>>();
  const state = { isStopped: false };
  const one = async (n: number) => {
    const { method, address, by, body, keep } = mixAt((n * 61) % 100);
    const who = {
      anyone: pick(members, n * 37),
      admin: pick(people.organizations, n).admin,
      super_admin: people.super_admin,
    }[by];
    const at = performance.now();
    const { status, json } = await ask(url, who, method, address, body?.(n, people), { origin: url });
    const { code } = { code: '', ...(json as { code?: string } | null) };
    answers.push({ at, status, code, milliseconds: performance.now() - at, what: `${method} ${address}` });
    if (status >= 200 && status < 300) keep?.(written, json as Made);
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
    written,
    stop: async () => {
      state.isStopped = true;
      await done;
    },
  };
}

function mixAt(share: number): Asked {
  let sum = 0;
  return pick(
    MIX,
    MIX.findIndex(([weight]) => (sum += weight) > share),
  )[1];
}

/** An organization whose seats are taken refuses more people: that is meant. */
export const isFailure = ({ status, code }: Answer) =>
  status === 0 || (status >= 400 && code !== 'organization.seats_full');

/** No answer, the balancer's word for a connection that was cut before one, and 'not now': to be asked again. */
const PASSING = new Set([0, 502, 503]);

/** What failed, by its status; and those of the failures that no client would ask again after. */
export function failuresOf(answers: Answer[]): { count: number; text: string; lasting: string } {
  const failed = answers.filter(isFailure);
  const wordOf = ({ status, code }: Answer) => (status === 0 ? 'cut' : `${status} ${code}`.trim());
  const counts = Map.groupBy(failed, wordOf);
  const lasting = failed.filter(({ status }) => !PASSING.has(status));
  return {
    count: failed.length,
    text: [...counts].map(([word, of]) => `${of.length} × ${word}`).join(', ') || 'none',
    lasting: [...new Set(lasting.map((answer) => `${wordOf(answer)} ${answer.what}`))].join('; '),
  };
}

/** Seconds between the first failed request and the last. */
export function secondsDown(answers: Answer[]): number {
  const failed = answers.filter(isFailure).map(({ at }) => at);
  return failed.length === 0 ? 0 : (Math.max(...failed) - Math.min(...failed)) / 1_000;
}

export function p95(answers: Answer[]): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}
