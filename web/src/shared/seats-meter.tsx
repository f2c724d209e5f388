import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import { Progress } from '@atalaya/ui/progress';
import { useFormat } from '../platform/format.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { seatsTexts } from './seats.es.ts';

type SeatsMeterProps = {
  label: string;
  seats: { active_users: number; pending_invitations: number; max_users: number };
};

/** How many seats of an organization people use and invitations reserve, of how many. */
export function SeatsMeter({ label, seats }: SeatsMeterProps) {
  const t = useTexts(seatsTexts);
  const { number } = useFormat();
  const { max_users } = seats;
  const used = seats.active_users + seats.pending_invitations;
  const isUnlimited = max_users === UNLIMITED_SEATS;
  return (
    <Progress
      label={label}
      value={isUnlimited ? 0 : used / max_users}
      valueText={
        isUnlimited
          ? t('unlimited', { used: number(used) })
          : t('of', { used: number(used), max: number(max_users) })
      }
      tone={!isUnlimited && used >= max_users ? 'warning' : 'primary'}
    />
  );
}
