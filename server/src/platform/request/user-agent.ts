import type { OpenSession } from '@atalaya/contract/sessions';

export type Device = Pick<OpenSession, 'browser' | 'system' | 'device'>;

/** By the first that matches: most browsers also name those that they descend from. */
const BROWSERS: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];
const SYSTEMS: [name: string, mark: RegExp][] = [
  ['iOS', /\b(iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** What a user agent says of itself: 'Chrome' on 'Windows'. A hint for people, never proof of anything. */
export function parseUserAgent(user_agent: string | null): Device {
  const agent = user_agent ?? '';
  const nameOf = (table: typeof BROWSERS) => table.find(([, mark]) => mark.test(agent))?.[0] ?? null;
  return { browser: nameOf(BROWSERS), system: nameOf(SYSTEMS), device: deviceOf(agent) };
}

function deviceOf(agent: string): Device['device'] {
  if (/\b(iPhone|iPod)\b|\bMobile\b/.test(agent) && !/\biPad\b/.test(agent)) return 'phone';
  return /\b(iPad|Android|Tablet)\b/.test(agent) ? 'tablet' : 'desktop';
}
