import type { Session } from '@atalaya/contract/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../core/actor.ts';
import type { Origin, SignedIn } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { isLocal } from '../core/loopback.ts';
import type { Platform } from '../process/platform.ts';
import { readSession } from './session.ts';

/**
 * A session that has just been opened, and the mark of a browser in which the account was entered; the tokens are for
 * their cookies alone. `browser` null: the account has no password to guess at.
 */
export type Started = SignedIn & { token: string; browser: string | null };
/** A sign-in that waits for a second factor; the token is for its cookie alone. */
export type Challenged = { challenge: string };
/**
 * Where a sign-in comes from: who the browser was until now, the token by which it may be trusted, the one that says
 * what was entered in it before, the secret with which it has registered, and whether it is on this machine.
 */
export type Browser = {
  previous: SignedIn | null;
  device: string | null;
  known: string | null;
  registration: string | null;
  is_local: boolean;
};
/** A sign-in that waits: the token of its challenge, where it comes from, and whether to trust that browser. */
export type Waiting = { token: string | null; origin: Origin; browser: Browser; trust_device: boolean };
/** `device`: the token of a browser that is trusted from now on, for its cookie alone. */
export type Finished = Started & { device: string | null };

/** What the browser of a request brings along that a sign-in looks at. */
export function browserOf({ accounts }: Platform, request: FastifyRequest): Browser {
  return {
    previous: request.signedIn,
    device: accounts.deviceCookie.read(request.headers.cookie),
    known: accounts.browserCookie.read(request.headers.cookie),
    registration: accounts.registrationCookie.read(request.headers.cookie),
    is_local: isLocal(request),
  };
}

/** The sign-in that waits in the browser of a request. */
export function waitingOf(
  platform: Platform,
  request: FastifyRequest,
  { trust_device }: { trust_device: boolean },
): Waiting {
  const token = platform.accounts.challengeCookie.read(request.headers.cookie);
  return { token, origin: originOf(request), browser: browserOf(platform, request), trust_device };
}

/** The values of Set-Cookie that hand a sign-in's tokens to the browser: of a session, or of a challenge. */
export function entryCookies(
  { accounts }: Platform,
  entered: Pick<Started, 'token' | 'browser'> | Challenged,
): string[] {
  if ('challenge' in entered) return [accounts.challengeCookie.set(entered.challenge)];
  const { token, browser } = entered;
  return [accounts.sessionCookie(token), ...(browser === null ? [] : [accounts.browserCookie.set(browser)])];
}

/** Answers a sign-in; of one that waits nothing is told but its cookie. */
export function answerEntry(
  platform: Platform,
  reply: FastifyReply,
  entered: Started | Challenged,
): { session: Session | null } {
  reply.header('set-cookie', entryCookies(platform, entered));
  return { session: 'token' in entered ? { ...entered.session, live_after: platform.live.now() } : null };
}

/** Signs the browser in, trusts it where that was asked for, and takes the used challenge away. */
export function answerFinished(
  platform: Platform,
  reply: FastifyReply,
  { session, device, ...entered }: Finished,
): { session: Session } {
  const { accounts } = platform;
  reply.header('set-cookie', entryCookies(platform, entered));
  reply.header('set-cookie', accounts.challengeCookie.clear());
  if (device) reply.header('set-cookie', accounts.deviceCookie.set(device));
  return { session };
}

/** The session of a request, read again after its person has changed their own factors. */
export async function sessionNow(platform: Platform, request: FastifyRequest): Promise<Session> {
  const signedIn = await readSession(platform, request.headers.cookie);
  if (!signedIn) throw new AppError('session.required');
  return signedIn.session;
}
