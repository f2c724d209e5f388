import { expect, test } from 'vitest';
import { emailHash, identiconUrl } from './identicon.ts';

test('case and blanks around an e-mail make no other picture', async () => {
  const hash = await emailHash(' Ana@Demo.test ');
  expect(hash).toBe(await emailHash('ana@demo.test'));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('without an e-mail the address is that of the blank picture', async () => {
  expect(identiconUrl(await emailHash('  '), 80)).toBe('/avatar/?s=80&d=identicon&r=g');
});
