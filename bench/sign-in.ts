import type { Target } from './load.ts';
import type { Running } from './processes.ts';

export const PASSWORD = 'a long password of the bench';
export const JSON_TYPE = { 'content-type': 'application/json' };

/** Signs in at our server as a person whom the bench made. */
export async function signIn(server: Running, email: string): Promise<Target> {
  const headers = { ...JSON_TYPE, origin: server.url };
  const body = JSON.stringify({ email, password: PASSWORD });
  const answer = await fetch(`${server.url}/api/session`, { method: 'POST', headers, body });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (!answer.ok || !cookie) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`);
  return { url: server.url, headers: { ...headers, cookie } };
}
