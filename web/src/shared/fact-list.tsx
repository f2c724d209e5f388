import type { ReactNode } from 'react';

export type Fact = [label: string, value: ReactNode];

/** Names and values, two beside each other, a last one alone as wide as both; `wide` in a card across the page: three. */
export function FactList({ facts, wide = false }: { facts: readonly Fact[]; wide?: boolean }) {
  return (
    <dl className={`grid grid-cols-2 gap-x-4 gap-y-3 sm:gap-x-6 ${wide ? 'sm:grid-cols-3' : ''}`}>
      {facts.map(([label, value]) => (
        <div key={label} className={wide ? 'min-w-0' : 'min-w-0 odd:last:col-span-2'}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-0.5 wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
