type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Every operation of SCIM that is answered, below `/scim/v2`, and what it does. What resources hold is not said here but by
 * `/Schemas`, in the form that providers read.
 */
export const SCIM_OPERATIONS: readonly [Method, path: string, name: string, summary: string][] = [
  ['get', '/ServiceProviderConfig', 'scimConfiguration', 'What of SCIM 2.0 is supported'],
  ['get', '/ResourceTypes', 'scimResourceTypes', 'The kinds of resources'],
  ['get', '/ResourceTypes/{id}', 'scimResourceType', 'A kind of resources'],
  ['get', '/Schemas', 'scimSchemas', 'What resources hold'],
  ['get', '/Schemas/{id}', 'scimSchema', 'What resources of a kind hold'],
  ['get', '/Users', 'scimListUsers', 'People: filter, sortBy, sortOrder, startIndex, count, attributes'],
  ['post', '/Users', 'scimCreateUser', 'Tell of a person who comes'],
  ['post', '/Users/.search', 'scimSearchUsers', 'The list of people, asked for in a body'],
  ['get', '/Users/{id}', 'scimReadUser', 'A person'],
  ['put', '/Users/{id}', 'scimReplaceUser', 'Replace what is told of a person'],
  [
    'patch',
    '/Users/{id}',
    'scimChangeUser',
    'Change a person; `active: false` offboards them with a receipt',
  ],
  ['delete', '/Users/{id}', 'scimRemoveUser', 'Offboard a person with a receipt'],
  ['get', '/Groups', 'scimListGroups', 'Groups, which the connection maps to roles'],
  ['post', '/Groups', 'scimCreateGroup', 'Tell of a group'],
  ['post', '/Groups/.search', 'scimSearchGroups', 'The list of groups, asked for in a body'],
  ['get', '/Groups/{id}', 'scimReadGroup', 'A group'],
  ['put', '/Groups/{id}', 'scimReplaceGroup', 'Replace a group and its members'],
  ['patch', '/Groups/{id}', 'scimChangeGroup', 'Change a group, or its members'],
  ['delete', '/Groups/{id}', 'scimRemoveGroup', 'Remove a group'],
  ['post', '/.search', 'scimSearch', 'People and groups, asked for in a body'],
];
