import type { Config } from '../../../platform/core/config.ts';
import type { SamlOwn } from './saml-metadata.ts';

/** Where our metadata are: by the custom of SAML this address is our entity id too. */
export const metadataPath = (connection_id: string) => `/api/sso/${connection_id}/saml`;
export const acsPath = (connection_id: string) => `${metadataPath(connection_id)}/acs`;
export const samlLogoutPath = (connection_id: string) => `${metadataPath(connection_id)}/logout`;
/** The certificate alone, for providers that read no metadata. */
export const CERTIFICATE_PATH = '/api/sso/saml/certificate';
/** Where the browser fetches what came of an answer. */
export const RETURN_PATH = '/api/sso/saml/return';

/** What we are to the provider of a connection. */
export function ownOf({ publicUrl }: Pick<Config, 'publicUrl'>, connection_id: string): SamlOwn {
  const at = (path: (id: string) => string) => new URL(path(connection_id), publicUrl).href;
  return { entity_id: at(metadataPath), acs_url: at(acsPath), logout_url: at(samlLogoutPath) };
}
