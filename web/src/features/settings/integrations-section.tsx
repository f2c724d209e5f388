import { useQuery } from '@tanstack/react-query';
import { AuditStreamsPlace } from '../audit-streams/audit-streams.face.ts';
import { WebhooksCard, webhooksQuery } from '../webhooks/webhooks.face.ts';

/** What an organization, or with '' the system, tells the outside. */
export function IntegrationsSection({ organization }: { organization: string }) {
  const { isPending } = useQuery(webhooksQuery(organization));
  return (
    <>
      <WebhooksCard organization={organization} />
      {/* It comes with the list above: before, the list would push it down. */}
      {isPending ? null : <AuditStreamsPlace organization={organization} />}
    </>
  );
}
