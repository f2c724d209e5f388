import { useEffect, useState } from 'react';
import { hexOf } from '../platform/random-id.ts';

const hashes = new Map<string, Promise<string>>();

/** SHA-256 in hex of the trimmed, lower-cased e-mail; '' (the blank picture) where there is no e-mail. */
export function emailHash(email: string): Promise<string> {
  const plain = email.trim().toLowerCase();
  // Without a secure context (plain http on a foreign host) the browser hashes nothing: the blank picture.
  if (plain === '' || !globalThis.crypto?.subtle) return Promise.resolve('');
  const known = hashes.get(plain);
  if (known) return known;
  const made = crypto.subtle
    .digest('SHA-256', new TextEncoder().encode(plain))
    .then((bytes) => hexOf(new Uint8Array(bytes)));
  hashes.set(plain, made);
  return made;
}

/** The address of the picture that is drawn from an e-mail. */
export function identiconUrl(hash: string, size: number): string {
  return `/avatar/${hash}?s=${size}&d=identicon&r=g`;
}

/** The same, for a component; undefined for the moment that hashing takes. */
export function useIdenticon(email: string, size: number): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let wanted = true;
    void emailHash(email).then((hash) => wanted && setUrl(identiconUrl(hash, size)));
    return () => {
      wanted = false;
    };
  }, [email, size]);
  return url;
}
