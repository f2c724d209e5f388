import { expect, test } from 'vitest';
import { openFlowCookie } from './flow-cookie.ts';

const config = {
  publicUrl: new URL('https://atalaya.test'),
  authSecret: 'a secret of the tests, long enough',
};
const flow = {
  provider: 'google',
  link_to: null,
  redirect: null,
  state: 's',
  nonce: 'n',
  verifier: 'v',
} as const;

const cookie = openFlowCookie<typeof flow>(config, 'provider');

test('what a browser comes back with counts for ten minutes', () => {
  const begun = new Date('2026-03-01T12:00:00Z');
  const later = (seconds: number) => new Date(begun.getTime() + seconds * 1000);
  const header = cookie.set(flow, begun).split(';', 1)[0];
  expect(cookie.read(header, later(599))).toEqual(flow);
  expect(cookie.read(header, later(600))).toBeNull();
  expect(cookie.read(`${header}x`, begun)).toBeNull();
});

test('a flow of one kind is none of another', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const [value] = cookie.set(flow, now).split(';', 1);
  const other = openFlowCookie(config, 'sso');
  expect(other.read(value?.replace('-provider=', '-sso='), now)).toBeNull();
});
