import type { ErrorCode } from '@atalaya/contract/errors';
import type { ClientCode } from '../api/api-error.ts';

type AnyCode = ErrorCode | ClientCode;
type PrefixOf<Code> = Code extends `${infer Prefix}.${string}` ? Prefix : never;
type RestOf<Code, Prefix extends string> = Code extends `${Prefix}.${infer Rest}` ? Rest : never;

/** One text for each code, nested by its prefix: a code without a text does not compile. */
export type ErrorTexts = {
  readonly [Prefix in PrefixOf<AnyCode>]: { readonly [Rest in RestOf<AnyCode, Prefix>]: string };
};
