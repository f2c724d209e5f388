import {
  STRANGER_MAILS_PER_ADDRESS,
  STRANGER_MAILS_PER_DAY,
  STRANGER_MAILS_PER_HOUR,
} from '@atalaya/contract/limits';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { invitationsTexts } from './invitations.es.ts';
import type { Sent } from './invitations.api.ts';

const SENT_MS = 5000;
const FAILED_MS = 10_000;

/**
 * Tells how the mail of an invitation went: sent, waiting, or failed with the link to pass on; and what its address does
 * first, where it is known.
 */
export function useTellSent() {
  const t = useTexts(invitationsTexts);
  return ({ invitation, link, account }: Sent) => {
    const told = (text: string) => (account === null ? text : `${text} ${t(`follows.${account}`)}`);
    if (invitation.delivery === 'waiting') {
      const limits = {
        address: String(STRANGER_MAILS_PER_ADDRESS),
        hour: String(STRANGER_MAILS_PER_HOUR),
        day: String(STRANGER_MAILS_PER_DAY),
      };
      notify.info(t('waiting'), {
        description: told(t('waitingBody', { email: invitation.email, ...limits })),
        duration: FAILED_MS,
      });
      return;
    }
    if (link === null) {
      notify.success(t('sent'), {
        description: told(t('sentBody', { email: invitation.email })),
        duration: SENT_MS,
      });
      return;
    }
    notify.warning(t('mailFailed'), {
      description: told(t('mailFailedBody', { link })),
      duration: FAILED_MS,
    });
    // The link above is still needed.
    notify.error(t('mailFailedError'), { duration: FAILED_MS, alone: false });
  };
}
