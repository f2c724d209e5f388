import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { challenge: string };
type Signing = { origin?: string; counter?: number; verified?: boolean; userHandle?: string | null };

const url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator in software (WebAuthn, section 6): one ES256 credential, which signs all that a test asks for. */
export function makeAuthenticator(rpId = 'localhost', defaultOrigin = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const clientData = (type: string, challenge: string, origin = defaultOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  return {
    /** What the browser sends after it has made a credential. */
    register({ challenge }: Options, { origin, verified = true }: Signing = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const flags = PRESENT | (verified ? VERIFIED : 0) | ATTESTED;
      const authData = Buffer.concat([head(flags, 0), Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        credential_id: url(id),
        client_data: url(clientData('webauthn.create', challenge, origin)),
        attestation: url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      };
    },
    /** What the browser sends after it was asked to sign. */
    assert({ challenge }: Options, signing: Signing = {}) {
      const { origin, counter = 1, verified = true, userHandle = null } = signing;
      const data = clientData('webauthn.get', challenge, origin);
      const authenticatorData = head(PRESENT | (verified ? VERIFIED : 0), counter);
      return {
        credential_id: url(id),
        client_data: url(data),
        authenticator_data: url(authenticatorData),
        signature: url(sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)),
        user_handle: userHandle,
      };
    },
  };
}
