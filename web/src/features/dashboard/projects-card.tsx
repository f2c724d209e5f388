import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { DateOnly } from '../../shared/date-and-time.tsx';
import { coverOf } from './cover-of.ts';
import { dashboardTexts } from './dashboard.es.ts';
import type { Project } from './dashboard.api.ts';
import { PartFailed } from './part-failed.tsx';

type ProjectsCardProps = { projects: Project[] | null | undefined; onRetry: () => void };

/** Projects: the latest companies, each with a cover of its own. */
export function ProjectsCard({ projects, onRetry }: ProjectsCardProps) {
  const t = useTexts(dashboardTexts);
  return (
    <Card
      title={
        <Link to="/admin/companies" className="press-around relative">
          {t('projects.title')}
        </Link>
      }
      description={t('projects.span')}
      className="break-inside-avoid"
    >
      <div className="min-h-52">
        {projects === undefined ? <Skeleton className="h-52 w-full" /> : null}
        {projects === null ? <PartFailed onRetry={onRetry} /> : null}
        {projects?.length === 0 ? <p className="text-muted">{t('projects.empty')}</p> : null}
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {projects?.map(({ id, name, slug, plan_name, created_at }) => (
            <li key={id} className="relative -m-1 min-w-0 rounded-md p-1 hover:bg-hover">
              <ProjectCover slug={slug} />
              <p className="mt-1.5 truncate text-sm font-medium">
                <Link to="/admin/companies" search={{ company: id }} className="card-link">
                  {name}
                </Link>
              </p>
              <p className="truncate text-xs text-muted">
                {plan_name} · <DateOnly value={created_at} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** A drawing made from the slug: always the same for a company, in the colours of the theme. */
function ProjectCover({ slug }: { slug: string }) {
  const { colour, x, y, radii } = coverOf(slug);
  const paint = `var(--chart-${colour})`;
  return (
    <svg
      viewBox="0 0 120 68"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className="block aspect-video w-full rounded-md border border-line bg-sunken"
    >
      <rect width="120" height="68" fill={paint} opacity="0.08" />
      {radii.map((radius) => (
        <circle key={radius} cx={x} cy={y} r={radius} fill={paint} opacity="0.09" />
      ))}
      <circle cx={x} cy={y} r="3.5" fill={paint} />
    </svg>
  );
}
