import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** argon2id with the parameters that OWASP names: 19 MiB, two passes, one lane; 20 to 50 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes at once: each takes a thread of libuv, which files and name look-ups need too. */
const AT_ONCE = 2;

const derive = promisify(argon2);
export type Derive = typeof derive;

export type PasswordHasher = {
  /** The password as '$argon2id$v=19$m=…,t=…,p=…$salt$hash'. */
  hash(password: string): Promise<string>;
  /** Whether a password belongs to a hash; a null hash costs the same time and never matches. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** Makes a hasher that works on `AT_ONCE` passwords at a time; the others wait their turn. */
export function openPasswordHasher(deriveKey: Derive = derive): PasswordHasher {
  const inTurn = queueOf(AT_ONCE);
  const keyOf = (password: string, salt: Buffer, cost: Cost, length: number) =>
    inTurn(() =>
      deriveKey('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: length, ...cost }),
    );
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return encode(salt, await keyOf(password, salt, COST, HASH_BYTES));
    },
    async verify(hash, password) {
      const known = hash === null ? null : decode(hash);
      const { salt, key, cost } = known ?? NOBODY;
      const tried = await keyOf(password, salt, cost, key.length);
      return timingSafeEqual(tried, key) && known !== null;
    },
  };
}

type Cost = { memory: number; passes: number; parallelism: number };

/** Stands in where there is no account, so that an unknown address takes as long as a wrong password. */
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

/** Runs at most `most` tasks at once, first come first served. */
function queueOf(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // A place is handed on, so that nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
