import type { passkeyRoutes } from '@atalaya/contract/passkeys';
import type { z } from 'zod';
import type { Config } from '../../../platform/core/config.ts';
import type { Credential } from './passkeys.queries.ts';
import { TIMEOUT_MS, relyingParty } from './webauthn.ts';

type RequestOptions = z.input<typeof passkeyRoutes.startPasskeySignIn.response>;
type Descriptor = RequestOptions['allowCredentials'][number];

/** Passkeys as the browser names them to authenticators. */
export const descriptorsOf = (credentials: Credential[]): Descriptor[] =>
  credentials.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key',
    // Stored as the contract's own list of them.
    transports: transports as Descriptor['transports'],
  }));

/** What the browser asks of an authenticator: any of ours that knows its person, or one of these. */
export function requestOptions(
  config: Pick<Config, 'publicUrl'>,
  challenge: string,
  credentials: Credential[] | null,
): RequestOptions {
  return {
    challenge,
    rpId: relyingParty(config),
    timeout: TIMEOUT_MS,
    allowCredentials: descriptorsOf(credentials ?? []),
    userVerification: credentials ? 'preferred' : 'required',
  };
}
