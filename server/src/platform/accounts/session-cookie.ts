import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../core/config.ts';
import { ABSOLUTE_DAYS } from '../core/session-lifetime.ts';

export type SignedCookie = {
  /** The value of Set-Cookie that hands a token to a browser. */
  set(token: string): string;
  /** The value of Set-Cookie that takes the cookie away. */
  clear(): string;
  /** The token in a Cookie header, or null where there is none or its signature is not ours. */
  read(header: string | undefined): string | null;
};

type CookieConfig = Pick<Config, 'publicUrl' | 'authSecret'>;
/** `suffix` tells it from the session's own cookie, in its name and in what is signed. */
type Kind = { suffix: string; seconds: number };

/**
 * The session cookie: no script reads it, no other site sends it. The token is signed with the server's secret
 * (as Better Auth does), so that neither a guess nor a copy of the database opens a session.
 */
export function openSessionCookie(config: CookieConfig): SignedCookie {
  return openSignedCookie(config, { suffix: '', seconds: ABSOLUTE_DAYS * 86_400 });
}

/** A cookie with a signed token, of the same make as the session's. One kind is never taken for another. */
export function openSignedCookie(config: CookieConfig, { suffix, seconds }: Kind): SignedCookie {
  const secure = config.publicUrl.protocol === 'https:';
  const name = `${sessionCookieName(config)}${suffix}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (token: string) =>
    createHmac('sha256', config.authSecret).update(`${token}${suffix}`).digest('base64');
  return {
    set: (token) =>
      `${name}=${encodeURIComponent(`${token}.${sign(token)}`)}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read(header) {
      const value = cookieValue(header, name);
      const dot = value?.lastIndexOf('.') ?? -1;
      if (value === null || dot <= 0) return null;
      const token = value.slice(0, dot);
      const given = Buffer.from(value.slice(dot + 1));
      const right = Buffer.from(sign(token));
      return given.length === right.length && timingSafeEqual(given, right) ? token : null;
    },
  };
}

/** `__Host-` binds the cookie to this host and to https; a browser refuses the prefix over http. */
export function sessionCookieName(config: Pick<Config, 'publicUrl'>): string {
  return config.publicUrl.protocol === 'https:' ? '__Host-atalaya' : 'atalaya';
}

/** A cookie of a Cookie header. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const pair = header?.split(/; */).find((each) => each.startsWith(`${name}=`));
  if (!pair) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return null;
  }
}
