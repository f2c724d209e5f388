import { DomainsCard } from '../domains/domains.face.ts';

/** How the people of an organization get in: what it has proven to be its own. */
export function SignInSection({ organization }: { organization: string }) {
  return (
    <div className="mt-4 grid gap-4">
      <DomainsCard organization={organization} />
    </div>
  );
}
