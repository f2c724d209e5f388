import type { UseFormReturn } from 'react-hook-form';
import type { CallParts } from '../../platform/api/route-shapes.ts';
import type { SignOn } from './sso.api.ts';

export const KINDS = ['oidc', 'saml'] as const;
export type Kind = (typeof KINDS)[number];
export const FROMS = ['url', 'file', 'hand'] as const;

/** All that the form may be asked for, in whichever way people sign in. */
export type Values = {
  kind: Kind;
  issuer: string;
  client_id: string;
  client_secret: string;
  allows_unasked: boolean;
  provider: {
    from: (typeof FROMS)[number];
    metadata_url: string;
    metadata: string;
    entity_id: string;
    sign_in_url: string;
    logout_url: string;
    certificates: string;
    wants_signed: boolean;
  };
};
export type SignOnForm = UseFormReturn<Values>;

/** What is stored, with `kind` where nothing is. What came as a file can be changed by hand. */
export function valuesOf({ settings }: SignOn, kind: Kind): Values {
  const saml = settings?.kind === 'saml' ? settings : null;
  const oidc = settings?.kind === 'oidc' ? settings : null;
  return {
    kind,
    issuer: oidc?.issuer ?? '',
    client_id: oidc?.client_id ?? '',
    client_secret: '',
    allows_unasked: saml?.allows_unasked ?? false,
    provider: {
      from: saml && saml.metadata_url === null ? 'hand' : 'url',
      metadata_url: saml?.metadata_url ?? '',
      metadata: '',
      entity_id: saml?.entity_id ?? '',
      sign_in_url: saml?.sign_in_url ?? '',
      logout_url: saml?.logout_url ?? '',
      certificates: saml?.certificates.map(({ pem }) => pem).join('') ?? '',
      wants_signed: saml?.wants_signed ?? false,
    },
  };
}

/** The values as they are sent. */
export function bodyOf(values: Values, { settings }: SignOn): CallParts<'saveSignOn'>['body'] {
  const version = settings?.version ?? null;
  const { kind, issuer, client_id, client_secret, allows_unasked, provider } = values;
  if (kind === 'oidc') return { kind, version, issuer, client_id, client_secret: client_secret || null };
  const { from, metadata_url, metadata, logout_url, ...byHand } = provider;
  const told = {
    url: { from: 'url', metadata_url },
    file: { from: 'file', metadata },
    hand: { from: 'hand', logout_url: logout_url.trim() || null, ...byHand },
  } as const;
  return { kind, version, allows_unasked, provider: told[from] };
}
