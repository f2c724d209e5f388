import { Card } from '@atalaya/ui/card';
import { Progress } from '@atalaya/ui/progress';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { PartFailed } from '../../shared/read-failed.tsx';
import { FactList } from './organization-facts.tsx';
import { organizationsTexts } from './organizations.es.ts';
import { type Organization, type Seats, organizationSeatsQuery } from './organizations.api.ts';

/** How many seats the people and invitations of an organization use. */
export function OrganizationSeats({ organization }: { organization: Organization }) {
  const t = useTexts(organizationsTexts);
  const { data, isError, error, refetch } = useQuery(organizationSeatsQuery(organization.id));
  return (
    <Card title={t('own.seats')}>
      {data ? <SeatsInUse seats={data} /> : null}
      {!data && isError ? <PartFailed text={t('facts.seatsFailed')} error={error} onRetry={refetch} /> : null}
      {data || isError ? null : <Skeleton className="h-22" />}
    </Card>
  );
}

function SeatsInUse({ seats }: { seats: Seats }) {
  const t = useTexts(organizationsTexts);
  const { number } = useFormat();
  const used = seats.active_users + seats.pending_invitations;
  const isUnlimited = seats.left === null;
  return (
    <div className="grid gap-4">
      <Progress
        label={t('facts.seats')}
        value={isUnlimited ? 0 : used / seats.max_users}
        valueText={
          isUnlimited
            ? t('own.seatsUnlimited', { used: number(used) })
            : t('own.seatsOf', { used: number(used), max: number(seats.max_users) })
        }
        tone={seats.left === 0 ? 'warning' : 'primary'}
      />
      <FactList
        facts={[
          [t('own.active'), number(seats.active_users)],
          [t('own.pending'), number(seats.pending_invitations)],
        ]}
      />
    </div>
  );
}
