import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useFormat } from '../../platform/format.ts';
import { notify } from '../../platform/notify.ts';
import { untilTaken } from '../transfers/transfers.face.ts';
import { BinNote } from '../bin/bin.face.ts';
import { undoAction } from '../undo/undo.face.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { DeclinedError, useWithoutRefused } from '../../shared/use-without-refused.tsx';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { usersTexts } from './users.es.ts';
import { type BulkAction, type Chosen, useChangeUsers } from './users.api.ts';

const DONE = {
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'removed',
  restore: 'restored',
} as const;
const FAILED = {
  activate: 'activateFailed',
  deactivate: 'deactivateFailed',
  change_role: 'roleFailed',
  delete: 'removeFailed',
  restore: 'restoreFailed',
} as const;

/**
 * Asks where something is taken away, acts, tells how many, and offers the way back. `name`: of the one person whom it
 * is about, told in the place of a number.
 */
export function useBulkActions(onDone: () => void, name?: string) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { number } = useFormat();
  const { language } = useLanguage();
  const client = useQueryClient();
  const change = useChangeUsers();
  const ask = useQuestion();
  const withoutRefused = useWithoutRefused();

  function doneText(action: BulkAction, changed: number): string {
    const counted = { count: changed, shown: number(changed) };
    if (action.type === 'change_role')
      return t('bulk.roleChanged', { ...counted, role: roles(`${action.role}.name`) });
    if (name !== undefined && (action.type === 'activate' || action.type === 'deactivate'))
      return t(`form.${DONE[action.type]}`, { name });
    return t(`bulk.${DONE[action.type]}`, counted);
  }

  async function carryOut(action: BulkAction, chosen: Chosen, count: number, onQueued: () => void) {
    const done = await withoutRefused(count, (skip_refused) =>
      change.mutateAsync({ action, chosen, skip_refused, onQueued }),
    );
    if (!done) return;
    const undo = undoAction(done.undo_id, t('bulk.undo'), {
      language,
      client,
      rows: 'ids' in chosen ? chosen.ids : [],
    });
    notify.success(doneText(action, done.changed), { ...undo, ...done.stays });
  }

  async function fail(action: BulkAction, error: unknown) {
    if (error instanceof DeclinedError) return;
    notify.error(t(`bulk.${FAILED[action.type]}`), { description: await errorText(error, language) });
  }

  async function run(action: BulkAction, chosen: Chosen, count: number) {
    if (count === 0) return notify.error(t('bulk.none'));
    if (!(await ask(action, count))) return;
    const failed = (error: unknown) => void fail(action, error);
    await untilTaken((onQueued) => carryOut(action, chosen, count, onQueued), failed).then(onDone, failed);
  }
  return { run, busy: change.isPending };
}

function useQuestion() {
  const t = useTexts(usersTexts);
  const { number } = useFormat();
  const confirm = useConfirm();
  return async (action: BulkAction, count: number): Promise<boolean> => {
    const named = { count, shown: number(count) };
    const consequence = t('bulk.deactivateConsequence');
    if (action.type === 'delete')
      return confirm({
        title: t('bulk.confirmRemove', named),
        consequence: (leave) => (
          <>
            {consequence} <BinNote to="/admin/users" onLeave={leave} />
          </>
        ),
        confirmLabel: t('bulk.remove'),
      });
    if (action.type === 'deactivate')
      return confirm({
        title: t('bulk.confirmDeactivate', named),
        consequence,
        confirmLabel: t('bulk.deactivate'),
      });
    return true;
  };
}
