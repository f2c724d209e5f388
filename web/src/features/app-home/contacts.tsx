import type { Company } from './app-home.api.ts';

/** The people who administer a company, each with a way to write to them. */
export function Contacts({ people }: { people: Company['admins'] }) {
  return (
    <ul className="pointer-coarse:-my-3">
      {people.map(({ name, email }) => (
        <li key={email} className="min-w-0">
          <a
            href={`mailto:${email}`}
            title={email}
            className="press flex min-h-6 w-fit max-w-full items-center font-medium text-primary-ink hover:underline"
          >
            <span className="truncate">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
