import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { ConnectionsCard, connectionsQuery } from '../connections/connections.face.ts';
import { DomainsCard, domainsQuery } from '../domains/domains.face.ts';
import { EnforcementPlace } from '../enforcement/enforcement.face.ts';
import { areAnswered } from '../../shared/together.ts';

/** How the people of an organization get in: what it has proven to be its own, and its identity providers. */
export function SignInSection({ organization }: { organization: string }) {
  const domains = useQuery(domainsQuery(organization));
  const connections = useQuery(connectionsQuery(organization));
  // Together: domains that came later would move the connections below them.
  if (!areAnswered(domains, connections)) return <Skeleton className="mt-4 h-72" />;
  return (
    <div className="mt-4 grid gap-4">
      <DomainsCard organization={organization} />
      <ConnectionsCard organization={organization} />
      <EnforcementPlace organization={organization} />
    </div>
  );
}
