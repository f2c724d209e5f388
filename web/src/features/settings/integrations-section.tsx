import { AuditStreamsPlace } from '../audit-streams/audit-streams.face.ts';
import { WebhooksCard } from '../webhooks/webhooks.face.ts';

/** What an organization, or with '' the system, tells the outside. */
export function IntegrationsSection({ organization }: { organization: string }) {
  return (
    <>
      <WebhooksCard organization={organization} />
      <AuditStreamsPlace organization={organization} />
    </>
  );
}
