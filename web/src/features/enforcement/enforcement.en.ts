import type { Translation } from '../../platform/messages/translation.ts';
import type { enforcementEs } from './enforcement.es.ts';

export const enforcementEn = {
  title: 'Require single sign-on',
  description:
    'The people of the company sign in through its provider alone: not with a password, a passkey, another provider or an invitation.',
  loading: 'Reading whether single sign-on is required',
  states: { on: 'Required', off: 'Not required' },
  now: {
    on: 'People sign in only through a connection that is on, or with emergency access.',
    off: 'Everyone can also sign in with means of their own.',
  },
  since: { on: 'Switched on by {who} on {moment}.', off: 'Switched off by {who} on {moment}.' },
  itself: 'the system',
  needs: {
    title: 'What requiring it takes',
    connection: 'A connection that is on.',
    person: 'Someone with emergency access: an active administrator with a passkey.',
    session: 'That you signed in through a connection, or with the passkey of an emergency access.',
    met: 'met',
    unmet: 'to do',
  },
  switchOn: 'Require',
  switchOff: 'Stop requiring',
  switchedOn: 'Single sign-on is required',
  switchedOff: 'Single sign-on is no longer required',
  confirmOn: 'Require single sign-on?',
  onConsequence: 'API keys go on working.',
  endsSessions:
    '{count, plural, =0 {No session ends.} one {# open session ends.} other {# open sessions end.}}',
  shutsOut:
    '{count, plural, one {# person cannot sign in yet: their email is of no verified domain, and they have never signed in through a connection.} other {# people cannot sign in yet: their email is of no verified domain, and they have never signed in through a connection.}}',
  confirmOff: 'Stop requiring single sign-on?',
  offConsequence:
    'People will be able to sign in with a password, a passkey, another provider or an invitation again.',
  people: {
    title: 'Emergency access',
    hint: 'Administrators who can sign in with their passkey although it is required. All administrators are told of each use.',
    none: 'No one yet.',
    add: 'Give access',
    ready: 'Ready',
    noPasskey: 'No passkey',
    noAdmin: 'No active administrator',
    addTitle: 'Give emergency access',
    addHint: 'They need a passkey, which is added in My profile.',
    addConfirm: 'Give access',
    added: 'Emergency access given',
    person: 'Administrator',
    search: 'Search by name or email',
    loading: 'Searching...',
    empty: 'No administrator matches',
    failed: 'The administrators could not be loaded',
    retry: 'Retry',
    clear: 'Clear',
    missing: 'Choose an administrator',
    remove: 'Take the emergency access of {name} away',
    confirmRemove: 'Take the emergency access of {name} away?',
    removeConsequence: 'If single sign-on is required, their emergency sessions end.',
    removeConfirm: 'Take away',
    removed: 'Emergency access taken away',
  },
} as const satisfies Translation<typeof enforcementEs>;
