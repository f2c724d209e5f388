import type { Translation } from '../../platform/messages/translation.ts';
import type { assistantsEs } from './assistants.es.ts';

export const assistantsEn = {
  title: 'Assistants',
  description:
    'Apps that speak MCP, such as Claude or ChatGPT, can act on behalf of the person who connects them, never with more permissions than theirs.',
  systemDescription:
    'Whether this installation accepts assistants that speak MCP. Each company then decides whether its people may use them.',
  loading: 'Loading assistants',
  on: 'Allowed',
  off: 'Off',
  offText: 'No one can connect an assistant.',
  notOffered: 'This installation doesn’t accept assistants. Whoever runs it can turn them on.',
  connected:
    '{count, plural, =0 {No one has connected one yet.} one {# assistant is connected.} other {# assistants are connected.}}',
  address: 'Address for the assistant',
  switchOn: 'Allow assistants',
  switchOff: 'Turn off',
  confirmOff: 'Turn off assistants?',
  offConsequence:
    '{count, plural, =0 {No one will be able to connect one.} one {The connected assistant loses access right away and will have to be connected again.} other {The # connected assistants lose access right away and will have to be connected again.}}',
  switchedOn: 'Assistants allowed',
  switchedOff: 'Assistants turned off',
} satisfies Translation<typeof assistantsEs>;
