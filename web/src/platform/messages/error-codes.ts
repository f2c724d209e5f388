import type { ErrorCode } from '@atalaya/contract/errors';
import type { ClientCode } from '../api/api-error.ts';

/** Codes that anybody can meet before signing in: their texts come with the sign-in page, the others later. */
type EarlyPrefix = 'request' | 'server' | 'session' | 'account' | 'network';
type AnyCode = ErrorCode | ClientCode;

export type EarlyCode = Extract<AnyCode, `${EarlyPrefix}.${string}`>;
export type LateCode = Exclude<AnyCode, EarlyCode>;

type PrefixOf<Code> = Code extends `${infer Prefix}.${string}` ? Prefix : never;
type RestOf<Code, Prefix extends string> = Code extends `${Prefix}.${infer Rest}` ? Rest : never;

/** One text for each code, nested by its prefix: a code without a text does not compile. */
export type ErrorTexts<Code extends AnyCode> = {
  readonly [Prefix in PrefixOf<Code>]: { readonly [Rest in RestOf<Code, Prefix>]: string };
};

const EARLY: ReadonlySet<string> = new Set<EarlyPrefix>([
  'request',
  'server',
  'session',
  'account',
  'network',
]);

export function isEarly(code: AnyCode): code is EarlyCode {
  return EARLY.has(code.split('.', 1)[0] ?? '');
}
