import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieValue } from '../accounts/session-cookie.ts';
import type { Config } from '../core/config.ts';

/** Minutes that signing in elsewhere may take. */
const MINUTES = 10;

/**
 * Keeps a flow in the browser that began it, which went to sign in elsewhere: no script reads it, and it is signed, so
 * that neither another browser nor another site can bring an answer that was not asked for. Lax is enough: one comes
 * back by a GET. Each kind has a cookie of its own.
 */
export function openFlowCookie<Flow extends object>(
  config: Pick<Config, 'publicUrl' | 'authSecret'>,
  kind: 'provider' | 'sso',
) {
  const secure = config.publicUrl.protocol === 'https:';
  const name = secure ? `__Host-atalaya-${kind}` : `atalaya-${kind}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (text: string) =>
    createHmac('sha256', config.authSecret).update(`${kind} flow ${text}`).digest('base64url');
  return {
    /** `now` is the database's, here and there: the two may be answered by different processes. */
    set(flow: Flow, now: Date): string {
      const stored = { ...flow, until: now.getTime() + MINUTES * 60_000 };
      const text = Buffer.from(JSON.stringify(stored)).toString('base64url');
      return `${name}=${text}.${sign(text)}; Max-Age=${MINUTES * 60}; ${attributes}`;
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read(header: string | undefined, now: Date): Flow | null {
      const [text = '', signature = ''] = cookieValue(header, name)?.split('.') ?? [];
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const { until, ...flow } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Flow & {
        until: number;
      };
      return until > now.getTime() ? (flow as unknown as Flow) : null;
    },
  };
}
