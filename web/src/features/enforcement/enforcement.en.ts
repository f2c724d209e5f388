import type { Translation } from '../../platform/messages/translation.ts';
import type { enforcementEs } from './enforcement.es.ts';

export const enforcementEn = {
  title: 'Require single sign-on',
  description:
    'People in the company can only sign in through its provider: not with a password, a passkey, another provider or an invitation.',
  loading: 'Loading whether single sign-on is required',
  states: { on: 'Required', off: 'Not required' },
  now: {
    on: 'People can only sign in through a connection that’s on, or with emergency access.',
    off: 'People can also sign in other ways.',
  },
  since: { on: 'Switched on by {who} on {moment}.', off: 'Switched off by {who} on {moment}.' },
  itself: 'the system',
  needs: {
    title: 'Before you can require it',
    connection: 'A connection is on.',
    person: 'Someone has emergency access: an active administrator with a passkey.',
    session: 'You signed in through a connection, or with emergency access.',
    met: 'done',
    unmet: 'to do',
  },
  switchOn: 'Require',
  switchOff: 'Stop requiring',
  switchedOn: 'Single sign-on is required',
  switchedOff: 'Single sign-on is no longer required',
  confirmOn: 'Require single sign-on?',
  onConsequence: 'API keys keep working.',
  endsSessions:
    '{count, plural, =0 {No session ends.} one {# open session ends.} other {# open sessions end.}}',
  shutsOut:
    '{count, plural, one {# person can’t sign in yet: their email isn’t in a verified domain, and they’ve never signed in through a connection.} other {# people can’t sign in yet: their email isn’t in a verified domain, and they’ve never signed in through a connection.}}',
  confirmOff: 'Stop requiring single sign-on?',
  offConsequence:
    'People will be able to sign in with a password, a passkey, another provider or an invitation again.',
  people: {
    title: 'Emergency access',
    hint: 'Administrators who can still sign in with their passkey. All administrators are told each time.',
    none: 'No one yet.',
    add: 'Give access',
    ready: 'Ready',
    noPasskey: 'No passkey',
    noAdmin: 'Not an active administrator',
    addTitle: 'Give emergency access',
    addHint: 'They need a passkey, which they add in My profile.',
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
    remove: 'Remove {name}’s emergency access',
    confirmRemove: 'Remove {name}’s emergency access?',
    removeConsequence: 'If single sign-on is required, their emergency sessions end.',
    removeConfirm: 'Remove',
    removed: 'Emergency access removed',
  },
} as const satisfies Translation<typeof enforcementEs>;
