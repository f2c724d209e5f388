import type { Translation } from '../../platform/messages/translation.ts';
import type { userAccessEs } from './user-access.es.ts';

export const userAccessEn = {
  removeAvatar: 'Remove picture',
  avatarRemoved: 'Avatar removed',
  avatarRemoveFailed: 'Error removing avatar',
  showSessions: 'Show sessions and keys',
  sessions: {
    title: 'Sessions and keys of {name}',
    description: 'Where this person is signed in, and which programs act in their name.',
    endAll: 'End all sessions',
    close: 'Close',
    ended: 'The sessions have ended',
    confirmAll: 'End all sessions of {name}?',
    allConsequence:
      'Their trusted browsers and API keys end too. They get a mail, and can have the keys back for 30 days.',
  },
  keys: {
    title: 'API keys',
    none: 'They have no key.',
  },
  twoFactor: {
    reset: 'Reset two-step verification',
    confirm: 'Reset two-step verification of {name}?',
    consequence:
      'Their app, passkeys and recovery codes are taken away, and their sessions and API keys end. They will sign in with the password alone, and get a mail.',
    yes: 'Reset',
    done: 'Two-step verification of {name} was reset',
  },
} as const satisfies Translation<typeof userAccessEs>;
