import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { AssistantsCard, assistantsQuery } from '../assistants/assistants.face.ts';
import { AuditStreamsPlace } from '../audit-streams/audit-streams.face.ts';
import { areAnswered } from '../../shared/together.ts';
import { WebhooksCard, webhooksQuery } from '../webhooks/webhooks.face.ts';

/** What an organization, or with '' the system, has to do with programs of others. */
export function IntegrationsSection({ organization }: { organization: string }) {
  const webhooks = useQuery(webhooksQuery(organization));
  const assistants = useQuery(assistantsQuery(organization));
  // Together: webhooks that came later would move the assistants below them.
  if (!areAnswered(webhooks, assistants)) return <Skeleton className="h-72" />;
  return (
    <div className="grid gap-4">
      <WebhooksCard organization={organization} />
      <AssistantsCard organization={organization} />
      <AuditStreamsPlace organization={organization} />
    </div>
  );
}
