import type { Route } from '@atalaya/contract/route';
import type { ErrorCode } from '@atalaya/contract/errors';
import type { SignedIn } from '../core/actor.ts';

// What the platform keeps on a request, its answer and the application.
declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session gate; null before it ran, and where no user is signed in. */
    signedIn: SignedIn | null;
    /** The client's address, kept for the log: the connection forgets it when it ends. */
    address: string;
    /** The code that the request was refused with, for its line in the log. */
    refusal: { code: ErrorCode; details?: unknown } | null;
  }
  interface FastifyInstance {
    /** Whether every answer is checked against the contract before it is written (in tests). */
    checkAnswers: boolean;
    /** The process is about to end: it still serves, but is not ready for more. */
    draining: boolean;
    /** Milliseconds that a client may be silent in the middle of a body that others wait for. */
    silence: number;
    /** Every route, as it was registered; `contract` is missing on the few that are no part of it. */
    registered: { method: string; url: string; pattern: RegExp; contract: Route | undefined }[];
  }
  interface FastifyContextConfig {
    /** Another site may post here (S8): the route changes nothing, and leads to a GET that asks for its own proof. */
    foreignForm?: boolean;
    /** A program of another company calls it, with a secret of its own: no session is looked at. */
    ownSecret?: boolean;
    /** The contract's declaration of this route; absent on the few that are no part of it. */
    contract?: Route;
  }
}
