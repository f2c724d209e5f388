import { coverOf } from './cover-of.ts';

/** A drawing made from the slug: always the same for a company, in the colours of the theme. */
export function ProjectCover({ slug }: { slug: string }) {
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
