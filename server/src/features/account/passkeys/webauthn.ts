import type { Config } from '../../../platform/core/config.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { CHALLENGE_MINUTES } from '../../../platform/core/session-lifetime.ts';
import type { Credential } from './passkeys.queries.ts';

/** Loaded when the first passkey is used: no part of the start. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256: between them every authenticator in use. */
export const ALGORITHMS = [-8, -7, -257];
export const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

export type Attestation = {
  credential_id: string;
  client_data: string;
  attestation: string;
  transports: string[];
};
export type Assertion = {
  credential_id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle: string | null;
};

/** Passkeys belong to the host of PUBLIC_URL and work on its pages alone. */
export const relyingParty = (config: Pick<Config, 'publicUrl'>) => config.publicUrl.hostname;

/** What was signed, as the client says: it still has to be one of ours. @throws passkey.refused */
export function challengeOf(client_data: string): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(client_data, 'base64url').toString('utf8'));
    if (typeof said === 'object' && said && 'challenge' in said && typeof said.challenge === 'string')
      return said.challenge;
  } catch {
    // What cannot be read is refused as what was not signed.
  }
  throw new AppError('passkey.refused');
}

/** The credential that an authenticator has made. @throws passkey.refused */
export async function verifyAttestation(
  config: Pick<Config, 'publicUrl'>,
  given: Attestation,
  challenge: string,
): Promise<{ credential_id: string; public_key: Buffer; counter: number }> {
  const { verifyRegistrationResponse } = await library();
  const result = await orRefuse(() =>
    verifyRegistrationResponse({
      response: {
        ...publicKey(given.credential_id),
        response: { clientDataJSON: given.client_data, attestationObject: given.attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: config.publicUrl.origin,
      expectedRPID: relyingParty(config),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!result.verified) throw new AppError('passkey.refused');
  const { id, publicKey: key, counter } = result.registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(key), counter };
}

/**
 * Checks a signature, and that the authenticator has not signed less often than it said before, as a copy of it
 * would. @returns how often it has @throws passkey.refused
 */
export async function verifyAssertion(
  config: Pick<Config, 'publicUrl'>,
  given: Assertion,
  challenge: string,
  credential: Credential,
  { verifiesPerson }: { verifiesPerson: boolean },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const result = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: {
        ...publicKey(given.credential_id),
        response: {
          clientDataJSON: given.client_data,
          authenticatorData: given.authenticator_data,
          signature: given.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: config.publicUrl.origin,
      expectedRPID: relyingParty(config),
      credential: {
        id: credential.credential_id,
        publicKey: new Uint8Array(credential.public_key),
        counter: credential.counter,
      },
      requireUserVerification: verifiesPerson,
    }),
  );
  if (!result.verified) throw new AppError('passkey.refused');
  return result.authenticationInfo.newCounter;
}

const publicKey = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
});

/** The library throws at an answer that is malformed, foreign or not verified, or whose counter has gone back. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw new AppError('passkey.refused', { details: { reason: String(error) } });
  }
}
