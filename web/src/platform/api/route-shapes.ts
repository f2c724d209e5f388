import type { Api, RouteName } from '@atalaya/contract/api';
import type { z } from 'zod';

/** Undefined is left out of what is sent, so every optional field takes it; free text also takes a number. */
type Loose<T> = { [Key in keyof T]: string extends NonNullable<T[Key]> ? T[Key] | number : T[Key] };

type Part<Name extends RouteName, Key extends 'params' | 'query' | 'body'> = Api[Name] extends {
  [K in Key]: infer Shape extends z.ZodType;
}
  ? z.input<Shape>
  : never;

type Present<T> = { [Key in keyof T as [T[Key]] extends [never] ? never : Key]: T[Key] };
type AllOptional<T> = Partial<T> extends T ? true : false;

type Parts<Name extends RouteName> = Present<{
  params: Part<Name, 'params'>;
  body: Part<Name, 'body'>;
  query: Loose<Part<Name, 'query'>>;
}>;

/** A query whose fields are all optional may be left out as a whole. */
type Relaxed<T> = T extends { query: infer Query }
  ? AllOptional<Query> extends true
    ? Omit<T, 'query'> & { query?: Query }
    : T
  : T;

export type CallParts<Name extends RouteName> = Relaxed<Parts<Name>>;

/** The arguments after the route's name: left out where the route asks for nothing. */
export type CallArguments<Name extends RouteName> =
  AllOptional<CallParts<Name>> extends true
    ? [parts?: CallParts<Name> & { signal?: AbortSignal | undefined }]
    : [parts: CallParts<Name> & { signal?: AbortSignal | undefined }];

/** What a route answers: undefined where it answers 204. */
export type Answer<Name extends RouteName> = Api[Name] extends { response: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : undefined;

/** The routes that take a file. */
export type UploadName = {
  [Name in RouteName]: Api[Name] extends { file: string } ? Name : never;
}[RouteName];
