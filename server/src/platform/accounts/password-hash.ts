import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../core/errors.ts';

/** argon2id with the parameters that OWASP names: 19 MiB, two passes, one lane; 20 to 50 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes at once: each takes a thread of libuv, which files and name look-ups need too. */
const AT_ONCE = 2;
/** Hashes that wait for their turn at most: some two seconds of work. */
const WAITING_MAX = 64;
/** Seconds after which one more may be asked for. */
const RETRY_SECONDS = '3';

const derive = promisify(argon2);
export type Derive = typeof derive;

/** known: the person has proved something already, such as a session, a mailed link or a browser; served first. */
export type Asker = 'known' | 'stranger';

/** Both throw 'server.unavailable' with Retry-After where too many wait already. */
export type PasswordHasher = {
  /** The password as '$argon2id$v=19$m=…,t=…,p=…$salt$hash'. */
  hash(password: string, asker?: Asker): Promise<string>;
  /** Whether a password belongs to a hash; a null hash costs the same time and never matches. */
  verify(hash: string | null, password: string, asker?: Asker): Promise<boolean>;
};

/** Makes a hasher that works on `AT_ONCE` passwords at a time; `WAITING_MAX` others wait their turn. */
export function openPasswordHasher(deriveKey: Derive = derive): PasswordHasher {
  const inTurn = queueOf(AT_ONCE, WAITING_MAX);
  const keyOf = (password: string, salt: Buffer, cost: Cost, length: number, asker: Asker) =>
    inTurn(asker, () =>
      deriveKey('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: length, ...cost }),
    );
  return {
    async hash(password, asker = 'stranger') {
      const salt = randomBytes(SALT_BYTES);
      return encode(salt, await keyOf(password, salt, COST, HASH_BYTES, asker));
    },
    async verify(hash, password, asker = 'stranger') {
      const stored = hash === null ? null : decode(hash);
      const { salt, key, cost } = stored ?? NOBODY;
      const tried = await keyOf(password, salt, cost, key.length, asker);
      return timingSafeEqual(tried, key) && stored !== null;
    },
  };
}

type Cost = { memory: number; passes: number; parallelism: number };

/** Compared with where there is no account, so that an unknown address takes as long as a wrong password. */
const NOBODY = { salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(HASH_BYTES), cost: COST };

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function encode(salt: Buffer, key: Buffer): string {
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(key)}`;
}

function decode(hash: string): { salt: Buffer; key: Buffer; cost: Cost } | null {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) return null;
  const [, memory = '', passes = '', parallelism = '', salt = '', key = ''] = parts;
  return {
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}

type Place = { enter: () => void; refuse: () => void };

/**
 * Runs at most `most` tasks at once while `longest` others wait: the known first, each kind in the order of arrival.
 * Where no place is left the known take that of the stranger who came last.
 */
function queueOf(most: number, longest: number): <T>(asker: Asker, task: () => Promise<T>) => Promise<T> {
  const waiting: Record<Asker, Place[]> = { known: [], stranger: [] };
  let running = 0;
  const waitForTurn = (asker: Asker) =>
    new Promise<void>((resolve, reject) => {
      const refusal = () =>
        reject(new AppError('server.unavailable', { headers: { 'retry-after': RETRY_SECONDS } }));
      if (waiting.known.length + waiting.stranger.length >= longest) {
        const displaced = asker === 'known' ? waiting.stranger.pop() : undefined;
        if (!displaced) return refusal();
        displaced.refuse();
      }
      waiting[asker].push({ enter: resolve, refuse: refusal });
    });
  return async (asker, task) => {
    if (running === most) await waitForTurn(asker);
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes straight to the next one that waits, so that no new task takes it in between.
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      if (next) next.enter();
      else running -= 1;
    }
  };
}
