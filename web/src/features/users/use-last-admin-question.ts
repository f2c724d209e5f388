import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { usersTexts } from './users.es.ts';

/**
 * Runs an action that may take the last administrator from an organization: refused at first, it asks, and runs
 * again with the answer. `Refused` is thrown on when the answer is no.
 */
export function useLastAdminQuestion() {
  const t = useTexts(usersTexts);
  const confirm = useConfirm();
  return async <T>(act: (confirmed: boolean) => Promise<T>): Promise<T> => {
    try {
      return await act(false);
    } catch (error) {
      if (!isApiError(error, 'user.last_admin')) throw error;
      const question = {
        title: t('lastAdmin'),
        consequence: t('lastAdminBody'),
        confirmLabel: t('lastAdminYes'),
      };
      if (!(await confirm(question))) throw error;
      return act(true);
    }
  };
}
