import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Provider } from '@atalaya/contract/provider-names';
import { cookieValue } from '../accounts/session-cookie.ts';
import type { Config } from '../core/config.ts';

/** What a browser that went to a provider must come back with. */
export type Flow = {
  provider: Provider;
  /** Whose account the provider's is to be linked to; null: somebody signs in. */
  link_to: string | null;
  redirect: string | null;
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
};

/** Minutes that signing in at the provider may take. */
const MINUTES = 10;
type Stored = Flow & { until: number };

/**
 * Keeps a flow in the browser that began it: no script reads it, and it is signed, so that neither another browser nor
 * another site can bring an answer of the provider that was not asked for. Lax is enough: one comes back by a GET.
 */
export function openFlowCookie(config: Pick<Config, 'publicUrl' | 'authSecret'>) {
  const secure = config.publicUrl.protocol === 'https:';
  const name = secure ? '__Host-atalaya-provider' : 'atalaya-provider';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (text: string) =>
    createHmac('sha256', config.authSecret).update(`provider flow ${text}`).digest('base64url');
  return {
    /** `now` is the database's, here and there: the two may be answered by different processes. */
    set(flow: Flow, now: Date): string {
      const stored: Stored = { ...flow, until: now.getTime() + MINUTES * 60_000 };
      const text = Buffer.from(JSON.stringify(stored)).toString('base64url');
      return `${name}=${text}.${sign(text)}; Max-Age=${MINUTES * 60}; ${attributes}`;
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read(header: string | undefined, now: Date): Flow | null {
      const [text = '', signature = ''] = cookieValue(header, name)?.split('.') ?? [];
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const { until, ...flow } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Stored;
      return until > now.getTime() ? flow : null;
    },
  };
}
