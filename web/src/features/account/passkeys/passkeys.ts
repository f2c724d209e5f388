import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import { loadPart } from '../../../platform/load-part.ts';

/** Loaded when the first passkey is used. */
const library = () => loadPart(() => import('@simplewebauthn/browser'));

/** Whether this browser knows passkeys here: they need https, or this very machine. */
export const knowsPasskeys = () => 'PublicKeyCredential' in globalThis;

/** Whether the person has closed the browser's question, or has let it wait too long: no fault of anything. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

async function assertionFor(options: Answer<'startPasskeySignIn'>) {
  const { startAuthentication } = await library();
  const { id, response } = await startAuthentication({ optionsJSON: options });
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? null,
  };
}

/** Signs in with any passkey that the person chooses. */
export async function signInWithPasskey() {
  const body = await assertionFor(await call('startPasskeySignIn', { body: {} }));
  return call('signInWithPasskey', { body });
}

/** Finishes a sign-in with one of the account's passkeys. */
export async function completeWithPasskey(trust_device: boolean) {
  const assertion = await assertionFor(await call('startPasskeySecondFactor', { body: {} }));
  return call('completePasskeySecondFactor', { body: { ...assertion, trust_device } });
}

/** Has the browser ask for a passkey of the own account, which proves to be its owner's. */
export async function ownerPasskey() {
  return assertionFor(await call('startOwnerPasskey', { body: {} }));
}

type NewPasskey = { name: string; proof: CallParts<'startPasskey'>['body'] };

/** Has an authenticator make a passkey, and adds it to the own account. */
export async function addPasskey({ name, proof }: NewPasskey) {
  const options: PublicKeyCredentialCreationOptionsJSON = await call('startPasskey', { body: proof });
  const { startRegistration } = await library();
  const { id, response } = await startRegistration({ optionsJSON: options });
  type Transports = CallParts<'addPasskey'>['body']['transports'];
  return call('addPasskey', {
    body: {
      name,
      credential_id: id,
      client_data: response.clientDataJSON,
      attestation: response.attestationObject,
      // What the browser names beyond the standard's list is refused by the server.
      transports: (response.transports ?? []) as Transports,
    },
  });
}
