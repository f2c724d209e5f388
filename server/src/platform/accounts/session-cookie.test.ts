import { expect, test } from 'vitest';
import { openSessionCookie } from './session-cookie.ts';

const authSecret = 'a secret of the tests, long enough';
const https = openSessionCookie({ publicUrl: new URL('https://atalaya.test'), authSecret });
const http = openSessionCookie({ publicUrl: new URL('http://localhost:3000'), authSecret });
const header = (setCookie: string) => setCookie.split(';', 1)[0]!;

// S1
test('over https the cookie is bound to this host, and no script or other site gets it', () => {
  const [pair, ...attributes] = https.set('abc').split('; ');
  expect(pair).toMatch(/^__Host-atalaya=abc\.[\w%]+$/);
  expect(attributes).toEqual(['Max-Age=604800', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  expect(https.clear()).toBe('__Host-atalaya=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
});

test('over http, which knows no prefix, it still is for the server alone', () => {
  expect(http.set('abc')).toMatch(/^atalaya=abc\..+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('the token is read back from among other cookies', () => {
  expect(https.read(`theme=dark; ${header(https.set('a.b_c-d'))}; x=1`)).toBe('a.b_c-d');
});

const other = openSessionCookie({
  publicUrl: new URL('https://atalaya.test'),
  authSecret: 'another secret altogether!',
});
test.each([
  ['none', undefined],
  ['an empty one', '__Host-atalaya='],
  ['a token without signature', '__Host-atalaya=abc'],
  ['an empty signature', '__Host-atalaya=abc.'],
  ['only a signature', `__Host-atalaya=.${header(https.set('')).split('.')[1]}`],
  ['the signature of another token', `__Host-atalaya=abd.${header(https.set('abc')).split('.')[1]}`],
  ['the signature of another secret', header(other.set('abc'))],
  ['the name that http uses', header(http.set('abc'))],
  ['what is no encoding', '__Host-atalaya=%E0%A4%A'],
])('%s opens nothing', (_what, cookie) => {
  expect(https.read(cookie)).toBeNull();
});
