/** Who people can sign in with beside a password, in the order of the sign-in page. */
export const PROVIDERS = ['facebook', 'apple', 'google', 'microsoft'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Record<Provider, string> = {
  facebook: 'Facebook',
  apple: 'Apple',
  google: 'Google',
  microsoft: 'Microsoft',
};
