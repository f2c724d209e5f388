import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { PartFailed } from '../../shared/read-failed.tsx';
import { SeatsMeter } from '../../shared/seats-meter.tsx';
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
  return (
    <div className="grid gap-4">
      <SeatsMeter label={t('facts.seats')} seats={seats} />
      <FactList
        facts={[
          [t('own.active'), number(seats.active_users)],
          [t('own.pending'), number(seats.pending_invitations)],
        ]}
      />
    </div>
  );
}
