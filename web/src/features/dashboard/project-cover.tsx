import { coverOf } from './cover-of.ts';

/** A drawing made from the slug: always the same for a company, in the colours of the theme. */
export function ProjectCover({ slug }: { slug: string }) {
  const { ground, shapes } = coverOf(slug);
  return (
    <svg
      viewBox="0 0 120 68"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className="block aspect-video w-full rounded-md border border-line bg-sunken"
    >
      <rect width="120" height="68" fill={`var(--chart-${ground})`} opacity="0.18" />
      {shapes.map(({ x, y, radius, colour }) => (
        <circle
          key={`${x}-${y}-${radius}`}
          cx={x}
          cy={y}
          r={radius}
          fill={`var(--chart-${colour})`}
          opacity="0.55"
        />
      ))}
    </svg>
  );
}
