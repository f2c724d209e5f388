import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeRecoveryCodes, openSecret, recoveryHash, sealSecret } from './factor-secrets.ts';

const key = 'a secret of the tests, long enough';
const person = randomUUID();
const secret = Buffer.from('12345678901234567890');

test('a sealed secret opens with the same key for the same account, and for nobody else', () => {
  const sealed = sealSecret(key, person, secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(openSecret(key, person, sealed)).toEqual(secret);
  expect(openSecret(`${key}!`, person, sealed)).toBeNull();
  expect(openSecret(key, randomUUID(), sealed)).toBeNull();
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
  expect(openSecret(key, person, changed)).toBeNull();
  expect(openSecret(key, person, Buffer.alloc(3))).toBeNull();
});

test('ten different recovery codes, which count however they are typed', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  const [code = ''] = codes;
  const hash = recoveryHash(key, person, code);
  expect(recoveryHash(key, person, ` ${code.toUpperCase().replace('-', ' ')} `)).toEqual(hash);
  expect(recoveryHash(key, randomUUID(), code)).not.toEqual(hash);
  expect(recoveryHash(`${key}!`, person, code)).not.toEqual(hash);
});
