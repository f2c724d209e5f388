/** What is known of users and groups (RFC 7643), as `Schemas` answers it and as values and filters are read by it. */

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export type Attribute = {
  name: string;
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'writeOnly';
  returned: 'always' | 'default' | 'never';
  uniqueness: 'none' | 'server';
  subAttributes?: Attribute[];
};

type Given = Partial<Omit<Attribute, 'name' | 'description' | 'subAttributes'>>;

const attribute = (name: string, description: string, given: Given = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
});
const complex = (name: string, description: string, subAttributes: Attribute[], given: Given = {}) => ({
  ...attribute(name, description, { type: 'complex', ...given }),
  subAttributes,
});
const many = (name: string, description: string, more: Attribute[] = [], given: Given = {}) =>
  complex(
    name,
    description,
    [
      attribute('value', 'The value'),
      attribute('display', 'What it is called'),
      attribute('type', 'What it is for'),
      attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
      ...more,
    ],
    { multiValued: true, ...given },
  );

const readOnly = { mutability: 'readOnly', returned: 'default' } as const;

/** What every resource has, beside its schema. */
const COMMON: Attribute[] = [
  attribute('id', 'Our identifier', {
    ...readOnly,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'The identifier of the provider', { caseExact: true }),
  complex(
    'meta',
    'What is known of the resource itself',
    [
      attribute('resourceType', 'User or Group', { ...readOnly, caseExact: true }),
      attribute('created', 'When it was made', { ...readOnly, type: 'dateTime' }),
      attribute('lastModified', 'When it was changed last', { ...readOnly, type: 'dateTime' }),
      attribute('location', 'Its address', { ...readOnly, type: 'reference', caseExact: true }),
      attribute('version', 'Its entity tag', { ...readOnly, caseExact: true }),
    ],
    readOnly,
  ),
];

const NAME = complex('name', 'The parts of the name', [
  attribute('formatted', 'The whole name'),
  attribute('familyName', 'The family name'),
  attribute('givenName', 'The given name'),
  attribute('middleName', 'The middle names'),
  attribute('honorificPrefix', 'The title before it'),
  attribute('honorificSuffix', 'The title after it'),
]);

const ADDRESS_PARTS = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'];

const USER_ATTRIBUTES: Attribute[] = [
  attribute('userName', 'The name that the provider knows the person by', {
    required: true,
    uniqueness: 'server',
  }),
  NAME,
  attribute('displayName', 'The name to show'),
  attribute('nickName', 'The casual name'),
  attribute('profileUrl', 'A page about the person', { type: 'reference', caseExact: true }),
  attribute('title', 'The job title'),
  attribute('userType', 'The relation to the organization'),
  attribute('preferredLanguage', 'The preferred language'),
  attribute('locale', 'The default location'),
  attribute('timezone', 'The time zone'),
  attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
  many('emails', 'E-mail addresses'),
  many('phoneNumbers', 'Phone numbers'),
  many('ims', 'Instant messaging addresses'),
  many('photos', 'Photos'),
  many(
    'addresses',
    'Postal addresses',
    ADDRESS_PARTS.map((name) => attribute(name, 'A part of the address')),
  ),
  complex(
    'groups',
    'The groups of the person',
    [
      attribute('value', 'The id of the group', { ...readOnly, caseExact: true }),
      attribute('display', 'The name of the group', readOnly),
      attribute('$ref', 'The address of the group', { ...readOnly, type: 'reference', caseExact: true }),
    ],
    { ...readOnly, multiValued: true },
  ),
  many('entitlements', 'Entitlements'),
  many('roles', 'Roles'),
  many('x509Certificates', 'Certificates'),
];

const ENTERPRISE_ATTRIBUTES: Attribute[] = [
  attribute('employeeNumber', 'The number of the employee'),
  attribute('costCenter', 'The cost center'),
  attribute('organization', 'The organization'),
  attribute('division', 'The division'),
  attribute('department', 'The department'),
  complex('manager', 'The manager', [
    attribute('value', 'The id of the manager', { caseExact: true }),
    attribute('$ref', 'The address of the manager', { type: 'reference', caseExact: true }),
    attribute('displayName', 'The name of the manager'),
  ]),
];

const GROUP_ATTRIBUTES: Attribute[] = [
  attribute('displayName', 'The name of the group', { required: true }),
  complex(
    'members',
    'The members of the group',
    [
      attribute('value', 'The id of the member', { caseExact: true }),
      attribute('display', 'The name of the member'),
      attribute('type', 'User'),
      attribute('$ref', 'The address of the member', { type: 'reference', caseExact: true }),
    ],
    { multiValued: true },
  ),
];

export type ResourceType = 'User' | 'Group';

export const SCHEMAS = [
  { id: USER, name: 'User', description: 'User Account', attributes: USER_ATTRIBUTES },
  { id: GROUP, name: 'Group', description: 'Group', attributes: GROUP_ATTRIBUTES },
  {
    id: ENTERPRISE,
    name: 'EnterpriseUser',
    description: 'Enterprise User',
    attributes: ENTERPRISE_ATTRIBUTES,
  },
];

export const RESOURCE_TYPES = [
  {
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'User Account',
    schema: USER,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
  },
  {
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'Group',
    schema: GROUP,
    schemaExtensions: [],
  },
];

/** The schema of a resource, and the attributes of each schema that it may have, by the URN of that. */
export const CORE: Record<ResourceType, { schema: string; attributes: Attribute[] }> = {
  User: { schema: USER, attributes: [...COMMON, ...USER_ATTRIBUTES] },
  Group: { schema: GROUP, attributes: [...COMMON, ...GROUP_ATTRIBUTES] },
};
export const EXTENSIONS: Record<ResourceType, Record<string, Attribute[]>> = {
  User: { [ENTERPRISE]: ENTERPRISE_ATTRIBUTES },
  Group: {},
};

/** By its name in any case. */
export const named = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** An attribute that a path names, and where it is. */
export type Found = {
  /** null: of the core schema. */
  extension: string | null;
  attribute: Attribute;
  sub: Attribute | null;
};

/**
 * What 'name.familyName' and 'urn:…:User:department' name, in any case; null where there is no such attribute.
 * The path has no filter in it.
 */
export function attributeAt(type: ResourceType, path: string): Found | null {
  const { schema, attributes } = CORE[type];
  const lower = path.toLowerCase();
  const extension = Object.keys(EXTENSIONS[type]).find((urn) => lower.startsWith(`${urn.toLowerCase()}:`));
  const isCore = lower.startsWith(`${schema.toLowerCase()}:`);
  const rest = extension ? path.slice(extension.length + 1) : isCore ? path.slice(schema.length + 1) : path;
  const [name = '', subName, ...more] = rest.split('.');
  const attribute = named(extension ? (EXTENSIONS[type][extension] ?? []) : attributes, name);
  if (!attribute || more.length > 0) return null;
  if (subName === undefined) return { extension: extension ?? null, attribute, sub: null };
  const sub = named(attribute.subAttributes ?? [], subName);
  return sub ? { extension: extension ?? null, attribute, sub } : null;
}
