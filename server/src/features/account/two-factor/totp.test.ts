import { expect, test } from 'vitest';
import { base32, codeOf, keyUri, matchingStep, stepOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B: the rows of SHA-1, of eight digits.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is that of the standard', (seconds, code) => {
  const step = stepOf(new Date(seconds * 1000));
  expect(codeOf(secret, step, 8)).toBe(code);
  expect(codeOf(secret, step)).toBe(code.slice(2));
});

test('a code counts one step early and one step late, and says of which step it is', () => {
  const at = new Date(1_111_111_111_000);
  const near = [-2, -1, 0, 1, 2].map((by) => matchingStep(secret, codeOf(secret, stepOf(at) + by), at));
  expect(near).toEqual([null, stepOf(at) - 1, stepOf(at), stepOf(at) + 1, null]);
  expect(matchingStep(secret, '12345', at)).toBeNull();
});

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base32 is %j', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});

test('the address for apps names the product and the account', () => {
  expect(keyUri(secret, 'eva@empresa.test')).toBe(
    'otpauth://totp/Atalaya:eva%40empresa.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Atalaya',
  );
});
