import { Button } from '@atalaya/ui/button';
import { MenuItem } from '@atalaya/ui/menu';
import { UserMinus } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import type { Chosen } from '../../shared/list-screen.tsx';
import { offboardingTexts } from './offboarding.es.ts';
import { useOffboard } from './use-offboard.tsx';

/** 'Dar de baja' in the menu of a person. */
export function OffboardItem({ id, disabled }: { id: string; disabled: boolean }) {
  const t = useTexts(offboardingTexts);
  const { may } = usePermissions();
  const offboard = useOffboard();
  return (
    <MenuItem
      icon={<UserMinus />}
      tone="danger"
      disabled={disabled || !may('users.offboard')}
      onSelect={() => offboard({ ids: [id] })}
    >
      {t('offboard')}
    </MenuItem>
  );
}

type OffboardButtonProps = { chosen: Chosen<unknown>; busy: boolean; onDone: () => void };

/** The same for those that are ticked; not for all that match: each is looked through before. */
export function OffboardButton({ chosen, busy, onDone }: OffboardButtonProps) {
  const t = useTexts(offboardingTexts);
  const { may } = usePermissions();
  const offboard = useOffboard();
  if (!may('users.offboard')) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      className="text-danger-ink!"
      busy={busy}
      onClick={() =>
        'ids' in chosen ? offboard({ ids: chosen.ids, onDone }) : notify.error(t('onlyChosen'))
      }
    >
      {t('offboard')}
    </Button>
  );
}
