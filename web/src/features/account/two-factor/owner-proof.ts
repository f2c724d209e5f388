import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { isGivenUp, knowsPasskeys, ownerPasskey } from '../passkeys/passkeys.ts';
import { twoFactorTexts } from './two-factor.es.ts';

/** One's own second factors: what is asked for before a change of how the account is entered. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['own-factors', 'app'],
  queryFn: ({ signal }) => call('readTwoFactor', { signal }),
});

/** What a form that asks for the owner keeps of it; `by` null: what the account has suggests. */
export type OwnerProof = { password: string; code: string; by: 'code' | 'passkey' | null };
export const NO_PROOF: OwnerProof = { password: '', code: '', by: null };

/** The fields that refusals belong to. */
export const PROOF_FIELDS = {
  'account.wrong_password': 'password',
  'two_factor.wrong_code': 'code',
  'two_factor.code_needed': 'code',
} as const;

type Asked = { password: boolean; code: boolean; passkey: boolean; by: 'code' | 'passkey' };

/** What is asked for. Until it is known, the password, which most accounts have. */
export function askedOf(factors: Answer<'readTwoFactor'> | undefined, by: OwnerProof['by']): Asked {
  if (!factors) return { password: true, code: false, passkey: false, by: 'code' };
  const { has_password, app_since, passkeys } = factors;
  const passkey = passkeys > 0 && knowsPasskeys();
  const suggested = passkey && app_since === null ? 'passkey' : 'code';
  return {
    password: has_password,
    code: app_since !== null || passkeys > 0,
    passkey,
    by: passkey ? (by ?? suggested) : 'code',
  };
}

type SentProof = Pick<CallParts<'restoreApiKey'>['body'], 'password' | 'code' | 'passkey'>;

/**
 * Makes of what a form holds what is sent: with a passkey the browser asks for it now. `onError` takes it where the
 * person has closed that question.
 */
export function useOwnerProof() {
  const t = useTexts(twoFactorTexts);
  const { data } = useQuery(ownFactorsQuery);
  const prove = async ({ password, code, by }: OwnerProof): Promise<SentProof> => {
    const asked = askedOf(data, by);
    return {
      ...(password === '' ? {} : { password }),
      ...(asked.code && asked.by === 'passkey'
        ? { passkey: await ownerPasskey() }
        : code.trim() === ''
          ? {}
          : { code }),
    };
  };
  const onError = (error: unknown) => {
    if (!isGivenUp(error)) return false;
    notify.info(t('proof.givenUp'));
    return true;
  };
  return { prove, onError };
}
