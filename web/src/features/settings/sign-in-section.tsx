import { ConnectionsCard } from '../connections/connections.face.ts';
import { DomainsCard } from '../domains/domains.face.ts';

/** How the people of an organization get in: what it has proven to be its own, and its identity providers. */
export function SignInSection({ organization }: { organization: string }) {
  return (
    <div className="mt-4 grid gap-4">
      <DomainsCard organization={organization} />
      <ConnectionsCard organization={organization} />
    </div>
  );
}
