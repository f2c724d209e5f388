import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { SignedIn } from '../core/actor.ts';
import { newToken } from '../core/token.ts';

/** A request that the server makes of itself, as whom and as a part of which other one. */
export type InnerCall = { signedIn: SignedIn; request_id: string };

/** Of those that are under way, by a secret that each has for itself. */
const underWay = new Map<string, InnerCall>();
const HEADER = 'x-atalaya-inner';

/**
 * Asks a route of this very application, so that what a caller may, and what is checked, limited and audited, is said in
 * one place. The route takes who asks from here: no credential travels.
 */
export async function callInside(
  app: FastifyInstance,
  call: InnerCall,
  { headers, ...request }: InjectOptions,
): Promise<LightMyRequestResponse> {
  const secret = newToken();
  underWay.set(secret, call);
  try {
    return await app.inject({ ...request, headers: { ...headers, [HEADER]: secret } });
  } finally {
    underWay.delete(secret);
  }
}

/** The inner call that a request is; null: it came from outside. */
export function innerCallOf(headers: Record<string, unknown>): InnerCall | null {
  const secret = headers[HEADER];
  return typeof secret === 'string' ? (underWay.get(secret) ?? null) : null;
}
