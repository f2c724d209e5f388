import type { Config } from '../../../platform/core/config.ts';

export const SCIM_PREFIX = '/scim/v2';

/** What a provider is given as the address of the service. */
export const scimAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>) => new URL(SCIM_PREFIX, publicUrl).href;
