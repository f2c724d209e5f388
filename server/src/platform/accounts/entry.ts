import type { Session } from '@atalaya/contract/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin, SignedIn } from '../actor.ts';
import { originOf } from '../define-route.ts';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { readSession } from '../session.ts';

/** A session that has just been opened; the token is for the cookie alone. */
export type Started = SignedIn & { token: string };
/** A sign-in that waits for a second factor; the token is for its cookie alone. */
export type Challenged = { challenge: string };
/**
 * Where a sign-in comes from: who the browser was until now, the token by which it may be trusted, and the secret with
 * which it has registered.
 */
export type Browser = { previous: SignedIn | null; device: string | null; registration: string | null };
/** A sign-in that waits: the token of its challenge, where it comes from, and whether to trust that browser. */
export type Waiting = { token: string | null; origin: Origin; browser: Browser; trust_device: boolean };
/** `device`: the token of a browser that is trusted from now on, for its cookie alone. */
export type Finished = Started & { device: string | null };

/** What the browser of a request brings along that a sign-in looks at. */
export function browserOf({ accounts }: Platform, request: FastifyRequest): Browser {
  return {
    previous: request.signedIn,
    device: accounts.deviceCookie.read(request.headers.cookie),
    registration: accounts.registrationCookie.read(request.headers.cookie),
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

/** The value of Set-Cookie that hands a sign-in's token to the browser: of a session, or of a challenge. */
export function entryCookie({ accounts }: Platform, entered: Started | Challenged): string {
  return 'token' in entered
    ? accounts.sessionCookie(entered.token)
    : accounts.challengeCookie.set(entered.challenge);
}

/** Answers a sign-in; of one that waits nothing is told but its cookie. */
export function answerEntry(
  platform: Platform,
  reply: FastifyReply,
  entered: Started | Challenged,
): { session: Session | null } {
  reply.header('set-cookie', entryCookie(platform, entered));
  return { session: 'token' in entered ? entered.session : null };
}

/** Signs the browser in, trusts it where that was asked for, and takes the used challenge away. */
export function answerFinished(
  { accounts }: Platform,
  reply: FastifyReply,
  { token, session, device }: Finished,
): { session: Session } {
  reply.header('set-cookie', accounts.sessionCookie(token));
  reply.header('set-cookie', accounts.challengeCookie.clear());
  if (device) reply.header('set-cookie', accounts.deviceCookie.set(device));
  return { session };
}

/** The session of a request as it stands after a change of the own factors. */
export async function sessionNow(platform: Platform, request: FastifyRequest): Promise<Session> {
  const signedIn = await readSession(platform, request.headers.cookie);
  if (!signedIn) throw new AppError('session.required');
  return signedIn.session;
}
