import { localPartOf } from '@atalaya/contract/email-address';
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '@atalaya/contract/limits';
import { email, line } from '@atalaya/contract/shapes';
import { invalidValue } from './scim-error.ts';
import { isObject } from './scim-resource.ts';
import type { Values } from './scim-resource.ts';

/** What a person here takes from what their provider tells. */
export type ToldPerson = {
  email: string;
  first_name: string;
  last_name: string;
  /** undefined: the provider does not tell. */
  phone: string | undefined;
  job_title: string | undefined;
};

const textIn = (of: unknown, name: string): string => {
  const value = isObject(of) ? of[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** @throws ScimError invalidValue where there is no address */
export function personOf(resource: Values): ToldPerson {
  const address = emailOf(resource);
  if (address === null) throw invalidValue('A person needs an e-mail address, in emails or as userName');
  const { first_name, last_name } = namesOf(resource, address);
  const phone = valuesIn(resource, 'phoneNumbers')[0];
  const title = resource['title'];
  return {
    email: address,
    first_name,
    last_name,
    phone: phone === undefined ? undefined : lineOf('phoneNumbers', phone, PHONE_MAX),
    job_title: typeof title === 'string' ? lineOf('title', title, NAME_MAX) : undefined,
  };
}

/** The preferred address, then the one of work, then any, then the userName; the first that is an address. */
export function emailOf(resource: Values): string | null {
  const candidates = [...valuesIn(resource, 'emails'), textIn(resource, 'userName')];
  for (const one of candidates) {
    const read = email.safeParse(one.slice(0, EMAIL_MAX + 1));
    if (read.success) return read.data;
  }
  return null;
}

/** The values of an attribute that has several: the preferred one first, then that of work. */
function valuesIn(resource: Values, name: string): string[] {
  const all = (Array.isArray(resource[name]) ? resource[name] : []) as Values[];
  const rank = (one: Values) =>
    one['primary'] === true ? 0 : String(one['type']).toLowerCase() === 'work' ? 1 : 2;
  return all
    .toSorted((one, other) => rank(one) - rank(other))
    .map((one) => textIn(one, 'value'))
    .filter((value) => value !== '');
}

/** The first name, which our people must have: where the provider sends none, what else names the person. */
function namesOf(resource: Values, address: string): { first_name: string; last_name: string } {
  const { name } = resource;
  const given = lineOf('name.givenName', textIn(name, 'givenName'), NAME_MAX);
  const family = lineOf('name.familyName', textIn(name, 'familyName'), NAME_MAX);
  if (given) return { first_name: given, last_name: family };
  const whole = lineOf('displayName', textIn(resource, 'displayName') || textIn(name, 'formatted'), NAME_MAX);
  if (family) return { first_name: family, last_name: '' };
  return { first_name: whole || localPartOf(address).slice(0, NAME_MAX), last_name: '' };
}

/** @throws ScimError invalidValue */
function lineOf(where: string, value: string, max: number): string {
  const read = line(max).safeParse(value);
  if (!read.success) throw invalidValue(`${where} is no line of at most ${max} characters`);
  return read.data;
}
