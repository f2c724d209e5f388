import { expect, test } from 'vitest';
import { parseUserAgent } from './user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mobile = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36`,
    'Chrome',
    'Windows',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/156.0 Safari/537.36 Edg/156.0`,
    'Edge',
    'Windows',
    'desktop',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0 Safari/537.36 OPR/120.0`,
    'Opera',
    'Linux',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', 'desktop'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541) ${webkit} Chrome/156.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${mobile} Version/19.0 Safari/605.1.15`,
    'Safari',
    'macOS',
    'desktop',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${mobile} Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iOS',
    'phone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${mobile} CriOS/156.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPadOS',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/156.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-X710) ${webkit} SamsungBrowser/29.0 Chrome/156.0 Safari/537.36`,
    'Samsung Internet',
    'Android',
    'tablet',
  ],
  ['curl/8.9.1', null, null, 'desktop'],
  [null, null, null, 'desktop'],
])('%s', (agent, browser, system, device) => {
  expect(parseUserAgent(agent)).toEqual({ browser, system, device });
});
