import type { ssoRoutes } from '@atalaya/contract/sso';
import type { z } from 'zod';
import { AppError } from '../../../platform/core/errors.ts';
import { RefusedAddress } from '../../../platform/core/guarded-fetch.ts';
import type { GuardedFetch } from '../../../platform/core/guarded-fetch.ts';
import type { SamlValues, SignOnRow } from '../sso.queries.ts';
import { readCertificate } from './saml-certificate.ts';
import type { Certificate } from './saml-certificate.ts';
import { MOST_CERTIFICATES, readProviderMetadata, safeAddress } from './saml-metadata.ts';
import type { SamlProvider } from './saml-metadata.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { decodeUtf8 } from './saml-xml.ts';

type Given = Extract<z.output<(typeof ssoRoutes)['saveSignOn']['body']>, { kind: 'saml' }>;

/** What an admin gives, as it is stored. @throws sso.unreachable, sso.address_refused, sso.metadata_refused */
export async function samlValuesOf(fetch: GuardedFetch, given: Given, now: Date): Promise<SamlValues> {
  const { provider: told, allows_unasked } = given;
  const provider = await providerOf(fetch, told, now);
  const metadata_url = told.from === 'url' ? told.metadata_url : null;
  return { kind: 'saml', metadata_url, allows_unasked, ...storedOf(provider) };
}

/** The provider of a connection that speaks SAML. @throws object.not_found where it speaks another way */
export function samlProviderOf(row: SignOnRow) {
  const { entity_id, sign_in_url, logout_url, certificates, wants_signed } = row;
  if (entity_id === null || sign_in_url === null || certificates === null || wants_signed === null)
    throw new AppError('object.not_found');
  return { entity_id, sign_in_url, logout_url, certificates, wants_signed };
}

/** What is stored of a provider. */
export function storedOf({ certificates, ...said }: SamlProvider) {
  const ends = certificates.map(({ not_after }) => not_after.getTime());
  return {
    ...said,
    certificates: certificates.map(({ der }) => der),
    certificates_end: new Date(Math.max(...ends)),
  };
}

function providerOf(fetch: GuardedFetch, told: Given['provider'], now: Date) {
  if (told.from === 'url')
    return at('metadata_url', async () => fetchProvider(fetch, told.metadata_url, now));
  if (told.from === 'file')
    return at('metadata', () => usable(readProviderMetadata(told.metadata, now), now));
  return byHand(told, now);
}

async function byHand(told: Extract<Given['provider'], { from: 'hand' }>, now: Date): Promise<SamlProvider> {
  const { entity_id, logout_url } = told;
  return {
    entity_id,
    sign_in_url: await at('sign_in_url', () => safeAddress(told.sign_in_url)),
    logout_url: logout_url === null ? null : await at('logout_url', () => safeAddress(logout_url)),
    certificates: await at('certificates', () => {
      const certificates = certificatesIn(told.certificates);
      assertUsable(certificates, now);
      return certificates;
    }),
    wants_signed: told.wants_signed,
  };
}

/** One as metadata have it, or one or several of PEM files. */
function certificatesIn(text: string): Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [text];
  const known = new Map(blocks.map(readCertificate).map((each) => [each.fingerprint, each]));
  if (known.size > MOST_CERTIFICATES) throw new SamlRefusal('certificate_invalid', 'too many');
  return [...known.values()];
}

function assertUsable(certificates: Certificate[], now: Date): void {
  if (certificates.every(({ not_after }) => not_after <= now)) throw new SamlRefusal('certificate_expired');
}

function usable(provider: SamlProvider, now: Date): SamlProvider {
  assertUsable(provider.certificates, now);
  return provider;
}

/** Reads metadata at the address of a provider. @throws SamlRefusal */
export async function fetchProvider(fetch: GuardedFetch, url: string, now: Date): Promise<SamlProvider> {
  const text = await fetch(url).then(
    async (answer) => {
      if (!answer.ok) throw new SamlRefusal('unreachable', String(answer.status));
      return decodeUtf8(new Uint8Array(await answer.arrayBuffer()));
    },
    (error: unknown) => {
      throw new SamlRefusal(error instanceof RefusedAddress ? 'address_refused' : 'unreachable');
    },
  );
  return usable(readProviderMetadata(text, now), now);
}

/** Says at which field of the request something was refused. */
async function at<T>(field: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error;
    const { problem } = error;
    const details = { fault: error.message };
    if (problem === 'unreachable') throw new AppError('sso.unreachable', { details });
    if (problem === 'address_refused') throw new AppError('sso.address_refused', { details });
    throw new AppError('sso.metadata_refused', {
      details,
      params: { problem },
      fields: [{ field: `body.provider.${field}`, code: 'invalid' }],
    });
  }
}
