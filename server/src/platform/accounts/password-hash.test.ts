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
