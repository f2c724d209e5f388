import type { Translation } from '../../platform/messages/translation.ts';
import type { userAccessEs } from './user-access.es.ts';

export const userAccessEn = {
  removeAvatar: 'Remove picture',
  avatarRemoved: 'Avatar removed',
  avatarRemoveFailed: 'Error removing avatar',
  showSessions: 'Show sessions',
  sessions: {
    title: 'Sessions of {name}',
    description: 'Where this person is signed in.',
    endAll: 'End all',
    close: 'Close',
    ended: 'The sessions have ended',
  },
  twoFactor: {
    reset: 'Reset two-step verification',
    confirm: 'Reset two-step verification of {name}?',
    consequence:
      'Their app, passkeys and recovery codes are taken away, and their sessions end. They will sign in with the password alone, and get a mail.',
    yes: 'Reset',
    done: 'Two-step verification of {name} was reset',
  },
} as const satisfies Translation<typeof userAccessEs>;
