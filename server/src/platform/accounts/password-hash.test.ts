import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { openPasswordHasher } from './password-hash.ts';
import type { Derive } from './password-hash.ts';

const real = promisify(argon2);

/** The real thing, counting how many run at once and with what. */
function counting() {
  const seen = { now: 0, most: 0, all: 0 };
  const derive = (async (...call: Parameters<Derive>) => {
    seen.now += 1;
    seen.all += 1;
    seen.most = Math.max(seen.most, seen.now);
    try {
      return await real(...call);
    } finally {
      seen.now -= 1;
    }
  }) as Derive;
  return { seen, hasher: openPasswordHasher(derive) };
}

test('a hash names its parameters, differs each time, and knows its password alone', async () => {
  const { hasher } = counting();
  const [one, two] = await Promise.all([hasher.hash('contraseña larga'), hasher.hash('contraseña larga')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  await expect(hasher.verify(one, 'contraseña larga')).resolves.toBe(true);
  // The same letters, as another keyboard composes them.
  await expect(hasher.verify(one, 'contraseña larga'.normalize('NFD'))).resolves.toBe(true);
  await expect(hasher.verify(one, 'Contraseña larga')).resolves.toBe(false);
});

// A4: what tells an unknown address from a wrong password by the time it takes is a hash that is not made.
test.each([null, 'not a hash'])(
  'where there is no hash (%j) one is computed all the same, and is never right',
  async (none) => {
    const { hasher, seen } = counting();
    await expect(hasher.verify(none, '')).resolves.toBe(false);
    expect(seen.all).toBe(1);
  },
);

// P2
test('no more than two passwords are worked on at once, and none is forgotten', async () => {
  const { hasher, seen } = counting();
  const hash = await hasher.hash('secreto secreto');
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => hasher.verify(hash, n % 2 ? 'secreto secreto' : 'otro')),
  );
  expect(answers).toEqual(Array.from({ length: 16 }, (_, n) => n % 2 === 1));
  expect(seen).toEqual({ now: 0, most: 2, all: 17 });
});

test('the queue goes on after a hash that fails', async () => {
  let calls = 0;
  const hasher = openPasswordHasher(async (...call: Parameters<Derive>) => {
    calls += 1;
    if (calls === 1) throw new Error('out of memory');
    return real(...call);
  });
  const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((password) => hasher.hash(password)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

/** A hasher whose hashes end when the test says so, in the order in which they began. */
function held() {
  const begun: { password: string; end: () => void }[] = [];
  const hasher = openPasswordHasher(async (...call: Parameters<Derive>) => {
    const password = call[1].message as string;
    await new Promise<void>((resolve) => begun.push({ password, end: resolve }));
    return Buffer.alloc(32);
  });
  /** Ends one after the other until none is left; the passwords in the order of their turns. */
  const endAll = async () => {
    for (let at = 0; at < begun.length; at++) {
      begun[at]!.end();
      // The place is handed on after the hash that had it.
      await new Promise(setImmediate);
    }
    return begun.map(({ password }) => password);
  };
  return { hasher, endAll };
}

// P2
test('64 wait for their turn; who comes then is refused at once, and told when to come back', async () => {
  const { hasher, endAll } = held();
  const asked = Array.from({ length: 70 }, (_, n) => hasher.hash(`contraseña ${n}`));
  const outcomes = Promise.allSettled(asked);
  await expect(asked[66]).rejects.toMatchObject({
    code: 'server.unavailable',
    options: { headers: { 'retry-after': expect.stringMatching(/^[1-9]/) } },
  });
  expect(await endAll()).toEqual(Array.from({ length: 66 }, (_, n) => `contraseña ${n}`));
  const refused = (await outcomes).flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(refused).toEqual([66, 67, 68, 69]);
  // Those who were refused hold no place.
  const later = hasher.hash('más tarde');
  await endAll();
  await expect(later).resolves.toMatch(/^\$argon2id/);
});

// P2
test('who is known takes their turn before strangers, and the place of one where none is left', async () => {
  const { hasher, endAll } = held();
  const strangers = Array.from({ length: 66 }, (_, n) => hasher.verify(null, `extraño ${n}`));
  const known = Array.from({ length: 65 }, (_, n) => hasher.hash(`conocido ${n}`, 'known'));
  const outcomes = Promise.allSettled([...strangers, ...known]);
  const turns = await endAll();
  const names = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n}`);
  expect(turns).toEqual([...names('extraño', 2), ...names('conocido', 64)]);
  const refused = (await outcomes).flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  // The strangers that waited, the last first; and the one that is one too many even among the known.
  expect(refused).toEqual([...Array.from({ length: 64 }, (_, n) => n + 2), 66 + 64]);
});

// A2
test.each([
  ['password1', true],
  ['PassWord1', true],
  ['12345678', true],
  ['contraseña larga', false],
  ['kd83jf9s', false],
])('whether %j is among the commonest passwords: %s', (password, common) => {
  expect(isCommonPassword(password)).toBe(common);
});
